import type { Subject } from '../../contract/define.ts';
import type { Database } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { ownerOfBankHandle, ownerOfCard, ownerOfCards, ownerOfStoreHandle } from '../../db/queries/findOwner.ts';
import { findReceiver, findReceiverOfFeed, findReceiverOfUser } from '../../db/queries/findReceiver.ts';
import { findPlatformAccount } from '../../db/queries/platformAccounts.ts';
import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';
import { type Action, can } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { type Origin, recordAudit } from './audit.ts';
import type { Caller } from './caller.ts';
import { requireMasquerade } from './masquerade.ts';

/** A receiver as one caller sees it. The scope opens this receiver's rows, and no other's. */
export interface ReceiverView {
  scope: ReceiverScope;
  receiver: Receiver;
  /** False while staff look at a customer. */
  isOwn: boolean;
}

/** The same view with the record as it is by now, after a use case that changed it. */
export async function viewAnew({ database }: Pick<Deps, 'database'>, view: ReceiverView): Promise<ReceiverView> {
  return { ...view, receiver: await databaseOf(database, view.scope).receiver.findUniqueOrThrow() };
}

interface Naming {
  by: Subject['by'];
  /** What the call names; undefined stands for the caller where the call allows it. */
  name: string | undefined;
  optional: boolean;
  /** The call as the audit log names it. */
  call: string;
  /** The call is made through a customer's eyes, so staff need an open view of that customer. */
  needsMasquerade: boolean;
  /** What staff may do with the call on another's record. */
  effect: 'reads' | 'audited' | 'refused';
  /** What the call does, where that is not everybody's who may see the record. */
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
    case 'id':
    case 'token':
    case 'either': {
      const byId = by !== 'token' && isUuid(name) ? await findById(name) : null;
      return byId ?? (by === 'id' ? null : findReceiverOfUser(database, name));
    }
  }
}

const ownView = (caller: Caller): ReceiverView => ({ scope: caller.scope, receiver: caller.receiver, isOwn: true });

/**
 * The receiver that a call names, if the caller may see it: their own, or any of the same program for admin and
 * support, which goes to the audit log. Somebody else's throws the very `not_found` of one that does not exist. What
 * is a merchant's alone, or not for the caller's role, throws `forbidden`.
 */
export async function viewReceiver(deps: Deps, caller: Caller, naming: Naming): Promise<ReceiverView> {
  if (naming.name === undefined && naming.optional) return ownView(caller);
  const receiver = await find(deps, caller, naming);
  if (receiver?.id === caller.receiverId) return ownView(caller);
  const isStaff = caller.admin || caller.support;
  if (!receiver || !isStaff || receiver.whitelabel !== caller.receiver.whitelabel) throw new DomainError('not_found');
  return viewAsStaff(deps, caller, receiver, naming);
}

/**
 * Lets staff look at a customer of their program, and writes down that they did, or that they were refused. Throws
 * `masquerade_over` when the call needs an open view of the customer and there is none.
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
  await recordAudit(deps, { scope, actor: caller, action: call, outcome: refused ? 'refused' : 'done', masqueradeId, origin });
  if (isCustomersAlone) throw new DomainError('forbidden', { reason: 'Only the customer may do this. Ask them to do it while they are signed in themselves.' });
  if (refused) throw new DomainError('forbidden');
  return { scope, receiver, isOwn: false };
}

/** The receiver whose calendar feed has this secret address: to know it is to be let in, for what the feed shows. Throws `not_found`. */
export async function viewByCalendarFeed({ database }: Deps, token: string): Promise<ReceiverView> {
  const receiver = await findReceiverOfFeed(database, token);
  if (!receiver) throw new DomainError('not_found');
  return { scope: receiverScope(receiver.id), receiver, isOwn: false };
}

/**
 * The receiver of the shop whose admin made a session token, to be shown there; null while nobody has opened the app in
 * that shop. A token may be shown again while it lives. Throws `unauthenticated` for a token that is not good, and for a
 * shop that has uninstalled the app.
 */
export async function viewByShop(
  { providers, database, machineClock }: Deps,
  program: CurrentProgram,
  sessionToken: string | undefined,
): Promise<ReceiverView | null> {
  if (sessionToken === undefined) throw new DomainError('unauthenticated');
  const { shop } = await providers.shopPlatform.readSessionToken(sessionToken, machineClock()).catch((failure: unknown) => {
    throw failure instanceof InvalidSignature ? new DomainError('unauthenticated') : failure;
  });
  const account = await findPlatformAccount(database, `${program.key}:shopify`, shop);
  if (!account) return null;
  if (account.uninstalled_at !== null) throw new DomainError('unauthenticated');
  const scope = receiverScope(account.receiver_id);
  return { scope, receiver: await databaseOf(database, scope).receiver.findUniqueOrThrow(), isOwn: true };
}

/** Whose card the issuer asks us about, in a message that is signed; null when it is nobody's. */
export async function scopeOfCard({ database }: Pick<Deps, 'database'>, cardToken: string): Promise<ReceiverScope | null> {
  const owner = await ownerOfCard(database, cardToken);
  return owner === null ? null : receiverScope(owner);
}
