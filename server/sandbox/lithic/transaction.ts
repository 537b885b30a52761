import { randomUUID } from 'node:crypto';
import type Lithic from 'lithic';
import { digits } from './digits.ts';

type Transaction = Lithic.Transaction;
type Event = Lithic.Transaction.Event;

export type EventType = Event['type'];
export type Result = Transaction['result'];
export type DetailedResult = Event['detailed_results'][number];
type Polarity = Event['effective_polarity'];

/** The source of a token that pays, of a digital wallet or a merchant. */
export type WalletType = NonNullable<Lithic.Transaction['token_info']>['wallet_type'];

export interface Merchant {
  descriptor: string;
  mcc: string;
  city: string;
  state: string;
  country: string;
  acceptorId: string;
}

/** The amount of one event in cents, never negative, with the merchant's own currency beside it when it differs. */
export interface EventAmount {
  cents: number;
  merchant?: { amount: number; currency: string };
}

const financial: readonly EventType[] = [
  'CLEARING',
  'RETURN',
  'RETURN_REVERSAL',
  'FINANCIAL_AUTHORIZATION',
  'FINANCIAL_CREDIT_AUTHORIZATION',
  'CORRECTION_CREDIT',
  'CORRECTION_DEBIT',
];

const usd = (amount: number) => ({ amount, currency: 'USD' });

/** Returns the rate as the issuer writes it: the merchant's amount times the rate is the amount in cents. */
export function rateOf({ cents, merchant }: EventAmount): string {
  return (merchant === undefined || merchant.amount === 0 ? 1 : cents / merchant.amount).toFixed(6);
}

/** Returns a part of an amount, at the same rate. */
export function partOf({ cents: whole, merchant }: EventAmount, cents: number): EventAmount {
  if (merchant === undefined || whole === 0) return { cents };
  return { cents, merchant: { ...merchant, amount: Math.round((cents * merchant.amount) / whole) } };
}

/** Returns one event as the issuer writes it: amounts have no sign, `effective_polarity` gives the direction. */
export function newEvent({
  token = randomUUID(),
  type,
  polarity,
  amount,
  at,
  result = 'APPROVED',
  details = ['APPROVED'],
  ruleResults = [],
}: {
  token?: string;
  type: EventType;
  polarity: Polarity;
  amount: EventAmount;
  at: string;
  result?: Result;
  details?: DetailedResult[];
  ruleResults?: Event['rule_results'];
}): Event {
  const approved = result === 'APPROVED';
  const merchant = amount.merchant ?? usd(amount.cents);
  const conversion_rate = rateOf(amount);
  const cents = approved ? amount.cents : 0;
  const cleared = financial.includes(type);
  return {
    token,
    type,
    created: at,
    result,
    detailed_results: details,
    effective_polarity: polarity,
    amount: cents,
    amounts: {
      cardholder: { amount: cents, conversion_rate, currency: 'USD' },
      merchant,
      settlement: cleared ? { amount: cents, conversion_rate, currency: 'USD' } : null,
    },
    network_info: {
      acquirer: { acquirer_reference_number: cleared ? digits(23) : null, retrieval_reference_number: digits(12) },
      amex: null,
      mastercard: null,
      visa: { original_transaction_id: null, transaction_id: digits(15) },
    },
    rule_results: ruleResults,
  };
}

interface Totals {
  /** Signed cents: a purchase is positive here. */
  held: number;
  settled: number;
  authorized: number;
  /** The same in the merchant's currency. */
  merchantSettled: number;
  merchantAuthorized: number;
  status: Transaction['status'];
}

interface Clearing {
  /** The clearing leaves held what it does not clear, for another one to come; otherwise it releases all. */
  keepsRest?: boolean;
}

/** Returns the totals of a transaction after one more event. */
function totalsAfter(transaction: Transaction, { type, result, amount, amounts, effective_polarity }: Event, { keepsRest = false }: Clearing): Totals {
  const before: Totals = {
    held: 0 - transaction.amounts.hold.amount,
    settled: 0 - transaction.amounts.settlement.amount,
    authorized: transaction.authorization_amount ?? 0,
    merchantSettled: 0 - transaction.amounts.merchant.amount,
    merchantAuthorized: transaction.merchant_authorization_amount ?? 0,
    status: transaction.status,
  };
  // A refused increment leaves the purchase as it was.
  if (result !== 'APPROVED') return { ...before, status: transaction.events?.length ? before.status : 'DECLINED' };
  const sign = effective_polarity === 'DEBIT' ? 1 : -1;
  const [moved, price] = [sign * amount, sign * amounts.merchant.amount];
  const authorized = { authorized: before.authorized + moved, merchantAuthorized: before.merchantAuthorized + price };
  const settled = { settled: before.settled + moved, merchantSettled: before.merchantSettled + price };
  switch (type) {
    case 'AUTHORIZATION':
    case 'CREDIT_AUTHORIZATION':
    case 'CREDIT_AUTHORIZATION_ADVICE':
      return { ...before, ...authorized, held: before.held + moved };
    case 'AUTHORIZATION_ADVICE':
      return { ...before, authorized: moved, merchantAuthorized: price, held: moved };
    case 'AUTHORIZATION_REVERSAL':
      return { ...before, held: before.held + moved, status: before.held + moved === 0 ? 'VOIDED' : before.status };
    case 'AUTHORIZATION_EXPIRY':
      return { ...before, held: 0, status: 'EXPIRED' };
    case 'FINANCIAL_AUTHORIZATION':
    case 'FINANCIAL_CREDIT_AUTHORIZATION':
      return { ...before, ...authorized, ...settled, status: 'SETTLED' };
    case 'BALANCE_INQUIRY':
      return { ...before, status: 'SETTLED' };
    default: {
      const rest = keepsRest ? before.held - moved : 0;
      return { ...before, ...settled, held: rest, status: rest === 0 ? 'SETTLED' : 'PENDING' };
    }
  }
}

