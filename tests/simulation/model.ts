import { expect } from 'vitest';
import type { ReceiverScope } from '../../server/db/scope.ts';
import { utcDate } from '../../server/domain/basics/dates.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { SimulatedBank } from './bank.ts';
import type { Due } from './books.ts';
import type { SimulatedIssuer } from './issuer.ts';
import { newYorkDay, readDay, utcDay, writeDay } from './oracle/calendar.ts';
import { creditCashback } from './oracle/cashback.ts';
import { cashbackSince, creditsAtFailure, openAmountOf } from './oracle/claims.ts';
import { debitsOf } from './oracle/debits.ts';
import { dueDay } from './oracle/debts.ts';
import { isApproved, isHeld, type Question } from './oracle/decision.ts';
import { type Debit, type Merchant, newMerchant, type Payout, sumOf, type Terms } from './oracle/facts.ts';
import { payoutOnRequest } from './oracle/payouts.ts';
import { bucketsOn, positionOf } from './oracle/position.ts';
import { consequenceOf } from './oracle/returns.ts';

const settledStates: ReadonlySet<string> = new Set(['settled', 'funds_available']);
const failedStates: ReadonlySet<string> = new Set(['declined', 'failed', 'returned']);

type Draw = Awaited<ReturnType<OpenDeps['database']['draw']['findMany']>>[number];

/** The spending power of every receiver here. */
export const power = 10_000_000;

export type Model = Awaited<ReturnType<typeof modelOf>>;

