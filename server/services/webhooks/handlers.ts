import { z } from 'zod';
import type { ReceiverScope } from '../../db/scope.ts';
import { linkOfItem, refreshBank } from '../bank/refreshBank.ts';
import { applyShipment } from '../card/applyShipment.ts';
import { syncCard } from '../card/syncCard.ts';
import { syncCardTransaction } from '../card/syncCardTransaction.ts';
import type { Deps } from '../deps.ts';
import { applyHolderNews, receiverOfHolder } from '../kyb/refreshAccountHolder.ts';
import { syncTransferEvents } from '../repayment/syncTransferEvents.ts';
import { linkOfConnection, refreshStore } from '../store/refreshStore.ts';
import type { NewsSubject } from './webhookEvent.ts';

type SubjectAbout<About extends NewsSubject['about']> = Extract<NewsSubject, { about: About }>;

/** What is done about news that concern one receiver. */
interface ReceiverNewsHandler<Subject> {
  /** Whose news it is; null when nobody here is concerned (any more). */
  findReceiver: (deps: Deps, subject: Subject) => Promise<string | null>;
  /** Fetches the present state of what the news are about and stores it. May run again, and in any order. */
  apply: (deps: Deps, scope: ReceiverScope, subject: Subject) => Promise<void>;
}

/** What is done about news that name nobody. */
interface CommonNewsHandler<Subject> {
  applyForAll: (deps: Deps, subject: Subject) => Promise<void>;
}

type NewsHandler<Subject> = ReceiverNewsHandler<Subject> | CommonNewsHandler<Subject>;

type NewsHandlers = { [About in NewsSubject['about']]: NewsHandler<SubjectAbout<About>> | null };

/** What news lead to, by what they are about; null for a subject that is taken note of and leads to nothing. */
const newsHandlers: NewsHandlers = {
  account_holder: {
    findReceiver: (deps, { token }) => receiverOfHolder(deps, token),
    apply: (deps, scope, { token }) => applyHolderNews(deps, scope, token),
  },
  card: { findReceiver: (deps, { token }) => receiverOfCard(deps, token), apply: async (deps, scope, { token }) => void (await syncCard(deps, scope, token)) },
  bank_link: {
    findReceiver: async (deps, { item_id }) => (await linkOfItem(deps, item_id))?.receiver_id ?? null,
    apply: async (deps, scope, { item_id, code }) => {
      const link = await linkOfItem(deps, item_id);
      if (link) await refreshBank(deps, scope, link.id, { code });
    },
  },
  store: {
    findReceiver: async (deps, { connection_id }) => (await linkOfConnection(deps, connection_id))?.receiver_id ?? null,
    apply: async (deps, scope, { connection_id }) => {
      const link = await linkOfConnection(deps, connection_id);
      if (!link) return;
      await refreshStore(deps, scope, link.id);
      await deps.queue.send('sync-store', { receiver_id: scope.receiverId, link_id: link.id }, { singletonKey: link.id });
    },
  },
  shipment: { findReceiver: (deps, { token }) => receiverOfCard(deps, token), apply: applyShipment },
  card_transaction: {
    findReceiver: (deps, { card_token }) => receiverOfCard(deps, card_token),
    apply: (deps, scope, { token }) => syncCardTransaction(deps, scope, token),
  },
  bank_transfers: { applyForAll: syncTransferEvents },
  other: null,
};

async function receiverOfCard({ database }: Deps, token: string): Promise<string | null> {
  const card = await database.card.findFirst({ where: { token }, select: { receiver_id: true } });
  return card?.receiver_id ?? null;
}

const name = z.string().optional().catch(undefined);
const namesSchema = z.object({ token: name, card_token: name, item_id: name, connection_id: name }).catch({});

/** Returns whose news it is by any name in a body that cannot be read as a whole; null when none is of anybody here. */
export async function receiverNamedBy(deps: Deps, body: unknown): Promise<string | null> {
  const { token, card_token = token, item_id, connection_id } = namesSchema.parse(body);
  const found = [
    card_token !== undefined ? await receiverOfCard(deps, card_token) : null,
    token !== undefined ? await receiverWithHolder(deps, token) : null,
    item_id !== undefined ? (await linkOfItem(deps, item_id))?.receiver_id : null,
    connection_id !== undefined ? (await linkOfConnection(deps, connection_id))?.receiver_id : null,
  ];
  return found.find((receiverId) => receiverId != null) ?? null;
}

async function receiverWithHolder({ database }: Deps, token: string): Promise<string | null> {
  const round = await database.kybApplication.findFirst({ where: { lithic_account_holder_token: token }, select: { receiver_id: true } });
  return round?.receiver_id ?? null;
}

/** The handler for a subject; which of them fits is known by the key that it is found under. */
export function newsHandler(subject: NewsSubject): NewsHandler<NewsSubject> | null {
  // Stored by another version, a subject may be one that is not known here.
  return (newsHandlers[subject.about] as NewsHandler<NewsSubject> | null | undefined) ?? null;
}
