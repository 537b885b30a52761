import { callName } from '../contract/call.ts';
import type { RouteContract, Subject } from '../contract/define.ts';
import { InvalidRequest } from '../contract/invalidRequest.ts';
import { unstorableText } from '../contract/storableText.ts';
import { can } from '../domain/access/access.ts';
import { mayRoleCall, teamRoleTexts } from '../domain/access/teamRoles.ts';
import { DomainError } from '../domain/basics/errors.ts';
import { isUnstorable } from '../domain/basics/storableText.ts';
import type { Caller } from '../services/access/caller.ts';
import { holdsCards } from '../services/access/heldCards.ts';
import { requireStaffPermission } from '../services/access/storeStaff.ts';
import { type ReceiverView, viewReceiver } from '../services/access/viewReceiver.ts';
import type { Deps } from '../services/deps.ts';
import { Turns } from '../services/requests/turns.ts';
import { identifyCaller } from '../services/signIn/identifyCaller.ts';
import { viewByShop } from '../services/signIn/viewByShop.ts';
import type { ApiRequest } from './apiRequest.ts';
import { callsPerMinute, countCall, countFailures, tooQuick } from './middleware/rateLimit.ts';

/** A request whose body has been read. */
export type ReadRequest = ApiRequest & { body: unknown };

/** The caller, and the receiver that the call is about, as this caller may see it. */
interface Authorized {
  caller: Caller | undefined;
  view: ReceiverView | null | undefined;
}

/**
 * Turns to be signed in. One person's calls that come together wait for each other, so that they take neither all connections
 * to the database nor, for long, the event loop, on which the purchases of others are decided.
 */
const turns = new Turns({
  atOnce: Number.POSITIVE_INFINITY,
  perCaller: 2,
  waiting: Number.POSITIVE_INFINITY,
  waitingPerCaller: callsPerMinute,
  refusals: { ofCaller: () => tooQuick(1), inAll: () => new DomainError('not_ready') },
});

/** Signs the caller in and finds the receiver that the call is about, before any other part of the request is checked. */
export async function authorize(deps: Deps, contract: RouteContract, request: ReadRequest): Promise<Authorized> {
  if (contract.who === 'anyone') return { caller: undefined, view: undefined };
  const end = await turns.take(request.accessToken ?? request.origin.address, request.left());
  return authorizeInTurn(deps, contract, request).finally(end);
}

async function authorizeInTurn(deps: Deps, contract: RouteContract, request: ReadRequest): Promise<Authorized> {
  if (contract.who === 'shop') return { caller: undefined, view: await authorizeShop(deps, request) };
  const caller = await countFailures(deps, 'address', request.origin.address, () => identifyCaller(deps, request.program, request.accessToken));
  await countCall(deps, 'caller', caller.personKey);
  if (contract.limit) await countCall(deps, contract.limit, caller.personKey);
  requireRole(contract, caller);
  if (caller.isStoreStaff) await requireStaffPermission(deps, caller, contract.storeStaff ?? 'never');
  const staffOnly = contract.who === 'staff' || contract.who === 'admin';
  if (staffOnly && !mayEnter(contract, caller)) throw new DomainError('forbidden');
  if (!contract.subject) return { caller, view: undefined };
  const view = await viewReceiver(deps, caller, {
    by: contract.subject.by,
    name: nameOfSubject(contract.subject, request),
    optional: contract.subject.optional ?? false,
    needsMasquerade: contract.who === 'receiver',
    call: callName(contract),
    effect: contract.method === 'GET' ? 'reads' : contract.masquerade,
    action: contract.action,
    origin: request.origin,
  });
  const holdsCard = await holdsNamedCards(deps, contract, request, caller, view);
  if (contract.action && !can(caller, contract.action, view.receiver, holdsCard)) throw new DomainError('forbidden');
  return { caller, view };
}

/** Throws `forbidden` for a call that a person's role in the team does not allow. */
function requireRole({ team }: RouteContract, { role, isStoreStaff }: Caller): void {
  // A store's staff without a role are refused by what their owner lets them do, in words of its own.
  if (isStoreStaff || team === undefined || mayRoleCall(team, role)) return;
  throw new DomainError('forbidden', { reason: `Your role in the team is ${teamRoleTexts[role].label}, which may not do this. Ask the owner of the account.` });
}

/** Returns whether the caller holds the cards that a call names; empty for a call that names none, or that is about another's account. */
async function holdsNamedCards(
  deps: Deps,
  contract: RouteContract,
  request: ReadRequest,
  caller: Caller,
  { isOwn }: ReceiverView,
): Promise<{ holdsCard?: boolean }> {
  if (caller.role === 'owner' || !isOwn) return {};
  const subject = contract.subject?.by === 'card' ? contract.subject : cardInPath;
  const named = nameOfSubject(subject, request);
  return named === undefined ? {} : { holdsCard: await holdsCards(deps, caller, named.split(',')) };
}

/** The card of a path such as `/api/users/:token/cards/:card`. */
const cardInPath: Subject = { in: 'params', name: 'card', by: 'card' };

/** Signs a shop's admin in. Rate-limits a shop with an account by receiver, one without by address. */
async function authorizeShop(deps: Deps, request: ApiRequest): Promise<ReceiverView | null> {
  const view = await countFailures(deps, 'address', request.origin.address, () => viewByShop(deps, request.program, request.accessToken));
  await (view ? countCall(deps, 'caller', view.receiver.id) : countCall(deps, 'address', request.origin.address));
  return view;
}

/**
 * Returns whether a caller may make a call of staff. Lets support through to an admin's call about a customer: that is
 * refused once the customer is known, because the refusal goes to the customer's log.
 */
function mayEnter({ who, subject, action }: RouteContract, { admin, support }: Caller): boolean {
  return admin || (support && (who === 'staff' || (subject !== undefined && action !== undefined)));
}

function nameOfSubject(subject: Subject, request: ReadRequest): string | undefined {
  // A body that is not an object has no fields.
  const names: Readonly<Record<string, unknown>> = Object(request[subject.in]);
  const value = names[subject.name];
  // The subject is looked up before the rest of the request is checked.
  if (typeof value === 'string' && isUnstorable(value)) {
    throw new InvalidRequest([unstorableText(subject.in === 'body' ? subject.name : `${subject.in}.${subject.name}`)]);
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
}
