import type { CardRequestAnswer } from '../../../contract/cards.ts';
import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Card, CardRequest, Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { teamPermissions } from '../../../domain/access/teamRoles.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { type Cents, cents } from '../../../domain/basics/money.ts';
import type { ControlKind } from '../../../domain/card/controls/controls.ts';
import { nameOfCard } from '../../../domain/card/namedCard.ts';
import type { Caller } from '../../access/caller.ts';
import { requireStillManages } from '../../access/requireStillManages.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { mailAddressOf } from '../../receiver/mailAddress.ts';
import { type People, readPeople } from '../holders.ts';
import { requireUsableCard } from '../requireUsableCard.ts';

/** For how long, in milliseconds, an answered request is still listed. */
const listedMs = 30 * dayMs;

/** The open requests that one member can have at a time. */
const maximumOpenRequests = 10;

/** A member's request: for a card, or that one control of their card is raised. */
export type Wish = { note: string | null; amount_cents: Cents | null } & (
  | { kind: 'card' }
  | { kind: 'raise'; card_token: string; control: ControlKind; subject: string | null }
);

/** Returns the requests that are open or were answered lately, the newest first; of a cardholder their own. */
export async function readCardRequests({ database, clock }: Deps, view: ReceiverView): Promise<CardRequestAnswer[]> {
  const own = databaseOf(database, view.scope);
  const since = new Date(clock().getTime() - listedMs);
  const [requests, cards, people] = await Promise.all([
    own.cardRequest.findMany({
      where: { OR: [{ state: 'open' }, { answered_at: { gte: since } }], ...(view.holderId !== undefined && { member_id: view.holderId }) },
      orderBy: [{ asked_at: 'desc' }, { id: 'desc' }],
      take: 200,
    }),
    own.card.findMany(),
    readPeople(database, view),
  ]);
  return requests.map((request) => presentRequest(request, cards, people));
}

function presentRequest(request: CardRequest, cards: readonly Card[], people: People): CardRequestAnswer {
  const card = cards.find(({ token }) => token === request.card_token);
  return {
    id: request.id,
    // The columns take these words only.
    kind: request.kind as CardRequestAnswer['kind'],
    state: request.state as CardRequestAnswer['state'],
    control: request.control as ControlKind | null,
    member: people(request.member_id),
    card: card ? { token: card.token, name: nameOfCard(card), last_four: card.last_four } : null,
    subject: request.subject,
    amount_cents: request.amount_cents === null ? null : Number(request.amount_cents),
    note: request.note,
    asked_at: request.asked_at.toISOString(),
    answered_at: request.answered_at?.toISOString() ?? null,
  };
}

async function presentOne({ database }: Deps, view: ReceiverView, id: string): Promise<CardRequestAnswer> {
  const own = databaseOf(database, view.scope);
  const [request, cards, people] = await Promise.all([
    own.cardRequest.findUnique({ where: { receiver_id_id: { id } } }),
    own.card.findMany(),
    readPeople(database, view),
  ]);
  if (!request) throw new DomainError('not_found');
  return presentRequest(request, cards, people);
}

/**
 * Stores what a member of the team asks for, and tells owner and admins by mail. An equal request that is still open is the same one.
 * Throws `not_found` for a card that they do not hold, and `step_out_of_order` for the owner, who needs not ask, and for an eleventh request.
 */
export async function askForCard(deps: Deps, caller: Caller, view: ReceiverView, wish: Wish): Promise<CardRequestAnswer> {
  const { memberId } = caller;
  if (memberId === null) throw new DomainError('step_out_of_order', { reason: 'This is your account: add the card, or raise its limit, yourself.' });
  const id = await withLockedReceiver(deps, view.scope, async (transaction) => {
    const own = databaseOf(transaction, view.scope);
    if (wish.kind === 'raise') await requireHeldCard(transaction, view.scope, memberId, wish.card_token);
    const asked = {
      member_id: memberId,
      kind: wish.kind,
      note: wish.note,
      amount_cents: wish.amount_cents === null ? null : BigInt(wish.amount_cents),
      ...(wish.kind === 'raise' && { card_token: wish.card_token, control: wish.control, subject: wish.subject }),
    };
    const open = await own.cardRequest.findMany({ where: { member_id: memberId, state: 'open' } });
    const same = open.find((one) => Object.entries(asked).every(([name, value]) => one[name as keyof CardRequest] === value));
    if (same) return same.id;
    if (open.length >= maximumOpenRequests)
      throw new DomainError('step_out_of_order', { reason: `You have ${maximumOpenRequests} open requests. Wait until some are answered.` });
    const request = await own.cardRequest.create({ data: { ...asked, asked_at: deps.clock() } });
    await tellManagers(deps, transaction, view, request.id);
    return request.id;
  });
  return presentOne(deps, view, id);
}

