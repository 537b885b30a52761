import { z } from 'zod';
import { bankLinkOfItem, ownerOfAccountHolder, ownerOfCard, storeLinkOfConnection } from '../../db/queries/findOwner.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { refreshBank } from '../bank/refreshBank.ts';
import { applyShipment } from '../card/issue/applyShipment.ts';
import { storeCardTransaction, syncCardTransaction } from '../card/purchases/syncCardTransaction.ts';
import { syncCard } from '../card/syncCard.ts';
import { syncTokenizations } from '../card/wallets/tokenizations.ts';
import type { Deps } from '../deps.ts';
import { applyHolderEvent, receiverOfHolder } from '../kyb/refreshAccountHolder.ts';
import { queueTransferEvents } from '../repayment/queueTransferEvents.ts';
import type { WebhookEventSubject } from './webhookEvent.ts';

type SubjectAbout<About extends WebhookEventSubject['about']> = Extract<WebhookEventSubject, { about: About }>;

/** Handles webhook events that concern one receiver. */
interface ReceiverEventHandler<Subject> {
  /** Returns the id of the receiver that the event concerns; null when nobody here is concerned. */
  findReceiver: (deps: Deps, subject: Subject) => Promise<string | null>;
  /** Stores the state of the event's object, which the event carries or which is fetched. May be repeated, in any order. */
  apply: (deps: Deps, scope: ReceiverScope, subject: Subject) => Promise<void>;
}

/** Handles webhook events that name no receiver. */
interface CommonEventHandler<Subject> {
  applyForAll: (deps: Deps, subject: Subject) => Promise<void>;
}

type EventHandler<Subject> = ReceiverEventHandler<Subject> | CommonEventHandler<Subject>;

type EventHandlers = { [About in WebhookEventSubject['about']]: EventHandler<SubjectAbout<About>> | null };

/** The handler for each subject of a webhook event; null for a subject that is recorded but needs no action. */
const eventHandlers: EventHandlers = {
  account_holder: {
    findReceiver: (deps, { token }) => receiverOfHolder(deps, token),
    apply: (deps, scope, { token }) => applyHolderEvent(deps, scope, token),
  },
  card: {
    findReceiver: (deps, { token }) => ownerOfCard(deps.database, token),
    apply: async (deps, scope, { token }) => void (await syncCard(deps, scope, token)),
  },
  bank_link: {
    findReceiver: async (deps, { item_id }) => (await bankLinkOfItem(deps.database, item_id))?.receiver_id ?? null,
    apply: async (deps, scope, { item_id, code }) => {
      const link = await bankLinkOfItem(deps.database, item_id);
      if (link) await refreshBank(deps, scope, link.id, { code });
    },
  },
  store: {
    findReceiver: async (deps, { connection_id }) => (await storeLinkOfConnection(deps.database, connection_id))?.receiver_id ?? null,
    apply: async (deps, scope, { connection_id }) => {
      const link = await storeLinkOfConnection(deps.database, connection_id);
      // Nothing is read here: a shop tells of each of its orders, and the purchases told meanwhile would wait behind as many calls.
      if (link) await deps.queue.send('sync-store', { receiver_id: scope.receiverId, link_id: link.id }, { singletonKey: link.id });
    },
  },
  shipment: { findReceiver: (deps, { token }) => ownerOfCard(deps.database, token), apply: applyShipment },
  card_transaction: {
    findReceiver: (deps, { card_token }) => ownerOfCard(deps.database, card_token),
    // The transaction in the signed body is stored without another read; an older state than ours changes nothing.
    apply: (deps, scope, { token, transaction }) =>
      transaction === null ? syncCardTransaction(deps, scope, token) : storeCardTransaction(deps, scope, transaction),
  },
  tokenization: {
    findReceiver: (deps, { card_token }) => ownerOfCard(deps.database, card_token),
    apply: (deps, scope, { card_token }) => syncTokenizations(deps, scope, card_token),
  },
  // Nothing is read here either: the bank tells of transfers about once a second on a busy day, and answers as often as its quota allows.
  bank_transfers: { applyForAll: (deps) => queueTransferEvents(deps) },
  other: null,
};

const name = z.string().optional().catch(undefined);
const namesSchema = z.object({ token: name, card_token: name, item_id: name, connection_id: name }).catch({});

/**
 * Returns the receiver that any name in a body points to, for a body that cannot be read as a whole; null when no name
 * belongs to a receiver here.
 */
export async function receiverNamedBy({ database }: Deps, body: unknown): Promise<string | null> {
  const { token, card_token = token, item_id, connection_id } = namesSchema.parse(body);
  const found = [
    card_token !== undefined ? await ownerOfCard(database, card_token) : null,
    token !== undefined ? await ownerOfAccountHolder(database, token) : null,
    item_id !== undefined ? (await bankLinkOfItem(database, item_id))?.receiver_id : null,
    connection_id !== undefined ? (await storeLinkOfConnection(database, connection_id))?.receiver_id : null,
  ];
  return found.find((receiverId) => receiverId != null) ?? null;
}

/** Returns the handler of a subject, found under the subject's own key; null when nothing is done about it. */
export function eventHandler(subject: WebhookEventSubject): EventHandler<WebhookEventSubject> | null {
  // Another version may have stored a subject that this one does not know.
  return (eventHandlers[subject.about] as EventHandler<WebhookEventSubject> | null | undefined) ?? null;
}