/** Returns the model of a receiver who lives in order, to compare the product's debits with those that must be made. */
export async function modelOf({ database, clock }: OpenDeps, { receiverId }: ReceiverScope) {
  const { payment_plan, net_terms, net_terms_type } = await database.receiver.findUniqueOrThrow({ where: { id: receiverId } });
  const terms: Terms = {
    plan: payment_plan === 'fixed_pay' ? 'fixed_pay' : 'net_terms',
    netTerms: net_terms,
    netTermsType: net_terms_type === 'business' ? 'business' : 'calendar',
    cashbackRate: 100,
  };
  const merchant = newMerchant(terms, power);
  const debitOf = new Map<string, Debit>();
  const payoutOf = new Map<string, Payout>();
  /** Number of the linked bank account, and that of the account from which each debit was drawn. */
  let account = 1;
  const accountOf = new Map<Debit, number>();
  const today = () => newYorkDay(clock().getTime());

  function change(changed: Partial<Merchant>): void {
    Object.assign(merchant, changed);
    merchant.changes += 1;
  }

  /** A debit that the bank sent back has failed at its instant, whenever that is read. */
  function fail(debit: Debit, { code, status, failedAt }: { code: string | null; status: string; failedAt: Date }): void {
    debit.state = 'failed';
    debit.wasReturned = status === 'returned';
    debit.code = code;
    debit.failedOn = today();
    debit.failedAt = failedAt.getTime();
    change({});
    creditCashback(merchant, clock().getTime());
    const position = positionOf(merchant);
    const cashback = sumOf(position.cashback.values()) - cashbackSince(debit, merchant);
    const open = openAmountOf(debit, merchant, position);
    debit.failure = { day: today(), at: failedAt.getTime(), open, credits: creditsAtFailure(debit, merchant), cashback };
    const consequence = consequenceOf(code);
    // Another account may have been linked since.
    const isAboutBank = consequence === 'ask for another bank' && accountOf.get(debit) === account;
    change({
      hasBank: merchant.hasBank && !isAboutBank,
      mayBeDebited: merchant.mayBeDebited && consequence !== 'stop all debits',
    });
  }

  const readDraws = (database: OpenDeps['database']) =>
    database.draw.findMany({ where: { receiver_id: receiverId }, orderBy: [{ created_at: 'asc' }, { due_date: 'asc' }, { attempt: 'asc' }] });

  /** Adds the draws that are new to the model, all of them under way; then those that the bank declined have failed. */
  function add(draws: readonly Draw[]): void {
    const added = draws.filter(({ id }) => !debitOf.has(id));
    for (const { id, kind, due_date, debit_date, amount_cents, retry_of } of added) {
      const debit: Debit = {
        id: merchant.debits.length + 1,
        kind: kind === 'pay_now' ? 'pay_now' : 'scheduled',
        due: readDay(utcDate(due_date)),
        plannedFor: readDay(utcDate(debit_date)),
        amount: Number(amount_cents),
        state: 'underway',
        hadSettled: false,
        availableOn: null,
        wasReturned: false,
        code: null,
        failure: null,
        at: clock().getTime(),
        failedOn: null,
        failedAt: null,
        presentsAgain: debitOf.get(retry_of ?? '')?.id ?? null,
      };
      merchant.debits.push(debit);
      debitOf.set(id, debit);
      accountOf.set(debit, account);
    }
    change({});
    // They are sent to the bank by due date.
    for (const { id, status, failure_code } of added.toSorted((one, other) => one.due_date.getTime() - other.due_date.getTime())) {
      const debit = debitOf.get(id);
      if (debit && status === 'cancelled') debit.state = 'abandoned';
      if (debit && status === 'declined') fail(debit, { code: failure_code, status, failedAt: clock() });
    }
    change({});
  }

  function comeBack(payout: Payout): void {
    if (payout.returnedAt !== null) return;
    payout.returnedAt = clock().getTime();
    change({});
  }

  return {
    /** Compares the payout that the merchant asked for, or was refused, with what must be paid. */
    async expectPayout(open: OpenDeps['database']) {
      const wanted = payoutOnRequest(merchant, today());
      const made = await open.creditPayout.findMany({ where: { receiver_id: receiverId }, orderBy: { number: 'asc' }, skip: merchant.payouts.length });
      expect(
        made.map(({ amount_cents }) => Number(amount_cents)),
        `what is paid out on ${writeDay(today())}`,
      ).toEqual(wanted > 0 ? [wanted] : []);
      for (const { amount_cents, transfer_id } of made) {
        const payout: Payout = { id: merchant.payouts.length + 1, at: clock().getTime(), amount: Number(amount_cents), returnedAt: null };
        merchant.payouts.push(payout);
        change({});
        // One without a transfer was declined.
        if (transfer_id === null) comeBack(payout);
        else payoutOf.set(transfer_id, payout);
      }
    },
    /** Staff have entered a credit, or below zero taken one back. */
    entered(amount: number) {
      merchant.rows.push({ at: clock().getTime(), amount });
      change({});
      creditCashback(merchant, clock().getTime());
    },
    /** The bank has settled debits and sent others back, in this order. */
    async bankWorked(open: OpenDeps['database'], transfers: ReturnType<SimulatedBank['transfers']>) {
      const drawn = new Map((await readDraws(open)).map(({ id, transfer_id }) => [transfer_id, debitOf.get(id)]));
      for (const { transfer, movedAt } of transfers) {
        const payout = payoutOf.get(transfer.transferId);
        if (payout && failedStates.has(transfer.status)) comeBack(payout);
        const debit = drawn.get(transfer.transferId);
        if (!debit) continue;
        if (settledStates.has(transfer.status) && debit.state === 'underway') {
          debit.state = 'settled';
          debit.hadSettled = true;
          creditCashback(merchant, clock().getTime());
        }
        if (transfer.status === 'funds_available') debit.availableOn ??= newYorkDay(movedAt.getTime());
        if (failedStates.has(transfer.status) && debit.state !== 'failed') {
          fail(debit, { code: transfer.failure?.achReturnCode ?? null, status: transfer.status, failedAt: movedAt });
        }
      }
      change({});
    },
    /** The network has changed purchases, one after the other: what becomes final in between is credited. */
    cardsMoved(purchases: ReturnType<SimulatedIssuer['purchases']>) {
      for (const { transaction } of purchases) {
        const { token, createdAt, heldCents: held, settledCents: settled } = transaction;
        const before = merchant.purchases.get(token);
        if (before?.held === held && before.settled === settled) continue;
        const madeAt = createdAt.getTime();
        merchant.purchases.set(token, { token, madeAt, terms, due: dueDay(utcDay(madeAt), terms), isCash: false, held, settled });
        change({});
        creditCashback(merchant, clock().getTime());
      }
    },
    locked: (isLocked: boolean) => change({ isLocked, unlockedOn: merchant.isLocked && !isLocked ? today() : merchant.unlockedOn }),
    restored() {
      if (!merchant.hasBank) account += 1;
      change({ hasBank: true, mayBeDebited: true });
    },
    approves: (question: Question) => isApproved(merchant, question),
    /** Returns what may be spent when no block holds the account. */
    left: (approvedBefore: number) => Math.max(0, power - positionOf(merchant).outstanding - approvedBefore),
    /** Takes over the payments that the merchant started since. */
    async paid(open: OpenDeps['database']) {
      add((await readDraws(open)).filter(({ kind }) => kind === 'pay_now'));
    },
    /** Compares the debits of today with those that must be made. */
    async expectDebits(open: OpenDeps['database']) {
      creditCashback(merchant, clock().getTime());
      const wanted = debitsOf(merchant, today());
      const draws = await readDraws(open);
      const made = draws.filter(({ id, kind }) => kind === 'scheduled' && !debitOf.has(id));
      expect(
        made.map((draw) => [utcDate(draw.due_date), Number(draw.amount_cents), debitOf.get(draw.retry_of ?? '')?.id ?? null]).toSorted(),
        `the debits of ${writeDay(today())}`,
      ).toEqual(wanted.map(({ due, amount, presentsAgain }) => [writeDay(due), amount, presentsAgain]).toSorted());
      add(made);
    },
    /** Compares what is to be paid, and when, and whether the card is paused, with what the product says. */
    expectAccount(schedule: readonly Due[], cardState: string) {
      expect(schedule, `what is to be paid on ${writeDay(today())}`).toEqual(
        bucketsOn(positionOf(merchant), today()).map(({ due, amount }) => [writeDay(due), amount]),
      );
      expect(cardState, `the card on ${writeDay(today())}`).toBe(isHeld(merchant) ? 'PAUSED' : 'OPEN');
    },
  };
}
