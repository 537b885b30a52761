import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { JsonObject } from '../../db/rows.ts';
import { storedJson } from '../../db/storedJson.ts';
import { cents } from '../../domain/basics/money.ts';
import type { BankEvent } from '../../providers/ports/bank.ts';
import type { CardTransaction, IssuerEvent } from '../../providers/ports/cardIssuer.ts';
import type { StoreEvent } from '../../providers/ports/storeData.ts';
import type { Deps } from '../deps.ts';

/** The ports whose providers send webhook events; the provider's name is the last part of the address that they go to. */
export const webhookPorts = ['cardIssuer', 'bank', 'storeData'] as const;
export type WebhookPort = (typeof webhookPorts)[number];

const amount = z.int().transform(cents);
const instant = z.iso.datetime().transform((text) => new Date(text));

/** A card transaction as an event of the issuer reports it, stored until the event is handled. */
const reportedTransaction: z.ZodType<CardTransaction> = z.object({
  token: z.string(),
  cardToken: z.string(),
  accountToken: z.string(),
  status: z.string(),
  result: z.string(),
  amountCents: amount,
  heldCents: amount,
  settledCents: amount,
  currency: z.string(),
  foreign: z.object({ amount: z.int(), currency: z.string(), conversion_rate: z.string() }).nullable(),
  merchant: z.object({
    descriptor: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    mcc: z.string(),
    acceptorId: z.string().nullable(),
  }),
  createdAt: instant,
  updatedAt: instant,
  events: z.array(
    z.object({ token: z.string(), type: z.string(), result: z.string(), detailedResults: z.array(z.string()), amountCents: amount, createdAt: instant }),
  ),
});

const subjectSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('account_holder'), token: z.string() }),
  z.object({ about: z.literal('card'), token: z.string() }),
  z.object({ about: z.literal('shipment'), token: z.string(), tracking_number: z.string().nullable(), shipping_method: z.string() }),
  z.object({ about: z.literal('card_transaction'), token: z.string(), card_token: z.string(), transaction: reportedTransaction.nullable() }),
  z.object({ about: z.literal('tokenization'), card_token: z.string() }),
  z.object({ about: z.literal('bank_link'), item_id: z.string(), code: z.string() }),
  z.object({ about: z.literal('bank_transfers') }),
  z.object({ about: z.literal('store'), connection_id: z.string(), code: z.string() }),
  z.object({ about: z.literal('other') }),
]);

/**
 * The subject of a webhook event: it says where to look and, of a card transaction, what its state was. Nothing else of a webhook
 * is kept, so that no names or credentials from a provider's body reach the database.
 */
export type WebhookEventSubject = z.infer<typeof subjectSchema>;

// Shop events are acted on as they arrive: by the time they are read here, nothing is left to do.
const shopSchema = z.object({ about: z.literal('shop') }).transform((): WebhookEventSubject => ({ about: 'other' }));

/** Reads and writes the body of a stored webhook event. */
export const subjectJson = storedJson<WebhookEventSubject>('a stored webhook', [z.discriminatedUnion('about', [...subjectSchema.options, shopSchema])]);

/** Returns the body under which a subject is stored. */
export function storedSubject(subject: WebhookEventSubject): JsonObject {
  // Writes instants as text.
  return JSON.parse(JSON.stringify({ ...subject, version: subjectJson.version }));
}

export interface WebhookEvent {
  /** Identical at every delivery of the same event, as far as the provider allows. */
  id: string;
  /** The provider's own name for the event. */
  type: string;
  subject: WebhookEventSubject;
}

/** Returns the subject of an event of the issuer. */
export function issuerSubject(event: IssuerEvent): WebhookEventSubject {
  switch (event.about) {
    case 'account_holder':
    case 'card':
      return { about: event.about, token: event.token };
    case 'shipment':
      return { about: 'shipment', token: event.token, tracking_number: event.trackingNumber, shipping_method: event.shippingMethod };
    case 'transaction':
      return { about: 'card_transaction', token: event.token, card_token: event.cardToken, transaction: event.transaction };
    case 'tokenization':
      return { about: 'tokenization', card_token: event.cardToken };
    case 'other':
      return { about: 'other' };
  }
}

function bankSubject({ about, itemId, code }: BankEvent): WebhookEventSubject {
  switch (about) {
    case 'transfers':
      return { about: 'bank_transfers' };
    case 'link':
      return itemId === null ? { about: 'other' } : { about: 'bank_link', item_id: itemId, code };
    case 'other':
      return { about: 'other' };
  }
}

function storeSubject({ connectionId, code }: StoreEvent): WebhookEventSubject {
  return connectionId === null ? { about: 'other' } : { about: 'store', connection_id: connectionId, code };
}

/** Verifies a webhook by its provider's signature and returns its subject. Throws as the provider's port does. */
export async function readWebhookEvent(
  { providers, machineClock }: Pick<Deps, 'providers' | 'machineClock'>,
  port: WebhookPort,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<WebhookEvent> {
  const now = machineClock();
  switch (port) {
    case 'cardIssuer': {
      const event = providers.cardIssuer.readEvent(rawBody, headers, now);
      return { id: event.id, type: event.type, subject: issuerSubject(event) };
    }
    case 'bank': {
      const event = await providers.bank.readEvent(rawBody, headers, now);
      return { id: event.id, type: `${event.type}.${event.code}`, subject: bankSubject(event) };
    }
    case 'storeData': {
      const event = providers.storeData.readEvent(rawBody, headers, now);
      return { id: event.id, type: `${event.type}.${event.code}`, subject: storeSubject(event) };
    }
  }
}
