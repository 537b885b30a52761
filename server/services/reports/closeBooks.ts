import { closeBooksUntil, readLedgerTime } from '../../db/queries/closedBooks.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';

/**
 * Closes a receiver's books up to now and returns that instant: whatever was booked before it can be read, and whatever
 * is booked later comes after it. So a file that ends there has all its rows, and the next one begins there.
 */
export function closeBooks(deps: Pick<Deps, 'database' | 'clock' | 'machineClock'>, scope: ReceiverScope): Promise<Date> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const now = await readLedgerTime(transaction);
    await closeBooksUntil(transaction, scope, now);
    return now;
  });
}
