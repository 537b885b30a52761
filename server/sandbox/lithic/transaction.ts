import { randomInt, randomUUID } from 'node:crypto';
import type Lithic from 'lithic';

type Transaction = Lithic.Transaction;
type Event = Lithic.Transaction.Event;

export type EventType = Event['type'];
export type Result = Transaction['result'];
export type DetailedResult = Event['detailed_results'][number];
type Polarity = Event['effective_polarity'];

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

/** Returns one event as the issuer writes it: amounts have no sign, `effective_polarity` gives the direction. */
export function newEvent({
  type,
  polarity,
  amount,
  at,
  result = 'APPROVED',
  details = ['APPROVED'],
}: {
  type: EventType;
  polarity: Polarity;
  amount: EventAmount;
  at: string;
  result?: Result;
  details?: DetailedResult[];
}): Event {
  const approved = result === 'APPROVED';
  const merchant = amount.merchant ?? usd(amount.cents);
  const conversion_rate = (merchant.amount === 0 ? 1 : amount.cents / merchant.amount).toFixed(6);
  const cents = approved ? amount.cents : 0;
  const cleared = financial.includes(type);
  return {
    token: randomUUID(),
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
    rule_results: [],
  };
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

interface Totals {
  /** Signed cents: a purchase is positive here. */
  held: number;
  settled: number;
  authorized: number;
  merchantSettled: number;
  status: Transaction['status'];
}

/** Returns the totals of all events. A clearing releases all that is held, however much it clears. */
function totalsOf(events: readonly Event[]): Totals {
  const totals: Totals = { held: 0, settled: 0, authorized: 0, merchantSettled: 0, status: 'PENDING' };
  const settle = (cents: number, merchant: number) => {
    totals.settled += cents;
    totals.merchantSettled += merchant;
    totals.status = 'SETTLED';
  };
  for (const { type, result, amount, amounts, effective_polarity } of events) {
    if (result !== 'APPROVED') {
      totals.status = 'DECLINED';
      continue;
    }
    const sign = effective_polarity === 'DEBIT' ? 1 : -1;
    switch (type) {
      case 'AUTHORIZATION':
      case 'CREDIT_AUTHORIZATION':
      case 'CREDIT_AUTHORIZATION_ADVICE':
        totals.held += sign * amount;
        totals.authorized += sign * amount;
        break;
      case 'AUTHORIZATION_ADVICE':
        totals.held = sign * amount;
        totals.authorized = sign * amount;
        break;
      case 'AUTHORIZATION_REVERSAL':
        totals.held += sign * amount;
        if (totals.held === 0) totals.status = 'VOIDED';
        break;
      case 'AUTHORIZATION_EXPIRY':
        totals.held = 0;
        totals.status = 'EXPIRED';
        break;
      case 'FINANCIAL_AUTHORIZATION':
      case 'FINANCIAL_CREDIT_AUTHORIZATION':
        totals.authorized += sign * amount;
        settle(sign * amount, sign * amounts.merchant.amount);
        break;
      case 'BALANCE_INQUIRY':
        totals.status = 'SETTLED';
        break;
      default:
        totals.held = 0;
        settle(sign * amount, sign * amounts.merchant.amount);
    }
  }
  return totals;
}

/**
 * Returns the transaction with one more event and every amount recomputed. Uses two sign conventions, like the issuer:
 * in `amounts` a purchase is negative (it lowers what the holder has), in the older top-level fields it is positive.
 */
export function withEvent(transaction: Transaction, event: Event): Transaction {
  const events = [...(transaction.events ?? []), event];
  const { held, settled, authorized, merchantSettled, status } = totalsOf(events);
  const outstanding = status === 'SETTLED' ? settled : held;
  const { amounts, merchant_currency } = transaction;
  return {
    ...transaction,
    events,
    status,
    result: events[0]?.result ?? 'APPROVED',
    updated: event.created,
    amount: outstanding,
    authorization_amount: authorized,
    merchant_amount: status === 'SETTLED' ? merchantSettled : outstanding,
    merchant_authorization_amount: authorized,
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

/** Returns the direction in which a pending transaction would clear. */
export const clearingPolarity = (transaction: Transaction): Polarity => (transaction.amounts.hold.amount > 0 ? 'CREDIT' : 'DEBIT');
