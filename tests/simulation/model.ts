import { expect } from 'vitest';
import type { ReceiverScope } from '../../server/db/scope.ts';
import { utcDate } from '../../server/domain/basics/dates.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { SimulatedBank } from './bank.ts';
import type { SimulatedIssuer } from './issuer.ts';
import { newYorkDay, readDay, writeDay } from './oracle/calendar.ts';
import { bookCashback } from './oracle/cashback.ts';
import { debitsOf } from './oracle/debits.ts';
import { isApproved, isHeld, leftToSpend, type Question } from './oracle/decision.ts';
import { enterRow, failDebit, lock, orderDebit, payOut, reportPurchase, restoreDebits, returnPayout, settleDebit } from './oracle/events.ts';
import { type Debit, newMerchant, type Order, type Payout, type Terms } from './oracle/facts.ts';
import { payoutOnRequest } from './oracle/payouts.ts';
import { notFinal } from './oracle/position.ts';
import { type Standing, standingOf } from './rules/standing.ts';

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
  const now = () => clock().getTime();
  const today = () => newYorkDay(now());

  const readDraws = (database: OpenDeps['database']) =>
    database.draw.findMany({ where: { receiver_id: receiverId }, orderBy: [{ created_at: 'asc' }, { due_date: 'asc' }, { attempt: 'asc' }] });

  /** Adds draws to the model, all of them under way; then those that the bank declined have failed. */
  function add(draws: readonly (readonly [draw: Draw, order: Order])[]): void {
    for (const [{ id, debit_date }, order] of draws) debitOf.set(id, orderDebit(merchant, order, readDay(utcDate(debit_date))));
    // They are sent to the bank by due date.
    for (const [{ id, status, failure_code }] of draws.toSorted(([one], [other]) => one.due_date.getTime() - other.due_date.getTime())) {
      const debit = debitOf.get(id);
      if (debit && status === 'cancelled') debit.state = 'abandoned';
      if (debit && status === 'declined') failDebit(merchant, debit, { code: failure_code, at: now() });
    }
  }

  return {
    /** A day begins: what has become final with it is credited. */
    begunDay: () => bookCashback(merchant, now()),
    /** Compares the payout that the merchant asked for, or was refused, with what must be paid. */
    async expectPayout(open: OpenDeps['database']) {
      const wanted = payoutOnRequest(merchant, today());
      const made = await open.creditPayout.findMany({ where: { receiver_id: receiverId }, orderBy: { number: 'asc' }, skip: merchant.payouts.length });
      expect(
        made.map(({ amount_cents }) => Number(amount_cents)),
        `what is paid out on ${writeDay(today())}`,
      ).toEqual(wanted > 0 ? [wanted] : []);
      for (const { amount_cents, transfer_id } of made) {
        const payout = payOut(merchant, Number(amount_cents), now());
        // One without a transfer was declined.
        if (transfer_id === null) returnPayout(merchant, payout, now());
        else payoutOf.set(transfer_id, payout);
      }
    },
    /** Staff have entered a credit, or below zero taken one back. */
    entered: (amount: number) => enterRow(merchant, amount, now()),
    /** The bank has settled debits and sent others back, in this order. */
    async bankWorked(open: OpenDeps['database'], transfers: ReturnType<SimulatedBank['transfers']>) {
      const drawn = new Map((await readDraws(open)).map(({ id, transfer_id }) => [transfer_id, debitOf.get(id)]));
      for (const { transfer, movedAt } of transfers) {
        const payout = payoutOf.get(transfer.transferId);
        if (payout && failedStates.has(transfer.status)) returnPayout(merchant, payout, now());
        const debit = drawn.get(transfer.transferId);
        if (!debit) continue;
        if (settledStates.has(transfer.status) && debit.state === 'underway') settleDebit(merchant, debit, movedAt.getTime());
        if (transfer.standardReturnWindow !== null) debit.returnableUntil = readDay(transfer.standardReturnWindow);
        if (transfer.status === 'funds_available') debit.availableOn ??= newYorkDay(movedAt.getTime());
        if (failedStates.has(transfer.status) && debit.state !== 'failed') {
          failDebit(merchant, debit, { code: transfer.failure?.achReturnCode ?? null, at: movedAt.getTime() });
        }
      }
    },
    /** The network has changed purchases, one after the other: what is complete in between is credited. */
    cardsMoved(purchases: ReturnType<SimulatedIssuer['purchases']>) {
      for (const { transaction } of purchases) {
        const { token, createdAt, merchant: shop, heldCents: held, settledCents: settled } = transaction;
        const before = merchant.purchases.get(token);
        if (before?.held === held && before.settled === settled) continue;
        reportPurchase(merchant, { token, shop: shop.descriptor, madeAt: createdAt.getTime(), isCash: false, held, settled }, now());
      }
    },
    locked: (isLocked: boolean) => lock(merchant, isLocked, today()),
    restored: () => restoreDebits(merchant, false, today()),
    approves: (question: Question) => isApproved(merchant, question, today()),
    /** Returns what may be spent when no block holds the account. */
    left: (approvedBefore: number) => leftToSpend(merchant, approvedBefore, today()),
    /**
     * Takes over the payments that the merchant started since.
     * @param token the purchase that they chose to pay; null for none.
     */
    async paid(open: OpenDeps['database'], token: string | null) {
      const chosen = merchant.purchases.get(token ?? '')?.due ?? null;
      const made = (await readDraws(open)).filter(({ id, kind }) => kind === 'pay_now' && !debitOf.has(id));
      add(
        made.map((draw) => {
          const [due, amount] = [readDay(utcDate(draw.due_date)), Number(draw.amount_cents)];
          return [draw, { kind: 'pay_now', due, amount, chosen, collects: null, isRetry: false }];
        }),
      );
    },
    /** Compares the debits of today with those that must be made. */
    async expectDebits(open: OpenDeps['database']) {
      const wanted = debitsOf(merchant, today()).toSorted((one, other) => one.due - other.due || one.amount - other.amount);
      const made = (await readDraws(open))
        .filter(({ id }) => !debitOf.has(id))
        .toSorted((one, other) => one.due_date.getTime() - other.due_date.getTime() || Number(one.amount_cents - other.amount_cents));
      expect(
        made.map((draw) => [utcDate(draw.due_date), Number(draw.amount_cents), debitOf.get(draw.retry_of ?? '')?.id ?? null]),
        `the debits of ${writeDay(today())}`,
      ).toEqual(wanted.map(({ due, amount, collects }) => [writeDay(due), amount, collects]));
      add(made.flatMap((draw, place) => (wanted[place] ? [[draw, wanted[place]] as const] : [])));
    },
    /** Compares where the account stands, and whether the card is paused, with what the product says. */
    expectAccount(standing: Standing, cardState: string) {
      const failed = standing.failed.map(([id, amount]): Standing['failed'][number] => [String(debitOf.get(id)?.id), amount]);
      const wanted = standingOf(merchant, today());
      // An account that is held has no power of which it could spend a share before repayments are final.
      const held = isHeld(merchant) ? notFinal(merchant, today()) : wanted.heldBack;
      expect({ ...standing, failed: failed.sort() }, `the account on ${writeDay(today())}`).toEqual({ ...wanted, heldBack: held });
      expect(cardState, `the card on ${writeDay(today())}`).toBe(isHeld(merchant) ? 'PAUSED' : 'OPEN');
    },
  };
}
