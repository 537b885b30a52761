import { randomUUID } from 'node:crypto';
import { receiversToDraw } from '../../server/db/queries/draws.ts';
import { addBusinessDays, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { isSettledTransfer } from '../../server/domain/ledger/ledger.ts';
import { dueDateOf } from '../../server/domain/repayment/schedule.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import { storeCardTransaction } from '../../server/services/card/purchases/syncCardTransaction.ts';
import { readAccount } from '../../server/services/ledger/account.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { readCredit, requestPayout } from '../../server/services/payout/requestPayout.ts';
import { storePayoutTransfer } from '../../server/services/payout/storePayoutTransfer.ts';
import { payNow, previewPayNow } from '../../server/services/repayment/payNow.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { storeTransfer } from '../../server/services/repayment/syncTransfer.ts';
import { at, newCorrespondent } from './correspondent.ts';
import type { TestProduct } from './product.ts';

/** Sorts before every receiver. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** A day in New York at ten in the morning. */
export const morning = (day: string) => `${day}T14:00:00Z`;

interface Bought {
  token?: string;
  mcc?: string;
  from?: string;
  status?: 'PENDING' | 'SETTLED' | 'VOIDED';
  /** When it changed to this state; by default when it was made. */
  changed?: string;
}

/**
 * Makes a merchant whose purchases are due 30 days later, and all that can happen to their debt, each at an instant, without jobs and without
 * waiting.
 */
export async function newDebtorOf(product: TestProduct, record: Parameters<typeof newCorrespondent>[1] = {}) {
  const { id, scope, cardToken, letter, inbox } = await newCorrespondent(product, { net_terms: 30, net_terms_type: 'calendar', ...record });
  const { database } = product.deps;
  const receiver = () => database.receiver.findUniqueOrThrow({ where: { id } });
  const view = async () => ({ scope, receiver: await receiver(), isOwn: true });
  const draws = () => database.draw.findMany({ where: { receiver_id: id }, orderBy: { created_at: 'asc' } });

  return {
    id,
    scope,
    cardToken,
    letter,
    inbox,
    receiver,
    draws,
    change: (changed: Parameters<typeof database.receiver.update>[0]['data']) => database.receiver.update({ where: { id }, data: changed }),
    async buys(
      amount: number,
      made: string,
      { token = randomUUID(), mcc = '5131', from = 'FJORD TEXTILES IMPORT', status = 'SETTLED', changed = made }: Bought = {},
    ): Promise<string> {
      const settled = status === 'SETTLED' ? amount : 0;
      const events = [
        { token: randomUUID(), type: 'CLEARING', result: 'APPROVED', detailedResults: [], amountCents: cents(amount), createdAt: new Date(changed) },
      ];
      await storeCardTransaction(at(product.deps, changed), scope, {
        token,
        cardToken,
        accountToken: 'account',
        status,
        result: 'APPROVED',
        amountCents: cents(amount),
        heldCents: cents(status === 'PENDING' ? amount : 0),
        settledCents: cents(settled),
        currency: 'USD',
        foreign: null,
        merchant: { descriptor: from, city: 'OSLO', state: 'NY', country: 'USA', mcc, acceptorId: null },
        createdAt: new Date(made),
        updatedAt: new Date(changed),
        events,
      });
      return token;
    },
    /** The day's plan is made, of those for whom there is one. */
    async plans(instant: string): Promise<void> {
      const planned = await receiversToDraw(database, (await receiver()).whitelabel, firstId);
      if (planned.includes(id)) await planDueDraws(at(product.deps, instant), scope);
    },
    async paysNow(instant: string, choice: Parameters<typeof previewPayNow>[2] = { pay: 'all' }) {
      const deps = at(product.deps, instant);
      const shown = await previewPayNow(deps, await view(), choice);
      if (shown.amount_cents > 0) await payNow(deps, callerOf(await receiver()), await view(), { ...choice, amount_cents: shown.amount_cents }, async () => {});
      return shown;
    },
    /**
     * The bank reports a state of the newest draw, or of another one. What it settles can come back for three banking days more: it is final the
     * day after.
     */
    async bankSays(status: string, instant: string, place = -1): Promise<void> {
      const deps = at(product.deps, instant);
      const draw = (await draws()).at(place);
      if (!draw) throw new Error('there is no such draw');
      const failure = status === 'returned' || status === 'failed' ? { code: null, achReturnCode: 'R01', description: 'Insufficient funds' } : null;
      const transferId = draw.transfer_id ?? `transfer-${draw.id}`;
      const told = { type: status, provider_transfer_id: transferId, at: new Date(instant) };
      if (status === 'funds_available') {
        const event_id = BigInt(await database.bankTransferEvent.count({ where: { receiver_id: id } }));
        await database.bankTransferEvent.create({ data: { receiver_id: id, event_id, ...told } });
      }
      await withLockedReceiver(deps, scope, (transaction, own) =>
        storeTransfer(deps, transaction, {
          scope,
          receiver: own,
          transfer: {
            transferId,
            authorizationId: 'authorization',
            direction: 'debit',
            amountCents: cents(Number(draw.amount_cents)),
            status,
            failure,
            key: draw.provider_key,
            createdAt: new Date(instant),
            expectedSettlementDate: null,
            standardReturnWindow: isSettledTransfer(status) ? addBusinessDays(utcDate(new Date(instant)), 3, product.deps.isBankHoliday) : null,
          },
        }),
      );
    },
    async paysOut(amount_cents: number, instant: string): Promise<void> {
      await requestPayout(at(product.deps, instant), callerOf(await receiver()), await view(), { amount_cents });
    },
    /** What can be paid out, and what of the credit cannot: of payments that may still come back, the day from which it can, and of cashback. */
    async credit(instant: string) {
      const { credit_cents, not_final_cents, final_on, cashback_cents } = await readCredit(at(product.deps, instant), await view());
      return [credit_cents, not_final_cents, final_on, cashback_cents];
    },
    isHeld: async (instant: string) => (await readAccount(at(product.deps, instant), database, scope, await receiver())).hasUnpaidDraw,
    /** The bank reports a state of the newest payout. */
    async bankSaysOfPayout(status: 'settled' | 'returned', instant: string): Promise<void> {
      const deps = at(product.deps, instant);
      const payout = await database.creditPayout.findFirstOrThrow({ where: { receiver_id: id }, orderBy: { number: 'desc' } });
      const failure = status === 'returned' ? { code: null, achReturnCode: 'R03', description: 'No account' } : null;
      const transfer = {
        transferId: `transfer-${payout.id}`,
        authorizationId: 'authorization',
        accountId: null,
        direction: 'credit' as const,
        amountCents: cents(Number(payout.amount_cents)),
        status,
        failure,
        key: payout.provider_key,
        createdAt: new Date(instant),
        expectedSettlementDate: null,
        standardReturnWindow: null,
      };
      await withLockedReceiver(deps, scope, (transaction, own) => storePayoutTransfer(deps, transaction, { scope, receiver: own }, transfer));
    },
    async schedule(instant: string) {
      const { schedule } = await readAccount(at(product.deps, instant), database, scope, await receiver());
      return schedule.map((entry) => [dueDateOf(entry), entry.total_owed_cents, entry.potential_cashback]);
    },
    /** The rows of cashback: amount, due date, day. */
    async rows() {
      const rows = await database.bankTransfer.findMany({ where: { receiver_id: id, cashback_due_date: { not: null } }, orderBy: { created_at: 'asc' } });
      return rows.map((row) => [Number(row.amount_cents), row.cashback_due_date && utcDate(row.cashback_due_date), utcDate(row.created_at)]);
    },
  };
}
