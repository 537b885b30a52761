import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { addCalendarDays, daysBetween, type IsoDate, repaymentDate, startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { type Cents, cents, noMoney } from '../../domain/basics/money.ts';
import { drawKey } from '../../domain/repayment/draw.ts';
import { type DueDraw, drawsOnDay } from '../../domain/repayment/upcomingDebits.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import { providerKey } from '../../providers/key.ts';
import { everyPage } from '../../providers/page.ts';
import type { CardTransaction } from '../../providers/ports/cardIssuer.ts';
import { recordAudit } from '../../services/access/audit.ts';
import { storeCardTransaction } from '../../services/card/purchases/syncCardTransaction.ts';
import type { Deps } from '../../services/deps.ts';
import { debtFacts, readAccount } from '../../services/ledger/account.ts';
import { bookRepayment } from '../../services/ledger/book.ts';
import { withLockedReceiver } from '../../services/ledger/lockedReceiver.ts';
import { programDay } from '../../services/receiver/programOf.ts';
import { press } from './merchant.ts';

const monthlySpendingDollars = 15_000;
const days = 365;

/**
 * Returns a limit in cents that is twice what so large a shop owes at a time, so that its year has no warnings of a limit that is nearly
 * used: the longer its terms, the more purchases are unpaid at once.
 */
function spendingPowerOf({ isHoliday, clock }: Deps, { net_terms, net_terms_type }: Receiver): Cents {
  const daysUnpaid = daysBetween(utcDate(clock()), repaymentDate(clock(), net_terms, net_terms_type, isHoliday));
  return cents(2 * 100 * Math.round((monthlySpendingDollars * daysUnpaid) / 30));
}

/** A demo merchant whose year is being entered. */
interface Merchant {
  scope: ReceiverScope;
  receiver: Receiver;
  /** How many purchases the year has. */
  purchases: number;
  /** Aborted when the product is to stop. */
  stopping: AbortSignal;
}

/**
 * Returns the issuer's year of purchases, oldest first: those of the first card, which the sandbox's issuer invents when it has
 * none, and those of the further cards.
 */
async function purchasesOfYear(deps: Deps, firstCard: string, { scope, purchases, stopping }: Merchant): Promise<CardTransaction[]> {
  const { cardIssuer } = deps.providers;
  const known = await cardIssuer.listTransactions(firstCard, null, null);
  const order = { card_token: firstCard, count: purchases, days, monthly_dollars: monthlySpendingDollars, seed: 1 };
  if (known.items.length === 0) await press(deps, `${cardIssuer.name}/history`, order, stopping);
  const cards = await databaseOf(deps.database, scope).card.findMany({ select: { token: true } });
  const found: CardTransaction[] = [];
  for (const { token } of cards) for await (const page of everyPage((after) => cardIssuer.listTransactions(token, null, after))) found.push(...page);
  return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** A past repayment: one draw of the product's own plan for its day. */
type PastRepayment = DueDraw & { debitDate: IsoDate };

/** The times at which a past repayment is drawn, and arrives: after all draws of the day, which its cashback does not pay. */
const drawTime = (debitDate: IsoDate): Date => new Date(`${debitDate}T14:00:00Z`);
const arrivalTime = (debitDate: IsoDate): Date => new Date(`${debitDate}T14:01:00Z`);

/** Returns the draws that the product would have planned on a past day, from what the books know of it. */
async function plannedOn(deps: Deps, { scope, receiver }: Merchant, debitDate: IsoDate): Promise<PastRepayment[]> {
  const account = await readAccount({ ...deps, clock: () => drawTime(debitDate) }, deps.database, scope, receiver);
  return drawsOnDay(debtFacts(account, deps.isBankHoliday), debitDate).map((draw) => ({ ...draw, debitDate }));
}

/** Makes a past repayment at the bank, under the key of its draw. Returns the bank's id of the transfer. */
async function transferAtBank(deps: Deps, { scope, receiver, stopping }: Merchant, repayment: PastRepayment): Promise<string> {
  const { debitDate, amount_cents } = repayment;
  const order = {
    item_id: receiver.plaid_item_id,
    days: `${debitDate}=${amount_cents}=${providerKey(drawKey(scope.receiverId, repayment))}`,
    legal_name: receiver.business_name ?? '',
  };
  const { transfer_ids } = await press<{ transfer_ids: string[] }>(deps, 'plaid/past_transfers', order, stopping);
  return transfer_ids[0] ?? '';
}

/** How many days after its debit a past repayment is final. */
const daysToFinal = 7;

/** Enters a past repayment in the books as drawn and arrived on its debit date. */
async function enterRepayment(deps: Deps, { scope }: Merchant, repayment: PastRepayment, transfer_id: string): Promise<void> {
  const { due_date, part, attempt, debitDate, amount_cents } = repayment;
  const created_at = drawTime(debitDate);
  const at = arrivalTime(debitDate);
  const business_key = drawKey(scope.receiverId, repayment);
  await withLockedReceiver({ ...deps, clock: () => at }, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const draw = await own.draw.create({
      data: {
        due_date: startOfDay(due_date),
        part,
        attempt,
        debit_date: startOfDay(debitDate),
        amount_cents,
        business_key,
        provider_key: providerKey(business_key),
        status: 'funds_available',
        transfer_id,
        counts_on: startOfDay(due_date),
        final_on: startOfDay(addCalendarDays(debitDate, daysToFinal)),
        sent_at: created_at,
        finished_at: at,
        created_at,
      },
    });
    const shown = { id: transfer_id, name: 'Repayment', status: 'funds_available', amount_cents, created_at, is_manual: false, transaction_type: null };
    await own.bankTransfer.create({
      data: {
        provider_transfer_id: transfer_id,
        draw_id: draw.id,
        name: shown.name,
        status: shown.status,
        amount_cents,
        settled_at: at,
        search_text: searchText(tabs.repayments, shown),
        created_at,
      },
    });
    // As of that day, so that the cashback has its date too.
    const subject = { type: 'repayment' as const, subject_id: transfer_id, as_of: at, status: 'funds_available', amount_cents };
    await bookRepayment({ ...deps, clock: () => at }, transaction, { scope, receiver }, draw, subject);
  });
}

/** Makes the repayments of past days, from the day of the last look on, at the bank and in the books. Returns the day to look from next. */
async function repayBefore(deps: Deps, merchant: Merchant, { from, before }: { from: IsoDate; before: Date }): Promise<IsoDate> {
  let day = from;
  for (; drawTime(day) < before; day = addCalendarDays(day, 1)) {
    for (const repayment of await plannedOn(deps, merchant, day)) {
      await enterRepayment(deps, merchant, repayment, await transferAtBank(deps, merchant, repayment));
    }
  }
  return day;
}

/**
 * Returns what the issuer would have reported, in the order of time: each transaction in its last state, and a refund also
 * when it was announced, because it pays from then on.
 */
function reportsOf(transactions: readonly CardTransaction[]): CardTransaction[] {
  const announced = transactions
    .filter(({ status, settledCents }) => status === 'SETTLED' && settledCents < 0)
    .map((refund) => ({ ...refund, status: 'PENDING', heldCents: refund.settledCents, settledCents: noMoney, updatedAt: refund.createdAt }));
  return [...announced, ...transactions].sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime());
}

