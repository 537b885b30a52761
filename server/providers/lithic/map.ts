import type { Lithic } from 'lithic';
import { z } from 'zod';
import type { ForeignPrice } from '../../domain/basics/foreignMoney.ts';
import { add, type Cents, cents, magnitude, negate } from '../../domain/basics/money.ts';
import type { Page } from '../page.ts';
import type {
  AuthorizationRequest,
  CardExpiry,
  CardOrder,
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
const convertedMoney = money.extend({ conversion_rate: z.string() });
const decimal = z.string().regex(/^\d+(\.\d+)?$/);
/** An amount in the smallest unit of its currency, which need not be a cent. */
const price = z.object({ amount: z.int(), currency: z.string() });

const wireCard = z.object({
  token: z.string(),
  account_token: z.string(),
  state: z.string(),
  substatus: z.string().nullish(),
  type: z.string(),
  memo: z.string().nullish(),
  last_four: z.string(),
  exp_month: z.coerce.number().int().min(1).max(12).optional(),
  exp_year: z.coerce.number().int().optional(),
  replacement_for: z.string().nullish(),
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
    substatus: card.substatus ?? null,
    kind: card.type,
    isPhysical: card.type === 'PHYSICAL',
    memo: card.memo ?? '',
    lastFour: card.last_four,
    expires: card.exp_month === undefined || card.exp_year === undefined ? null : { month: card.exp_month, year: card.exp_year },
    replacementFor: card.replacement_for ?? null,
    spendLimitCents: card.spend_limit === 0 ? null : card.spend_limit,
    createdAt: card.created,
  };
}

/** Returns a limit in the issuer's format. Throws a RangeError for 0 and less: the issuer reads 0 as "no limit". */
export function spendLimit(limit: Cents): { spend_limit: number; spend_limit_duration: 'FOREVER' } {
  if (limit < 1) throw new RangeError('a card limit is at least one cent');
  return { spend_limit: limit, spend_limit_duration: 'FOREVER' };
}

/** Returns an order in the issuer's format. Throws a RangeError as `spendLimit` does. */
export function orderRequest({ accountToken, kind, memo, spendLimitCents, shippingAddress, replaces }: CardOrder): Lithic.CardCreateParams {
  return {
    type: kind,
    account_token: accountToken,
    memo,
    // A physical card waits for its holder, whatever state is asked for.
    ...(kind !== 'PHYSICAL' && { state: 'OPEN' as const }),
    ...spendLimit(spendLimitCents),
    ...(shippingAddress && shippingRequest(shippingAddress)),
    ...(replaces && { replacement_for: replaces.cardToken, replacement_substatus: replaces.reason }),
  };
}

/** Returns a renewal in the issuer's format. */
export function renewalRequest(to: ShippingAddress, { month, year }: CardExpiry): Lithic.CardRenewParams {
  return { ...shippingRequest(to), exp_month: String(month).padStart(2, '0'), exp_year: String(year) };
}

/** Returns an address with the way a card is mailed to it. Of the slow ways, only this one gives the card a tracking number. */
export function shippingRequest(to: ShippingAddress): Lithic.CardConvertPhysicalParams {
  const { address2, email, phone_number, ...rest } = to;
  return {
    shipping_method: 'STANDARD_WITH_TRACKING',
    shipping_address: { ...rest, ...(address2 ? { address2 } : {}), ...(email ? { email } : {}), ...(phone_number ? { phone_number } : {}) },
  };
}

const wireMerchant = z
  .object({ descriptor: z.string(), city: z.string(), state: z.string(), country: z.string(), mcc: z.string(), acceptor_id: z.string().nullish() })
  .transform(({ acceptor_id, ...merchant }) => ({ ...merchant, acceptorId: acceptor_id ?? null }));

const wireEvent = z.object({
  token: z.string(),
  type: z.string(),
  result: z.string(),
  detailed_results: z.array(z.string()).default([]),
  amounts: z.object({ cardholder: money, merchant: price.nullish() }),
  effective_polarity: z.enum(['DEBIT', 'CREDIT']),
  created: instant,
});

const wireTransaction = z.object({
  token: z.string(),
  card_token: z.string(),
  account_token: z.string(),
  status: z.string(),
  result: z.string(),
  amounts: z.object({ hold: money, settlement: money, cardholder: convertedMoney, merchant: price }),
  merchant: wireMerchant,
  created: instant,
  updated: instant,
  events: z.array(wireEvent).default([]),
});

/** Returns an event's amount. A refused event has 0 for the cardholder; only the merchant's side has the requested amount. */
function amountOf({ amounts: { cardholder, merchant } }: z.output<typeof wireEvent>): Cents {
  return cardholder.amount === 0 && merchant?.currency === cardholder.currency ? cents(merchant.amount) : cardholder.amount;
}

/** Returns why something was declined: where the result does not say, the details do. */
function resultOf({ result }: { readonly result: string }, details: readonly string[]): string {
  return result === 'DECLINED' ? (details.find((detail) => detail !== result) ?? result) : result;
}

/** Reads an event. Its polarity gives the direction, because the sign of its amount differs between event types. */
function transactionEvent(event: z.output<typeof wireEvent>): CardTransactionEvent {
  const moved = magnitude(amountOf(event));
  return {
    token: event.token,
    type: event.type,
    result: resultOf(event, event.detailed_results),
    detailedResults: event.detailed_results,
    amountCents: event.effective_polarity === 'DEBIT' ? moved : negate(moved),
    createdAt: event.created,
  };
}

/** Statuses in which nothing is held or settled, so that the requested amount must come from the events. */
const withoutEffect = new Set(['DECLINED', 'VOIDED', 'EXPIRED']);

/**
 * Reads a transaction that was fetched, listed or sent by a webhook. The issuer gives the same purchase two signs:
 * positive in its old `amount`, negative under `amounts`, where money that leaves the account is negative. Only
 * `amounts` separates held from settled money, so it alone is read, and negated. Throws a ZodError for anything else.
 */
export function cardTransaction(wire: unknown): CardTransaction {
  const transaction = wireTransaction.parse(wire);
  const wireEvents = transaction.events.toSorted((one, other) => one.created.getTime() - other.created.getTime());
  const events = wireEvents.map(transactionEvent);
  const heldCents = negate(transaction.amounts.hold.amount);
  const settledCents = negate(transaction.amounts.settlement.amount);
  const liveCents = add(heldCents, settledCents);
  // Its own status tells what became of the last hold. Money that settled before stays spent.
  const status = settledCents !== 0 && withoutEffect.has(transaction.status) ? 'SETTLED' : transaction.status;
  const askedCents = events[0]?.amountCents ?? magnitude(transaction.amounts.cardholder.amount);
  return {
    token: transaction.token,
    cardToken: transaction.card_token,
    accountToken: transaction.account_token,
    status,
    result: resultOf(transaction, wireEvents.findLast(({ result }) => result !== 'APPROVED')?.detailed_results ?? []),
    amountCents: liveCents === 0 && withoutEffect.has(status) ? askedCents : liveCents,
    heldCents,
    settledCents,
    currency: transaction.amounts.settlement.currency,
    foreign: foreignPrice(transaction.amounts, wireEvents),
    merchant: transaction.merchant,
    createdAt: transaction.created,
    updatedAt: transaction.updated,
    events,
  };
}

type WireEvent = z.output<typeof wireEvent>;

/** Returns the price in the merchant's currency; null when that is the card's own. */
function foreignPrice({ merchant, cardholder, hold }: z.output<typeof wireTransaction>['amounts'], events: readonly WireEvent[]): ForeignPrice | null {
  const { currency } = merchant;
  if (currency === cardholder.currency) return null;
  // The issuer adds up what settled. Holds and refusals stand in the events alone.
  const settled = -merchant.amount;
  const amount = hold.amount !== 0 ? heldPrice(events) : settled !== 0 ? settled : events[0] ? priceOf(events[0]) : 0;
  return { amount: amount === 0 ? 0 : amount, currency, conversion_rate: decimal.parse(cardholder.conversion_rate) };
}

/** Returns what was authorized and not released, what settled of it included. An advice replaces what was authorized before. */
function heldPrice(events: readonly WireEvent[]): number {
  return events
    .filter(({ type, result }) => result === 'APPROVED' && type.includes('AUTHORIZATION'))
    .reduce((held, event) => (event.type === 'AUTHORIZATION_ADVICE' ? priceOf(event) : held + priceOf(event)), 0);
}

function priceOf({ amounts: { merchant }, effective_polarity }: WireEvent): number {
  const price = Math.abs(merchant?.amount ?? 0);
  return effective_polarity === 'DEBIT' ? price : -price;
}

const wirePage = z.object({ data: z.array(z.looseObject({ token: z.string() })), has_more: z.boolean() });

/** Reads one page of a list. The token of its last item is the cursor of the next page. */
export function page<T>(wire: unknown, item: (wire: unknown) => T): Page<T> {
  const { data, has_more } = wirePage.parse(wire);
  return { items: data.map(item), next: has_more ? (data.at(-1)?.token ?? null) : null };
}

const wireAuthorization = z.object({
  token: z.string(),
  event_token: z.string().nullish(),
  status: z.string(),
  authorization_amount: z.int(),
  cash_amount: z.int(),
  amounts: z.object({ cardholder: z.object({ amount: z.int() }), hold: z.object({ amount: z.int() }).nullish() }),
  card: z.object({ token: z.string() }),
  token_info: z.object({ wallet_type: z.string() }).nullish(),
  merchant: wireMerchant,
  created: instant,
});

/** Reads the question whether to approve a purchase. Of its amounts the largest counts, because that much may be held. */
export function authorizationRequest(wire: unknown): AuthorizationRequest {
  const request = wireAuthorization.parse(wire);
  const candidates = [request.authorization_amount, request.amounts.cardholder.amount, request.amounts.hold?.amount ?? 0];
  return {
    token: request.token,
    eventToken: request.event_token ?? null,
    cardToken: request.card.token,
    kind: request.status === 'BALANCE_INQUIRY' ? 'balance_inquiry' : request.status.includes('CREDIT') ? 'credit' : 'purchase',
    amountCents: cents(Math.max(...candidates.map(Math.abs))),
    cashCents: cents(Math.abs(request.cash_amount)),
    wallet: request.token_info?.wallet_type ?? null,
    merchant: request.merchant,
    createdAt: request.created,
  };
}

const RESULTS = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  card_paused: 'CARD_PAUSED',
  unauthorized_merchant: 'UNAUTHORIZED_MERCHANT',
  limit_exceeded: 'VELOCITY_EXCEEDED',
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
  tokenization_token: z.string().optional(),
  tokenization: z.object({ token: z.string() }).optional(),
});

