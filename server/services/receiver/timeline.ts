import type { Transaction } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** What can happen to a receiver that no other table tells. */
export type TimelineKind =
  | 'agreement_accepted'
  | 'kyb_submitted'
  | 'kyb_corrected'
  | 'kyb_status_changed'
  | 'kyb_document_announced'
  | 'bank_linked'
  | 'bank_replaced'
  | 'bank_status_changed'
  | 'platform_connected'
  | 'store_connected'
  | 'store_replaced'
  | 'store_disconnected'
  | 'store_status_changed'
  | 'store_synced'
  | 'card_ordered'
  | 'card_issued'
  | 'card_sent'
  | 'card_shipped'
  | 'card_state_changed'
  | 'draw_sent'
  | 'draw_failed'
  | 'staff_changed';

/** Adds to what happened to a receiver. The details are shown to staff: ids and states, nothing secret. */
export async function recordTimeline(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { receiverId }: ReceiverScope,
  kind: TimelineKind,
  details: Prisma.InputJsonObject = {},
  transaction: Transaction = database,
): Promise<void> {
  await transaction.timelineEvent.create({ data: { receiver_id: receiverId, at: clock(), kind, details } });
}
