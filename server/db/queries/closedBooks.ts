import { Prisma, prismaOf, readMany, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';

/** Returns the present instant as the ledger dates its rows, in whole milliseconds. */
export async function readLedgerTime(transaction: Transaction): Promise<Date> {
  const [row] = await readMany<{ now: Date }>(transaction, Prisma.sql`SELECT date_trunc('milliseconds', headway_now()) AS now`);
  if (!row) throw new Error('a statement without conditions returned no row');
  return row.now;
}

/**
 * Closes a receiver's books up to an instant: the database records nothing more before it. The receiver's row must
 * be held, so that all that was recorded before is there to be read.
 */
export async function closeBooksUntil(transaction: Transaction, { receiverId }: ReceiverScope, until: Date): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    INSERT INTO closed_books (receiver_id, until) VALUES (${receiverId}::uuid, ${until})
    ON CONFLICT (receiver_id) DO UPDATE SET until = greatest(closed_books.until, excluded.until)`;
}

/** Waits for others who make statements of this receiver, and holds them up until the transaction ends; nothing else waits. */
export async function makeStatementsAlone(transaction: Transaction, { receiverId }: ReceiverScope): Promise<void> {
  await prismaOf(transaction).$executeRaw`SELECT pg_advisory_xact_lock(hashtext('account_statement'), hashtext(${receiverId}))`;
}

/** Returns the next receivers, ordered by id, who have bookings from before a month and no statement of the month before it. */
export async function receiversWithoutStatement(transaction: Transaction, month: { start: Date; before: Date }, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE id > ${after}::uuid AND created_at < ${month.start}
      AND EXISTS (SELECT FROM ledger_transfer WHERE receiver_id = receiver.id AND recorded_at < ${month.start} ${perReceiver})
      AND NOT EXISTS (SELECT FROM account_statement WHERE receiver_id = receiver.id AND month = ${month.before}::date ${perReceiver})
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}
