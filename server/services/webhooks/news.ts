import type { IncomingHttpHeaders } from 'node:http';
import type { IssuerEvent } from '../../providers/lithic/index.ts';
import type { BankNews } from '../../providers/plaid/index.ts';
import type { StoreNews } from '../../providers/rutter/index.ts';
import type { Deps } from '../deps.ts';

/** Who sends news, by the last part of the address that they are sent to. */
export const newsProviders = ['lithic', 'plaid', 'rutter'] as const;
export type NewsProvider = (typeof newsProviders)[number];

/**
 * What a piece of news is about: where to look, not what is so. Nothing else of a webhook is kept, so neither names nor
 * credentials that a provider puts into its body reach the database.
 */
export type NewsSubject =
  | { about: 'account_holder'; token: string }
  | { about: 'card'; token: string }
  | { about: 'shipment'; token: string; tracking_number: string | null }
  | { about: 'card_transaction'; token: string; card_token: string }
  | { about: 'bank_link'; item_id: string; code: string }
  | { about: 'bank_transfers' }
  | { about: 'store'; connection_id: string; code: string }
  | { about: 'other' };

export interface News {
  /** The same at every delivery of the same event, as far as the provider lets us know. */
  id: string;
  /** The provider's own word for what happened. */
  type: string;
  subject: NewsSubject;
}

function issuerSubject(event: IssuerEvent): NewsSubject {
  switch (event.about) {
    case 'account_holder':
    case 'card':
      return { about: event.about, token: event.token };
    case 'shipment':
      return { about: 'shipment', token: event.token, tracking_number: event.trackingNumber };
    case 'transaction':
      return { about: 'card_transaction', token: event.token, card_token: event.cardToken };
    case 'other':
      return { about: 'other' };
  }
}

function bankSubject({ about, itemId, code }: BankNews): NewsSubject {
  switch (about) {
    case 'transfers':
      return { about: 'bank_transfers' };
    case 'link':
      return itemId === null ? { about: 'other' } : { about: 'bank_link', item_id: itemId, code };
    case 'other':
      return { about: 'other' };
  }
}

function storeSubject({ connectionId, code }: StoreNews): NewsSubject {
  return connectionId === null ? { about: 'other' } : { about: 'store', connection_id: connectionId, code };
}

/** Verifies a webhook by its provider's signature and says what it is about. Throws as the provider's port does. */
export async function readNews(
  { providers, machineClock }: Pick<Deps, 'providers' | 'machineClock'>,
  provider: NewsProvider,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<News> {
  const now = machineClock();
  switch (provider) {
    case 'lithic': {
      const event = providers.cardIssuer.readEvent(rawBody, headers, now);
      return { id: event.id, type: event.type, subject: issuerSubject(event) };
    }
    case 'plaid': {
      const news = await providers.bank.readNews(rawBody, headers, now);
      return { id: news.id, type: `${news.type}.${news.code}`, subject: bankSubject(news) };
    }
    case 'rutter': {
      const news = providers.storeData.readNews(rawBody, headers, now);
      return { id: news.id, type: `${news.type}.${news.code}`, subject: storeSubject(news) };
    }
  }
}
