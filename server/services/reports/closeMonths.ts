import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { copyToStatement, firstBookedSince, owedAt, sumAccountEntries } from '../../db/queries/accountEntries.ts';
import { closeBooksUntil, readLedgerTime, receiversWithoutStatement } from '../../db/queries/closedBooks.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { add, subtract } from '../../domain/basics/money.ts';
import { addMonths, type Month, monthOf, periodOfMonth } from '../../domain/basics/periods.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Queues one job per receiver who has no statement of the month that ended last. */
export async function planMonthClosings({ database, queue, clock }: Pick<Deps, 'database' | 'queue' | 'clock'>): Promise<void> {
  const month = monthOf(clock());
  const ended = { start: periodOfMonth(month).start, before: periodOfMonth(addMonths(month, -1)).start };
  for (let after = firstId, ids: string[] = [after]; ids.length > 0; after = ids.at(-1) ?? after) {
    ids = await receiversWithoutStatement(database, ended, after);
    for (const receiverId of ids) await queue.send('close-months', { receiver_id: receiverId }, { singletonKey: receiverId });
  }
}

/**
 * Makes the statements of a receiver's months that are over, oldest first: each takes the next number, its rows and
 * balances are stored, and nothing is booked into its month any more. Their numbers follow from the months alone, not
 * from who asks first. A second run makes none.
 */
export async function closeMonths(deps: Pick<Deps, 'database' | 'clock' | 'machineClock'>, scope: ReceiverScope): Promise<void> {
  while (await withLockedReceiver(deps, scope, (transaction, receiver) => closeNextMonth(transaction, scope, receiver)));
}

/** Closes the first month that is over and has no statement. Returns whether there was one. */
async function closeNextMonth(transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<boolean> {
  const { accountStatement } = databaseOf(transaction, scope);
  const last = await accountStatement.findFirst({ orderBy: { number: 'desc' } });
  const month = last ? addMonths(monthOf(last.month), 1) : await firstMonth(transaction, scope, receiver);
  if (month === null || month >= monthOf(await readLedgerTime(transaction))) return false;
  const period = periodOfMonth(month);
  await closeBooksUntil(transaction, scope, period.end);
  const number = (last?.number ?? 0) + 1;
  const opening_cents = last ? storedCents(last.closing_cents) : await owedAt(transaction, scope, period.start);
  const sums = await sumAccountEntries(transaction, scope, period);
  const closing_cents = subtract(add(opening_cents, sums.card_cents), sums.credit_cents);
  await accountStatement.create({
    data: {
      number,
      month: period.start,
      opening_cents,
      closing_cents,
      ...sums,
      holder: receiver.business_name ?? receiver.email,
      made_at: await readLedgerTime(transaction),
    },
  });
  await copyToStatement(transaction, scope, number, period);
  return true;
}

/** Returns the month of the first booking since the account began; null when there is none. */
async function firstMonth(transaction: Transaction, scope: ReceiverScope, { created_at }: Receiver): Promise<Month | null> {
  const first = await firstBookedSince(transaction, scope, periodOfMonth(monthOf(created_at)).start);
  return first && monthOf(first);
}
