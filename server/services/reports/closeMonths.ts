import { storedCents } from '../../db/cents.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { copyToStatement, firstBookedSince, owedAt, sumAccountEntries } from '../../db/queries/accountEntries.ts';
import { closeBooksUntil, makeStatementsAlone, readLedgerTime, receiversWithoutStatement } from '../../db/queries/closedBooks.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { add, subtract } from '../../domain/basics/money.ts';
import { addMonths, type Month, monthOf, periodOfMonth } from '../../domain/basics/periods.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { jobsOf, planInPages } from '../upkeep/planInPages.ts';

/** The longest that storing one statement may take. */
const longestMs = 300_000;

/** Queues one job per receiver who has no statement of the month that ended last. */
export async function planMonthClosings(deps: Pick<Deps, 'database' | 'queue' | 'clock' | 'log'>, run: JobRun): Promise<void> {
  const { queue, clock } = deps;
  const month = monthOf(clock());
  const ended = { start: periodOfMonth(month).start, before: periodOfMonth(addMonths(month, -1)).start };
  await planInPages(deps, run, {
    planner: 'plan-month-closings',
    async queuePage(transaction, after) {
      const ids = await receiversWithoutStatement(transaction, ended, after);
      await queue.sendMany('close-months', jobsOf(ids), transaction);
      return ids;
    },
  });
}

type ClosingDeps = Pick<Deps, 'database' | 'clock' | 'machineClock'>;

/**
 * Makes the statements of a receiver's months that are over, oldest first: each takes the next number, its rows and
 * balances are stored, and nothing more is booked into its month. Their numbers follow from the months alone, not
 * from who asks first. A second run makes none.
 */
export async function closeMonths(deps: ClosingDeps, scope: ReceiverScope): Promise<void> {
  const until = await withLockedReceiver(deps, scope, async (transaction) => {
    const { start } = periodOfMonth(monthOf(await readLedgerTime(transaction)));
    await closeBooksUntil(transaction, scope, start);
    return start;
  });
  // A closed month no longer changes, so that purchases need not wait while long statements are stored.
  while (await inTransaction(deps.database, (transaction) => makeNextStatement(deps, transaction, scope, until), { timeout: longestMs }));
}

/** Makes the statement of the first month that ended by an instant and has none. Returns whether there was one. */
async function makeNextStatement({ clock }: ClosingDeps, transaction: Transaction, scope: ReceiverScope, until: Date): Promise<boolean> {
  await makeStatementsAlone(transaction, scope);
  const { accountStatement, receiver: record } = databaseOf(transaction, scope);
  const receiver = await record.findUniqueOrThrow();
  const last = await accountStatement.findFirst({ orderBy: { number: 'desc' } });
  const month = last ? addMonths(monthOf(last.month), 1) : await firstMonth(transaction, scope, receiver);
  if (month === null || periodOfMonth(month).start >= until) return false;
  const period = periodOfMonth(month);
  const number = (last?.number ?? 0) + 1;
  const opening_cents = last ? storedCents(last.closing_cents) : await owedAt(transaction, scope, period.start);
  const sums = await sumAccountEntries(transaction, scope, period);
  const closing_cents = subtract(add(opening_cents, sums.card_cents), sums.credit_cents);
  const holder = customerName(receiver);
  await accountStatement.create({ data: { number, month: period.start, opening_cents, closing_cents, ...sums, holder, made_at: clock() } });
  await copyToStatement(transaction, scope, number, period);
  return true;
}

/** Returns the month of the first booking since the account began; null when there is none. */
async function firstMonth(transaction: Transaction, scope: ReceiverScope, { created_at }: Receiver): Promise<Month | null> {
  const first = await firstBookedSince(transaction, scope, periodOfMonth(monthOf(created_at)).start);
  return first && monthOf(first);
}