/**
 * Returns the transaction with one more event and every amount recomputed. Uses two sign conventions, like the issuer:
 * in `amounts` a purchase is negative (it lowers what the holder has), in the older top-level fields it is positive.
 */
export function withEvent(transaction: Transaction, event: Event, clearing: Clearing = {}): Transaction {
  const events = [...(transaction.events ?? []), event];
  const { held, settled, authorized, merchantSettled, merchantAuthorized, status } = totalsAfter(transaction, event, clearing);
  const merchantHeld = authorized === 0 ? 0 : Math.round((held * merchantAuthorized) / authorized);
  const { amounts, merchant_currency } = transaction;
  return {
    ...transaction,
    events,
    status,
    result: events[0]?.result ?? 'APPROVED',
    updated: event.created,
    amount: status === 'SETTLED' ? settled : held,
    authorization_amount: authorized,
    merchant_amount: status === 'SETTLED' ? merchantSettled : merchantHeld,
    merchant_authorization_amount: merchantAuthorized,
    settled_amount: settled,
    acquirer_reference_number: event.network_info?.acquirer?.acquirer_reference_number ?? transaction.acquirer_reference_number,
    amounts: {
      cardholder: { ...amounts.cardholder, amount: 0 - settled, conversion_rate: event.amounts.cardholder.conversion_rate },
      hold: usd(0 - held),
      merchant: { amount: 0 - merchantSettled, currency: merchant_currency },
      settlement: usd(0 - settled),
    },
  };
}

/** Returns a transaction that begins with this event. */
export function newTransaction({ card, merchant, first }: { card: { token: string; account_token: string }; merchant: Merchant; first: Event }): Transaction {
  const currency = first.amounts.merchant.currency;
  const blank: Transaction = {
    token: randomUUID(),
    account_token: card.account_token,
    card_token: card.token,
    created: first.created,
    updated: first.created,
    status: 'PENDING',
    result: first.result,
    acquirer_fee: 0,
    acquirer_reference_number: null,
    amount: 0,
    amounts: {
      cardholder: { amount: 0, conversion_rate: '1.000000', currency: 'USD' },
      hold: usd(0),
      merchant: { amount: 0, currency },
      settlement: usd(0),
    },
    authorization_amount: 0,
    authorization_code: first.result === 'APPROVED' ? digits(6) : null,
    avs: null,
    cardholder_authentication: null,
    financial_account_token: null,
    merchant: {
      acceptor_id: merchant.acceptorId,
      acquiring_institution_id: '333301802529120',
      city: merchant.city,
      country: merchant.country,
      descriptor: merchant.descriptor,
      mcc: merchant.mcc,
      state: merchant.state,
      phone_number: null,
      postal_code: null,
      street_address: null,
    },
    merchant_amount: 0,
    merchant_authorization_amount: 0,
    merchant_currency: currency,
    network: 'VISA',
    network_risk_score: 0,
    pos: {
      entry_mode: { card: 'NOT_PRESENT', cardholder: 'NOT_PRESENT', pan: 'ECOMMERCE', pin_entered: false },
      terminal: {
        attended: false,
        card_retention_capable: false,
        on_premise: false,
        operator: 'UNKNOWN',
        partial_approval_capable: false,
        pin_capability: 'NOT_CAPABLE',
        type: 'UNKNOWN',
        acceptor_terminal_id: null,
      },
    },
    service_location: null,
    settled_amount: 0,
    tags: {},
    token_info: null,
    events: [],
  };
  return withEvent(blank, first);
}

/** Returns the cents still held by a pending transaction, without a sign. */
export const heldCents = (transaction: Transaction): number => Math.abs(transaction.amounts.hold.amount);

/** Returns a number of cents of a transaction with its price in the merchant's currency, at the rate of its first event. */
export function pricedAs({ events, merchant_currency }: Transaction, cents: number): EventAmount {
  const first = events?.[0];
  if (!first || merchant_currency === 'USD') return { cents };
  return partOf({ cents: first.amounts.cardholder.amount, merchant: first.amounts.merchant }, cents);
}

/** Returns the direction in which a pending transaction would clear. */
export const clearingPolarity = (transaction: Transaction): Polarity => (transaction.amounts.hold.amount > 0 ? 'CREDIT' : 'DEBIT');
