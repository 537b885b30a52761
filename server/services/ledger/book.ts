import type { Transaction } from '../../db/database.ts';
import { addLedgerTransfers, transfersOfSubject } from '../../db/queries/ledger.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type LedgerSubject, type LedgerTransfer, missingTransfers } from '../../domain/ledger/ledger.ts';

/**
 * Updates the books to the present state of one object: books the difference between what its state requires and what
 * was booked for it so far. The receiver's row must be held. Returns the new bookings; empty when the books were right.
 */
export async function book(transaction: Transaction, scope: ReceiverScope, subject: LedgerSubject): Promise<readonly LedgerTransfer[]> {
  const missing = missingTransfers(subject, await transfersOfSubject(transaction, scope, subject.subject_id));
  await addLedgerTransfers(transaction, scope, missing);
  return missing;
}