async function requireHeldCard(transaction: Transaction, scope: ReceiverScope, memberId: string, token: string): Promise<void> {
  const card = await requireUsableCard(transaction, scope, token);
  if (card.holder_id !== memberId) throw new DomainError('not_found');
}

/** Gives what was asked for a card to the card that takes its place: its holder still needs it, and a yes is to raise a card that works. */
export async function passRequests(transaction: Transaction, scope: ReceiverScope, cards: { from: string; to: string }): Promise<void> {
  await databaseOf(transaction, scope).cardRequest.updateMany({ where: { card_token: cards.from }, data: { card_token: cards.to } });
}

async function tellManagers({ queue }: Deps, transaction: Transaction, { scope, receiver }: ReceiverView, id: string): Promise<void> {
  const managers = await databaseOf(transaction, scope).teamMember.findMany({
    where: { role: { in: [...teamPermissions.managers] }, removed_at: null, joined_at: { not: null } },
    select: { email: true },
  });
  const addresses = new Set([mailAddressOf(receiver), ...managers.map(({ email }) => email)].filter((address) => address !== null));
  for (const address of addresses) {
    await queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'card_request', about: `${id} ${address}` }, { transaction });
  }
}

/** Carries out a request that is granted, in the transaction that stores the answer and holds the receiver. */
export type Granting = (transaction: Transaction, request: CardRequest, receiver: Receiver) => Promise<void>;

/**
 * Answers a request with yes or no, once, and tells the member by mail, of a card once it is issued. `grant` carries a yes out in
 * the same transaction, so that nothing is granted twice.
 * Repeating the same answer changes nothing. Throws `not_found`, `step_out_of_order` for one that was answered the other way, and `forbidden`
 * for a caller who manages the team no more.
 */
export async function answerCardRequest(
  deps: Deps,
  caller: Caller,
  view: ReceiverView,
  { id, isGranted, grant }: { id: string; isGranted: boolean; grant: Granting },
): Promise<CardRequestAnswer> {
  const state = isGranted ? 'granted' : 'refused';
  await withLockedReceiver(deps, view.scope, async (transaction, receiver) => {
    await requireStillManages(transaction, view.scope, caller);
    const own = databaseOf(transaction, view.scope);
    const request = await own.cardRequest.findUnique({ where: { receiver_id_id: { id } } });
    if (!request) throw new DomainError('not_found');
    if (request.state === state) return;
    if (request.state !== 'open') throw new DomainError('step_out_of_order', { reason: `This request was ${request.state} already.` });
    if (isGranted) await grant(transaction, request, receiver);
    await own.cardRequest.update({ where: { receiver_id_id: { id } }, data: { state, answered_at: deps.clock(), answered_by: caller.memberId } });
    // Of a card that is granted the member is told once it is issued: only then can the letter name it.
    if (!isGranted || request.kind !== 'card') await tellMember(deps, transaction, view.scope, request);
  });
  return presentOne(deps, view, id);
}

/** Queues the letter to the member who asked, with what became of it. */
export async function tellMember(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { id, member_id }: Pick<CardRequest, 'id' | 'member_id'>,
): Promise<void> {
  const { email } = await databaseOf(transaction, scope).teamMember.findUniqueOrThrow({ where: { receiver_id_id: { id: member_id } } });
  const about = `${id} ${email}`;
  await queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'card_request_answer', about }, { transaction });
}

/** Returns the amount that a member asked for, in cents; null without one. */
export const askedCents = ({ amount_cents }: Pick<CardRequest, 'amount_cents'>): Cents | null => (amount_cents === null ? null : cents(Number(amount_cents)));
