import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { AuditEntry } from './auditEntry.ts';

/** A receiver as one caller sees it. The scope gives access to this receiver's rows alone. */
export interface ReceiverView {
  scope: ReceiverScope;
  receiver: Receiver;
  /** False while staff look at a customer. */
  isOwn: boolean;
  /** The member of the team whose cards alone are seen; absent for everybody who sees all of the account. */
  holderId?: string;
  /** Tells a member of a store's staff why they see no amounts, and whom to ask; absent for everybody who sees them. */
  hiddenBecause?: string;
  /** The entry of an effect that staff are about to have on this customer's own pages, to be recorded with its outcome. */
  effect?: AuditEntry;
}
