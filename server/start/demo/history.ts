import { databaseOf } from '../../db/databaseOf.ts';
import { settledByDueDate } from '../../db/queries/settledByDueDate.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { bankDebitDay, type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { add, type Cents, cents, noMoney, smaller } from '../../domain/basics/money.ts';
import { drawKey } from '../../domain/repayment/draw.ts';
import { maximumDrawCents } from '../../domain/repayment/schedule.ts';
import { searchColumns, tabs } from '../../domain/table/table.ts';
import { providerKey } from '../../providers/key.ts';
import { everyPage } from '../../providers/page.ts';
import type { CardTransaction } from '../../providers/ports/cardIssuer.ts';
import { storeCardTransaction } from '../../services/card/syncCardTransaction.ts';
import type { Deps } from '../../services/deps.ts';
import { book } from '../../services/ledger/book.ts';
import { withLockedReceiver } from '../../services/ledger/lockedReceiver.ts';
import { programDay } from '../../services/program/programOf.ts';
import { creditCashback } from '../../services/repayment/creditCashback.ts';
import { press } from './merchant.ts';

const monthlySpendingDollars = 15_000;
const spendingPowerFloor = cents(3_000_000);
const days = 365;
/** How many purchases are stored between two looks for repayments that have become due. */
const betweenRepayments = 50;

interface Year {
  purchases: number;
  /** Aborted when the product is to stop. */
  stopping: AbortSignal;
}

/** Returns the issuer's year of purchases, oldest first. Has the sandbox's issuer make one when it has none. */
async function purchasesOfYear(deps: Deps, cardToken: string, { purchases, stopping }: Year): Promise<CardTransaction[]> {
  const list = (after: string | null) => deps.providers.cardIssuer.listTransactions(cardToken, null, after);
  const known = await list(null);
  const order = { card_token: cardToken, count: purchases, days, monthly_dollars: monthlySpendingDollars, seed: 1 };
  if (known.items.length === 0) await press(deps, `${deps.providers.cardIssuer.name}/history`, order, stopping);
  const newestFirst: CardTransaction[] = [];
  for await (const page of everyPage(list)) newestFirst.push(...page);
  return newestFirst.reverse();
}

interface PastRepayment {
  dueDate: IsoDate;
  debitDate: IsoDate;
  amount_cents: Cents;
}

/**
 * Returns what was due before today, by day; a refund's surplus reduces the days after it. Leaves out the due date of
 * the last purchase and later days, because more purchases with that due date may still be read.
 */
async function pastRepayments({ database, isBankHoliday, clock }: Deps, scope: ReceiverScope, receiver: Receiver): Promise<PastRepayment[]> {
  const today = programDay(receiver, clock());
  const days = (await settledByDueDate(database, scope)).filter(({ dueDate }) => dueDate < today);
  let credit = noMoney;
  return days.flatMap(({ dueDate, settled_cents }) => {
    const due = add(settled_cents, credit);
    credit = smaller(due, noMoney);
    const debitDate = bankDebitDay(dueDate, isBankHoliday);
    // The daily run draws what has its debit date today or later.
    if (due <= 0 || debitDate >= today) return [];
    return [{ dueDate, debitDate, amount_cents: smaller(due, maximumDrawCents) }];
  });
}

/** Makes a past repayment at the bank, under the key of its draw. Returns the bank's id of the transfer. */
async function transferAtBank(deps: Deps, scope: ReceiverScope, itemId: string | null, repayment: PastRepayment, stopping: AbortSignal): Promise<string> {
  const { dueDate, debitDate, amount_cents } = repayment;
  const order = { item_id: itemId, days: `${debitDate}=${amount_cents}=${providerKey(drawKey(scope.receiverId, dueDate, 1))}` };
  const { transfer_ids } = await press<{ transfer_ids: string[] }>(deps, 'plaid/past_transfers', order, stopping);
  return transfer_ids[0] ?? '';
}

/** Enters a past repayment in the books as drawn and arrived on its debit date. */
async function enterRepayment(deps: Deps, scope: ReceiverScope, { dueDate, debitDate, amount_cents }: PastRepayment, transfer_id: string): Promise<void> {
  const at = new Date(`${debitDate}T14:00:00Z`);
  const business_key = drawKey(scope.receiverId, dueDate, 1);
  await withLockedReceiver({ ...deps, clock: () => at }, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const draw = await own.draw.create({
      data: {
        due_date: startOfDay(dueDate),
        debit_date: startOfDay(debitDate),
        amount_cents,
        business_key,
        provider_key: providerKey(business_key),
        status: 'funds_available',
        transfer_id,
        sent_at: at,
        finished_at: at,
        created_at: at,
      },
    });
    const shown = { id: transfer_id, name: 'Repayment', status: 'funds_available', amount_cents, created_at: at, is_manual: false, transaction_type: null };
    await own.bankTransfer.create({
      data: {
        provider_transfer_id: transfer_id,
        draw_id: draw.id,
        name: shown.name,
        status: shown.status,
        amount_cents,
        settled_at: at,
        ...searchColumns(tabs.repayments, shown),
        created_at: at,
      },
    });
    await book(transaction, scope, { type: 'repayment', subject_id: transfer_id, as_of: at, status: 'funds_available', amount_cents });
    // As of that day, so that the cashback has its date too.
    await creditCashback({ ...deps, clock: () => at }, transaction, scope, receiver);
  });
}

/** Makes the repayments of all stored purchases, at the bank and in the books: each due date is drawn on its debit date, and arrived. */
async function repay(deps: Deps, scope: ReceiverScope, receiver: Receiver, stopping: AbortSignal): Promise<void> {
  const draws = await databaseOf(deps.database, scope).draw.findMany({ select: { business_key: true } });
  const made = new Set(draws.map(({ business_key }) => business_key));
  for (const repayment of await pastRepayments(deps, scope, receiver)) {
    if (made.has(drawKey(scope.receiverId, repayment.dueDate, 1))) continue;
    await enterRepayment(deps, scope, repayment, await transferAtBank(deps, scope, receiver.plaid_item_id, repayment, stopping));
  }
}

/** Returns whether a demo merchant has its year of history. The override, which such a year needs, is set as the last step of giving it. */
export const hasHistory = (receiver: Receiver): boolean => receiver.spending_power_override_min !== null;

/**
 * Gives a demo merchant with a card a year of history: its purchases, and the repayments of all that was due.
 * Repayments are entered along the way, so that a page opened meanwhile shows a merchant who pays on time. Keeps what
 * an earlier start has finished. Throws when aborted.
 */
export async function createHistory(deps: Deps, scope: ReceiverScope, receiver: Receiver, year: Year): Promise<void> {
  if (receiver.lithic_card_token === null) throw new Error('the demo merchant has no card');
  const transactions = await purchasesOfYear(deps, receiver.lithic_card_token, year);
  for (const [place, transaction] of transactions.entries()) {
    year.stopping.throwIfAborted();
    // Booked in its own time, so that each month's statement has what happened in it.
    await storeCardTransaction({ ...deps, clock: () => transaction.updatedAt }, scope, transaction);
    if (place % betweenRepayments === 0) await repay(deps, scope, receiver, year.stopping);
  }
  await repay(deps, scope, receiver, year.stopping);
  const created_at = transactions[0]?.createdAt ?? receiver.created_at;
  await databaseOf(deps.database, scope).receiver.update({ data: { spending_power_override_min: spendingPowerFloor, created_at } });
  await deps.queue.send('recompute-spending-power', { receiver_id: scope.receiverId, cause: 'demo history' });
}
