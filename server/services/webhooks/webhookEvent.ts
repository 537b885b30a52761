import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { storedJson } from '../../db/storedJson.ts';
import type { BankNews } from '../../providers/ports/bank.ts';
import type { IssuerEvent } from '../../providers/ports/cardIssuer.ts';
import type { StoreNews } from '../../providers/ports/storeData.ts';
import type { Deps } from '../deps.ts';

/** The ports whose providers send webhook events; the provider's name is the last part of the address that they go to. */
export const newsPorts = ['cardIssuer', 'bank', 'storeData'] as const;
export type NewsPort = (typeof newsPorts)[number];

const subjectSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('account_holder'), token: z.string() }),
  z.object({ about: z.literal('card'), token: z.string() }),
  z.object({ about: z.literal('shipment'), token: z.string(), tracking_number: z.string().nullable() }),
  z.object({ about: z.literal('card_transaction'), token: z.string(), card_token: z.string() }),
  z.object({ about: z.literal('bank_link'), item_id: z.string(), code: z.string() }),
  z.object({ about: z.literal('bank_transfers') }),
  z.object({ about: z.literal('store'), connection_id: z.string(), code: z.string() }),
  z.object({ about: z.literal('other') }),
]);

/**
 * The subject of a webhook event: it says where to look, not what the state is. Nothing else of a webhook is kept, so
 * that no names or credentials from a provider's body reach the database.
 */
export type NewsSubject = z.infer<typeof subjectSchema>;

// Shop events are acted on as they arrive: by the time they are read here, nothing is left to do.
const shopSchema = z.object({ about: z.literal('shop') }).transform((): NewsSubject => ({ about: 'other' }));

/** Reads and writes the body of a stored webhook event. */
export const subjectJson = storedJson<NewsSubject>('a stored webhook', [z.discriminatedUnion('about', [...subjectSchema.options, shopSchema])]);

export interface News {
  /** Identical at every delivery of the same event, as far as the provider allows. */
  id: string;
  /** The provider's own name for the event. */
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

/** Verifies a webhook by its provider's signature and returns its subject. Throws as the provider's port does. */
export async function readNews(
  { providers, machineClock }: Pick<Deps, 'providers' | 'machineClock'>,
  port: NewsPort,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<News> {
  const now = machineClock();
  switch (port) {
    case 'cardIssuer': {
      const event = providers.cardIssuer.readEvent(rawBody, headers, now);
      return { id: event.id, type: event.type, subject: issuerSubject(event) };
    }
    case 'bank': {
      const news = await providers.bank.readNews(rawBody, headers, now);
      return { id: news.id, type: `${news.type}.${news.code}`, subject: bankSubject(news) };
    }
    case 'storeData': {
      const news = providers.storeData.readNews(rawBody, headers, now);
      return { id: news.id, type: `${news.type}.${news.code}`, subject: storeSubject(news) };
    }
  }
}
