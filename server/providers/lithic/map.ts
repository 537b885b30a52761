import type { Lithic } from 'lithic';
import { z } from 'zod';
import { add, type Cents, cents, magnitude, negate } from '../../domain/basics/money.ts';
import type { Page } from '../page.ts';
import type {
  AuthorizationRequest,
  CardTransaction,
  CardTransactionEvent,
  Decision,
  DecisionAnswer,
  IssuedCard,
  IssuerEvent,
  ShippingAddress,
} from '../ports/cardIssuer.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const wholeCents = z.int().transform(cents);
const money = z.object({ amount: wholeCents, currency: z.string() });

const wireCard = z.object({
  token: z.string(),
  account_token: z.string(),
  state: z.string(),
  type: z.string(),
  last_four: z.string(),
  spend_limit: wholeCents,
  created: instant,
});

/** Reads a card from the response to its creation, a read or a list. Throws a ZodError for anything else. */
export function issuedCard(wire: unknown): IssuedCard {
  const card = wireCard.parse(wire);
  return {
    token: card.token,
    accountToken: card.account_token,
    state: card.state,
    isPhysical: card.type === 'PHYSICAL',
    lastFour: card.last_four,
    spendLimitCents: card.spend_limit === 0 ? null : card.spend_limit,
    createdAt: card.created,
  };
}

/** Returns a limit in the issuer's format. Throws a RangeError for 0 and less: the issuer reads 0 as "no limit". */
export function spendLimit(limit: Cents): { spend_limit: number; spend_limit_duration: 'FOREVER' } {
  if (limit < 1) throw new RangeError('a card limit is at least one cent');
  return { spend_limit: limit, spend_limit_duration: 'FOREVER' };
}

export function shippingRequest(to: ShippingAddress): Lithic.CardConvertPhysicalParams {
  const { address2, email, phone_number, ...rest } = to;
  return {
    shipping_method: 'STANDARD',
    shipping_address: { ...rest, ...(address2 ? { address2 } : {}), ...(email ? { email } : {}), ...(phone_number ? { phone_number } : {}) },
  };
}

const wireMerchant = z.object({ descriptor: z.string(), city: z.string(), state: z.string(), country: z.string(), mcc: z.string() });

const wireEvent = z.object({
  token: z.string(),
  type: z.string(),
  result: z.string(),
  detailed_results: z.array(z.string()).default([]),
  amounts: z.object({ cardholder: money, merchant: money.nullish() }),
  effective_polarity: z.enum(['DEBIT', 'CREDIT']),
  created: instant,
});

const wireTransaction = z.object({
  token: z.string(),
  card_token: z.string(),
  account_token: z.string(),
  status: z.string(),
  result: z.string(),
  amounts: z.object({ hold: money, settlement: money, cardholder: money }),
  merchant: wireMerchant,
  created: instant,
  updated: instant,
  events: z.array(wireEvent).default([]),
});

/** Returns an event's amount. A refused event has 0 for the cardholder; only the merchant's side has the requested amount. */
function amountOf({ amounts: { cardholder, merchant } }: z.output<typeof wireEvent>): Cents {
  return cardholder.amount === 0 && merchant?.currency === cardholder.currency ? merchant.amount : cardholder.amount;
}

/** Reads an event. Its polarity gives the direction, because the sign of its amount differs between event types. */
function transactionEvent(event: z.output<typeof wireEvent>): CardTransactionEvent {
  const moved = magnitude(amountOf(event));
  return {
    token: event.token,
    type: event.type,
    result: event.result,
    detailedResults: event.detailed_results,
    amountCents: event.effective_polarity === 'DEBIT' ? moved : negate(moved),
    createdAt: event.created,
  };
}

/** Statuses in which nothing is held or settled, so that the requested amount must come from the events. */
const WITHOUT_EFFECT = new Set(['DECLINED', 'VOIDED', 'EXPIRED']);

/**
 * Reads a transaction that was fetched, listed or sent by a webhook. The issuer gives the same purchase two signs:
 * positive in its old `amount`, negative under `amounts`, where money that leaves the account is negative. Only
 * `amounts` separates held from settled money, so it alone is read, and negated. Throws a ZodError for anything else.
 */
