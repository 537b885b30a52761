import type { Transaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import type { Receiver as StoredReceiver } from '../../db/rows.ts';
import { can, isFrozen, staffRefusal } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { closingState } from '../../domain/receiver/closing.ts';
import type { Receiver, ReceiverFieldName } from '../../domain/receiver/receiver.ts';
import { type AdminAction, adminActionDescriptions, adminConfirmation, closingObstacle, fieldsAfter } from '../../domain/staff/adminActions.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { cancelPlannedDraws } from '../bank/cancelPlannedDraws.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { queueStaffChangeLetter } from './queueStaffChangeLetter.ts';
import { undoAtProviders } from './undoAtProviders.ts';

interface Order {
  action: AdminAction;
  reason: string;
  /** The customer's business name, or the email where there is none, as it was typed. */
  confirmation: string | undefined;
  /** See `AccessOptions`. */
  overrideFraud?: boolean;
  origin: Origin;
}

/** A field of the account's record that an action has changed. */
export interface FieldChange {
  field: ReceiverFieldName;
  before: unknown;
  after: unknown;
}

function requireConfirmation(receiver: StoredReceiver, { action, confirmation }: Order): void {
  const expected = adminConfirmation(action, receiver);
  if (expected === null || confirmation?.trim() === expected) return;
  const { label } = adminActionDescriptions[action];
  throw new DomainError('confirmation_needed', {
    reason: `“${label}” cannot be taken back. Type ${receiver.business_name ? 'the business name' : 'the email'} of the customer to confirm.`,
  });
}

/** Returns the columns of the fields that an action sets and clears. */
function columns(fields: Partial<Receiver>): ChangesOf<'receiver'> {
  const { ein, ...plain } = fields;
  const data = plain as ChangesOf<'receiver'>;
  // The issuer's status belongs to the account holder that is removed.
  const kyb = 'lithic_account_holder_token' in fields ? { kyb_status: null, kyb_status_reasons: [] } : {};
  return { ...data, ...kyb, ...(ein === null ? { ein_encrypted: null, ein_last_four: null } : {}) };
}

/** Returns the fields that an action has changed, without the flag that follows from them. */
function changesOf(before: Receiver, after: Receiver): FieldChange[] {
  const fields = Object.keys(before) as ReceiverFieldName[];
  return fields
    .filter((field) => field !== 'is_onboarding' && before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

async function store(
  deps: Deps,
  transaction: Transaction,
  { caller, view, order, before }: { caller: Caller; view: ReceiverView; order: Order; before: StoredReceiver },
) {
  const { scope } = view;
  const obstacle = closingObstacle(order.action, closingState(before));
  if (obstacle !== null) throw new DomainError('step_out_of_order', { reason: obstacle });
  const unlocks = order.action === 'unlock_account' && before.is_locked;
  const data = { ...columns(fieldsAfter(order.action)), ...(unlocks && { unlocked_at: deps.clock() }) };
  const own = databaseOf(transaction, scope).receiver;
  await own.update({ data });
  const receiver = await own.findUniqueOrThrow();
  if (!isFrozen(before) && isFrozen(receiver)) await cancelPlannedDraws(deps, transaction, scope, { kinds: ['scheduled'], reason: 'The account was locked.' });
  const { effect } = adminActionDescriptions[order.action];
  const clears = effect.kind === 'fields' ? effect.clears : [];
  const isUndone = await undoAtProviders(deps, transaction, scope, { before, after: receiver, clears });
  const changed = changesOf(wireReceiver(before), wireReceiver(receiver));
  const isDone = changed.length > 0 || isUndone;
  // Nothing was done by a repeat, so nothing is recorded.
  if (!isDone && effect.kind === 'fields') return { receiver, changed };
  const done = { action: order.action, fields: changed.map(({ field }) => field) };
  const details = { ...done, ...(order.overrideFraud && { override_fraud: true }) };
  await recordAudit(deps, { scope, actor: caller, action: `admin action ${order.action}`, reason: order.reason, details, origin: order.origin }, transaction);
  if (isDone) {
    await recordTimeline(deps, scope, 'staff_changed', done, transaction);
    await queueStaffChangeLetter(deps, transaction, scope, order.action);
    await requestSpendingPower(deps, transaction, scope, `staff: ${order.action}`);
  }
  return { receiver, changed };
}

/**
 * Runs one admin action on a customer: sets and clears the action's fields, queues the matching changes at the
 * providers, and writes both identities and the reason to the audit log. A repeat changes nothing more. Throws
 * `forbidden` for a role that may not do it, which is audited too, and `confirmation_needed` when the business name was
 * not typed for an action that cannot be undone, and `step_out_of_order` for one that a closing account has no use for.
 */
export async function runAdminAction(deps: Deps, caller: Caller, view: ReceiverView, order: Order) {
  const account = wireReceiver(view.receiver);
  if (!can(caller, order.action, account, order)) {
    await recordAudit(deps, {
      scope: view.scope,
      actor: caller,
      action: `admin action ${order.action}`,
      outcome: 'refused',
      reason: order.reason,
      origin: order.origin,
    });
    throw new DomainError('forbidden', { reason: staffRefusal(caller, account) });
  }
  requireConfirmation(view.receiver, order);
  const { receiver, changed } = await withLockedReceiver(deps, view.scope, (transaction, before) => store(deps, transaction, { caller, view, order, before }));
  const { effect } = adminActionDescriptions[order.action];
  const opens = effect.kind === 'opens' ? effect.flow : effect.kind === 'downloads' ? ('repayment_csv' as const) : null;
  return { view: { ...view, receiver }, changed, opens };
}