/** Returns whether a demo merchant has its year of history. */
export async function hasHistory({ database }: Pick<Deps, 'database'>, scope: ReceiverScope): Promise<boolean> {
  return (await databaseOf(database, scope).demoHistory.count()) > 0;
}

/**
 * Gives a demo merchant with a card a year of history: its purchases, and the repayments of all that was due, in the order
 * of time, so that the books are those of a merchant who has lived through it. Keeps what an earlier start has finished.
 * Throws when aborted.
 */
export async function createHistory(deps: Deps, merchant: Merchant): Promise<void> {
  const { scope, receiver, stopping } = merchant;
  if (receiver.lithic_card_token === null) throw new Error('the demo merchant has no card');
  const own = databaseOf(deps.database, scope);
  const spendingPower = spendingPowerOf(deps, receiver);
  // Until the year is whole: what is spent in it is more than the limit of so small a shop.
  await own.receiver.update({ data: { override_spend_limit: spendingPower } });
  await deps.queue.send('recompute-spending-power', { receiver_id: scope.receiverId, cause: 'demo history' });
  const transactions = await purchasesOfYear(deps, receiver.lithic_card_token, merchant);
  const created_at = transactions[0]?.createdAt ?? receiver.created_at;
  let from = utcDate(created_at);
  for (const report of reportsOf(transactions)) {
    stopping.throwIfAborted();
    from = await repayBefore(deps, merchant, { from, before: report.updatedAt });
    // Booked in its own time, so that each month's statement has what happened in it.
    await storeCardTransaction({ ...deps, clock: () => report.updatedAt }, scope, report);
  }
  // The daily run draws what has its debit day today or later.
  await repayBefore(deps, merchant, { from, before: startOfDay(programDay(receiver, deps.clock())) });
  await inTransaction(deps.database, async (transaction) => {
    const data = { override_spend_limit: null, spending_power_override_min: spendingPower, created_at };
    await databaseOf(transaction, scope).receiver.update({ data });
    const { count } = await databaseOf(transaction, scope).demoHistory.createMany({ data: [{}], skipDuplicates: true });
    if (count === 0) return;
    // Staff who see the floor look for it in the audit log.
    const entry = { action: 'set spending power override', reason: 'demo history', details: { floor_cents: spendingPower } } as const;
    await recordAudit(deps, { scope, actor: null, ...entry }, transaction);
  });
  await deps.queue.send('recompute-spending-power', { receiver_id: scope.receiverId, cause: 'demo history' });
}
