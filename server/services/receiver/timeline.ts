import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Events of a receiver that no other table records. */
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
  | 'card_held'
  | 'card_released'
  | 'card_lost'
  | 'card_reissued'
  | 'card_renewed'
  | 'card_holder_changed'
  | 'card_offered_to_wallet'
  | 'card_controls_changed'
  | 'card_raised'
  | 'debit_authorized'
  | 'debit_authorization_ended'
  | 'monday_mail_ended'
  | 'draw_arranged'
  | 'draw_days_chosen'
  | 'slack_connected'
  | 'slack_ended'
  | 'draw_sent'
  | 'draw_failed'
  | 'identity_shared'
  | 'payout_sent'
  | 'payout_failed'
  | 'member_invited'
  | 'member_joined'
  | 'member_changed'
  | 'member_removed'
  | 'closing_requested'
  | 'account_closed'
  | 'staff_changed';

/** Adds an event to a receiver's timeline, in the transaction of what happened, and returns its id. Staff see the details: ids and states, nothing secret. */
export async function recordTimeline(
  { clock }: Pick<Deps, 'clock'>,
  scope: ReceiverScope,
  kind: TimelineKind,
  details: JsonObject,
  transaction: Transaction,
): Promise<string> {
  const { id } = await databaseOf(transaction, scope).timelineEvent.create({ data: { at: clock(), kind, details } });
  return id;
}
