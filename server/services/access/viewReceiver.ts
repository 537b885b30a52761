import type { Subject } from '../../contract/define.ts';
import type { Database } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { ownerOfBankHandle, ownerOfCards, ownerOfStoreHandle } from '../../db/queries/findOwner.ts';
import { findReceiver, findReceiverOfFeed, findReceiverOfUser } from '../../db/queries/findReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { receiverScope } from '../../db/scope.ts';
import { type Action, can, staffRefusal } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isUuid, lowestUuid } from '../../domain/basics/uuid.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import type { AuditAction } from '../../domain/staff/auditWords.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { recordAudit } from './audit.ts';
import type { AuditEntry, Origin } from './auditEntry.ts';
import type { Caller } from './caller.ts';
import { requireMasquerade } from './masquerade.ts';
import type { ReceiverView } from './receiverView.ts';
import { receiverOfUnsubscribeToken } from './unsubscribeToken.ts';

export type { ReceiverView };

/** Returns the same view with the record read again, after a use case that changed it. */
export async function reloadView({ database }: Pick<Deps, 'database'>, view: ReceiverView): Promise<ReceiverView> {
  return { ...view, receiver: await databaseOf(database, view.scope).receiver.findUniqueOrThrow() };
}

interface Naming {
  by: Subject['by'];
  /** The name in the call; undefined stands for the caller where the call allows it. */
  name: string | undefined;
  optional: boolean;
  /** The call as the audit log names it. */
  call: AuditAction;
  /** The call is one of the customer's own pages, so staff need an open view of that customer. Staff's own calls need none. */
  needsMasquerade: boolean;
  /** How staff may use the call on another receiver's record. */
  effect: 'reads' | 'audited' | 'refused';
  /** The action behind a call that needs more than permission to see the record. */
  action?: Action | undefined;
  origin: Origin;
}

async function ownerOfHandle(database: Database, caller: Caller, by: 'bankHandle' | 'storeHandle', handle: string): Promise<string | null> {
  const isBank = by === 'bankHandle';
  if (handle === BLANK) return caller.receiver[isBank ? 'plaid_access_token' : 'rutter_access_token'] === BLANK ? caller.receiverId : null;
  return isBank ? ownerOfBankHandle(database, handle) : ownerOfStoreHandle(database, handle);
}

async function find({ database }: Deps, caller: Caller, { by, name }: Naming): Promise<Receiver | null> {
  if (name === undefined) return null;
  const findById = (id: string | null) => (id === null ? null : findReceiver(database, id));
  switch (by) {
    case 'card':
      return findById(await ownerOfCards(database, name.split(',')));
    case 'bankHandle':
    case 'storeHandle':
      return findById(await ownerOfHandle(database, caller, by, name));
    case 'token':
    case 'either': {
      const byId = by === 'either' && isUuid(name) ? await findById(name) : null;
      return byId ?? findReceiverOfUser(database, name);
    }
  }
}

/** Tells whether a call names the caller, as nearly every call does: their record has been read with their identity. */
function namesCaller({ receiver }: Caller, { by, name }: Naming): boolean {
  return (name === receiver.token && (by === 'token' || by === 'either')) || (name === receiver.id && by === 'either');
}

const ownView = ({ scope, receiver, role, memberId }: Caller): ReceiverView => ({
  scope,
  receiver,
  isOwn: true,
  // A cardholder is always a member; without one, nothing is theirs.
  ...(role === 'cardholder' && { holderId: memberId ?? lowestUuid }),
});

/**
 * Returns the receiver that a call names, if the caller may see it: their own, or, for admin and support, any of the
 * same program, which is recorded in the audit log. Throws the same `not_found` for another's record as for one that
 * does not exist, and `forbidden` for actions that only the merchant, or only other roles, may do.
 */
