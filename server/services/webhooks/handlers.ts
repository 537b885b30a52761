import { bankLinkOfItem, ownerOfCard, storeLinkOfConnection } from '../../db/queries/findOwner.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { refreshBank } from '../bank/refreshBank.ts';
import { applyShipment } from '../card/applyShipment.ts';
import { syncCard } from '../card/syncCard.ts';
import { syncCardTransaction } from '../card/syncCardTransaction.ts';
import type { Deps } from '../deps.ts';
import { applyHolderNews, receiverOfHolder } from '../kyb/refreshAccountHolder.ts';
import { syncTransferEvents } from '../repayment/syncTransferEvents.ts';
import { refreshStore } from '../store/refreshStore.ts';
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

type NewsHandlers = { [About in NewsSubject['about']]?: NewsHandler<SubjectAbout<About>> };

/** What news lead to, by what they are about. A subject that is missing here is taken note of and leads to nothing. */
const newsHandlers: NewsHandlers = {
  account_holder: {
    findReceiver: (deps, { token }) => receiverOfHolder(deps, token),
    apply: (deps, scope, { token }) => applyHolderNews(deps, scope, token),
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
      if (!link) return;
      await refreshStore(deps, scope, link.id);
      await deps.queue.send('sync-store', { receiver_id: scope.receiverId, link_id: link.id }, { singletonKey: link.id });
    },
  },
  shipment: { findReceiver: (deps, { token }) => ownerOfCard(deps.database, token), apply: applyShipment },
  card_transaction: {
    findReceiver: (deps, { card_token }) => ownerOfCard(deps.database, card_token),
    apply: (deps, scope, { token }) => syncCardTransaction(deps, scope, token),
  },
  bank_transfers: { applyForAll: syncTransferEvents },
};

/** The handler for a subject; which of them fits is known by the key that it is found under. */
export function newsHandler(subject: NewsSubject): NewsHandler<NewsSubject> | undefined {
  return newsHandlers[subject.about] as NewsHandler<NewsSubject> | undefined;
}
