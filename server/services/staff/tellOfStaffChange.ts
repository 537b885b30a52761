import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { meaningOfStaffChange } from '../../domain/staff/staffChanges.ts';
import type { Deps } from '../deps.ts';

/** Has a customer told by mail what staff changed, in programs that tell; a change that is none of theirs is passed over. */
export async function tellOfStaffChange({ queue, clock }: Deps, transaction: Transaction, { receiverId }: ReceiverScope, change: string): Promise<void> {
  if (meaningOfStaffChange(change) === null) return;
  await queue.send('send-letter', { receiver_id: receiverId, kind: 'staff_change', about: `${change} ${clock().toISOString()}` }, { transaction });
}