export async function viewReceiver(deps: Deps, caller: Caller, naming: Naming): Promise<ReceiverView> {
  if (naming.name === undefined && naming.optional) return ownView(caller);
  const receiver = namesCaller(caller, naming) ? caller.receiver : await find(deps, caller, naming);
  if (receiver?.id === caller.receiverId) return naming.needsMasquerade ? ownView(caller) : viewOwnAsStaff(deps, caller, naming);
  const isStaff = caller.admin || caller.support;
  if (!receiver || !isStaff || receiver.whitelabel !== caller.receiver.whitelabel) throw new DomainError('not_found');
  return viewAsStaff(deps, caller, receiver, naming);
}

/** Lets staff look at their own record on their pages. Refuses what they may only do for others, and records that. */
async function viewOwnAsStaff(deps: Deps, caller: Caller, { action, call, origin }: Naming): Promise<ReceiverView> {
  if (action === undefined || can(caller, action, caller.receiver)) return ownView(caller);
  await recordAudit(deps, { scope: caller.scope, actor: caller, action: call, outcome: 'refused', origin });
  throw new DomainError('forbidden', { reason: staffRefusal(caller, caller.receiver) });
}

/**
 * Lets staff view a customer of their program, and records what they read or were refused. An effect is recorded with
 * its outcome, by the use case that makes it. Throws `masquerade_over` when the call needs an open view of the customer and
 * there is none.
 */
export async function viewAsStaff(
  deps: Deps,
  caller: Caller,
  receiver: Receiver,
  { call, effect, action, needsMasquerade, origin }: Pick<Naming, 'call' | 'effect' | 'action' | 'needsMasquerade' | 'origin'>,
): Promise<ReceiverView> {
  const isCustomersAlone = effect === 'refused';
  const refused = isCustomersAlone || (action !== undefined && !can(caller, action, receiver));
  const scope = receiverScope(receiver.id);
  const masqueradeId = needsMasquerade && !refused ? await requireMasquerade(deps, caller, scope) : null;
  const entry: AuditEntry = { scope, actor: caller, action: call, masqueradeId, origin };
  if (refused || effect === 'reads') await recordAudit(deps, { ...entry, outcome: refused ? 'refused' : 'done' });
  if (isCustomersAlone) throw new DomainError('forbidden', { reason: 'Only the customer may do this. Ask them to do it while they are signed in themselves.' });
  if (refused) throw new DomainError('forbidden', { reason: staffRefusal(caller, receiver) });
  const isEffectAsCustomer = needsMasquerade && effect === 'audited';
  return { scope, receiver, isOwn: false, ...(isEffectAsCustomer && { effect: entry }) };
}

/** Returns the customer of a row in a list of staff, to complete the row. */
export async function viewListed({ database }: Pick<Deps, 'database'>, receiverId: string): Promise<ReceiverView> {
  const scope = receiverScope(receiverId);
  return { scope, receiver: await databaseOf(database, scope).receiver.findUniqueOrThrow(), isOwn: false };
}

/** Returns the receiver whose calendar feed has this secret address. The address alone gives access to what the feed shows. Throws `not_found`. */
export async function viewByCalendarFeed({ database }: Deps, token: string): Promise<ReceiverView> {
  const receiver = await findReceiverOfFeed(database, token);
  if (!receiver) throw new DomainError('not_found');
  return { scope: receiverScope(receiver.id), receiver, isOwn: false };
}

/**
 * Returns the receiver to whom the mail with this unsubscribe token was sent, on the site of their own program only. The token
 * gives access to nothing but that mail. Throws `not_found` for any other token.
 */
export async function viewByUnsubscribeToken({ database, secrets }: Deps, program: CurrentProgram, token: string): Promise<ReceiverView> {
  const id = receiverOfUnsubscribeToken(secrets, program, token);
  const receiver = id === null ? null : await findReceiver(database, id);
  if (receiver?.whitelabel !== program.key) throw new DomainError('not_found');
  return { scope: receiverScope(receiver.id), receiver, isOwn: false };
}
