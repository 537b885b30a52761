import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isToldToMerchant } from '../../domain/staff/staffChanges.ts';
import type { Deps } from '../deps.ts';

/** Queues a mail to a customer about a change by staff, in programs that send such mails; ignores changes that do not concern the customer. */
export async function queueStaffChangeLetter({ queue, clock }: Deps, transaction: Transaction, { receiverId }: ReceiverScope, change: string): Promise<void> {
  if (!isToldToMerchant(change)) return;
  await queue.send('send-letter', { receiver_id: receiverId, kind: 'staff_change', about: `${change} ${clock().toISOString()}` }, { transaction });
}