/** Reads the transaction that an event carries; null for one of a shape that this version does not know. */
function transactionIn(wire: unknown): CardTransaction | null {
  return wireTransaction.safeParse(wire).success ? cardTransaction(wire) : null;
}

const wireListedEvent = z.object({ token: z.string(), event_type: z.string(), payload: z.looseObject({}).default({}) });

/** Reads an event from the list of them, as its webhook would be read. */
export function listedEvent(wire: unknown): IssuerEvent {
  const { token, event_type, payload } = wireListedEvent.parse(wire);
  return issuerEvent(token, { ...payload, event_type });
}

/** Reads a verified webhook. `id` is the same at every delivery of the same event. */
export function issuerEvent(id: string, wire: unknown): IssuerEvent {
  const body = wireWebhook.parse(wire);
  const event = { id, type: body.event_type };
  const holder = body.event_type.startsWith('account_holder_document.') ? body.account_holder_token : body.token;
  if (body.event_type.startsWith('account_holder') && holder) return { ...event, about: 'account_holder', token: holder };
  if (body.event_type === 'card_transaction.updated' && body.token && body.card_token) {
    return { ...event, about: 'transaction', token: body.token, cardToken: body.card_token, transaction: transactionIn(wire) };
  }
  if (body.event_type === 'card.shipped' && body.card_token) {
    return { ...event, about: 'shipment', token: body.card_token, trackingNumber: body.tracking_number ?? null, shippingMethod: body.shipping_method ?? '' };
  }
  const tokenization = body.tokenization_token ?? body.tokenization?.token;
  if (/^(digital_wallet\.)?tokenization[._]/.test(body.event_type) && tokenization && body.card_token) {
    return { ...event, about: 'tokenization', token: tokenization, cardToken: body.card_token };
  }
  if (body.event_type.startsWith('card.') && body.card_token) return { ...event, about: 'card', token: body.card_token };
  return { ...event, about: 'other' };
}