export function cardTransaction(wire: unknown): CardTransaction {
  const transaction = wireTransaction.parse(wire);
  const events = transaction.events.map(transactionEvent).sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const heldCents = negate(transaction.amounts.hold.amount);
  const settledCents = negate(transaction.amounts.settlement.amount);
  const liveCents = add(heldCents, settledCents);
  const askedCents = events[0]?.amountCents ?? magnitude(transaction.amounts.cardholder.amount);
  return {
    token: transaction.token,
    cardToken: transaction.card_token,
    accountToken: transaction.account_token,
    status: transaction.status,
    result: transaction.result,
    amountCents: liveCents === 0 && WITHOUT_EFFECT.has(transaction.status) ? askedCents : liveCents,
    heldCents,
    settledCents,
    currency: transaction.amounts.settlement.currency,
    merchant: transaction.merchant,
    createdAt: transaction.created,
    updatedAt: transaction.updated,
    events,
  };
}

/** Reads one page of a list. The token of its last item is the cursor of the next page. */
export function page<T extends { token: string }>(wire: unknown, item: (wire: unknown) => T): Page<T> {
  const { data, has_more } = z.object({ data: z.array(z.unknown()), has_more: z.boolean() }).parse(wire);
  const items = data.map(item);
  return { items, next: has_more ? (items.at(-1)?.token ?? null) : null };
}

const wireAuthorization = z.object({
  token: z.string(),
  status: z.string(),
  authorization_amount: z.int(),
  amounts: z.object({ cardholder: z.object({ amount: z.int() }), hold: z.object({ amount: z.int() }).nullish() }),
  card: z.object({ token: z.string() }),
  merchant: wireMerchant,
  created: instant,
});

export function authorizationRequest(wire: unknown): AuthorizationRequest {
  const request = wireAuthorization.parse(wire);
  const candidates = [request.authorization_amount, request.amounts.cardholder.amount, request.amounts.hold?.amount ?? 0];
  return {
    token: request.token,
    cardToken: request.card.token,
    kind: request.status === 'BALANCE_INQUIRY' ? 'balance_inquiry' : request.status.includes('CREDIT') ? 'credit' : 'purchase',
    amountCents: cents(Math.max(...candidates.map(Math.abs))),
    merchant: request.merchant,
    createdAt: request.created,
  };
}

const RESULTS = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  card_paused: 'CARD_PAUSED',
  unauthorized_merchant: 'UNAUTHORIZED_MERCHANT',
  suspected_fraud: 'SUSPECTED_FRAUD',
} as const;

/** Returns the response to the issuer. It has no amount, because an amount would mean a partial approval. */
export function decisionAnswer(request: Pick<AuthorizationRequest, 'token'>, decision: Decision): DecisionAnswer {
  return { result: decision.approved ? 'APPROVED' : RESULTS[decision.reason], token: request.token };
}

const wireWebhook = z.object({
  event_type: z.string(),
  token: z.string().optional(),
  account_holder_token: z.string().optional(),
  card_token: z.string().nullish(),
  tracking_number: z.string().nullish(),
  shipping_method: z.string().optional(),
});

/** Reads a verified webhook. `id` is the same at every delivery of the same event. */
export function issuerEvent(id: string, wire: unknown): IssuerEvent {
  const body = wireWebhook.parse(wire);
  const event = { id, type: body.event_type };
  const holder = body.event_type.startsWith('account_holder_document.') ? body.account_holder_token : body.token;
  if (body.event_type.startsWith('account_holder') && holder) return { ...event, about: 'account_holder', token: holder };
  if (body.event_type === 'card_transaction.updated' && body.token && body.card_token) {
    return { ...event, about: 'transaction', token: body.token, cardToken: body.card_token };
  }
  if (body.event_type === 'card.shipped' && body.card_token) {
    return { ...event, about: 'shipment', token: body.card_token, trackingNumber: body.tracking_number ?? null, shippingMethod: body.shipping_method ?? '' };
  }
  if (body.event_type.startsWith('card.') && body.card_token) return { ...event, about: 'card', token: body.card_token };
  return { ...event, about: 'other' };
}
