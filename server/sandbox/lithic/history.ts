import type Lithic from 'lithic';
import { dayMs } from '../core/measures.ts';
import { merchantNamed, merchants, type UsualMerchant } from './merchants.ts';
import type { LithicState, StoredCard } from './state.ts';
import { newEvent, newTransaction, withEvent } from './transaction.ts';

/** Returns a generator of numbers 0 ≤ n < 1 that repeats for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Invents past spending of a card from a seed. Most purchases settled a day or two later; some were refunded, declined
 * or voided; those of the last days are still pending. Sends no events: this is history that a new connection would
 * find.
 */
export async function inventHistory(
  state: LithicState,
  card: StoredCard,
  { count, days, seed, monthly_dollars }: { count: number; days: number; seed: number; monthly_dollars: number },
): Promise<Lithic.Transaction[]> {
  const random = numbersFrom(seed);
  const end = state.core.clock.now().getTime();
  const instants = Array.from({ length: count }, () => end - random() * days * dayMs).sort((a, b) => a - b);
  const scale = monthly_dollars / ((count * usualDollars * 30) / days);
  const invented = instants.map((at) => inventOne(card, { at, end, random, scale }));
  // All or nothing: a reader who found a part would take it for the whole.
  await state.core.store.transaction(() => state.transactions.insertMany(invented.map((data) => ({ id: data.token, data }))));
  return invented;
}

/** A purchase of the past: when it was made, in milliseconds since 1970, for how many cents, and the merchant's name as it is printed. */
export interface PastPurchase {
  at: number;
  cents: number;
  descriptor: string;
}

/** Adds purchases of the past to a card, each settled a day later or, of the last day, still pending. Sends no events, as for invented ones. */
export async function addPastPurchases(state: LithicState, { card }: StoredCard, purchases: readonly PastPurchase[]): Promise<void> {
  const end = state.core.clock.now().getTime();
  const made = purchases.map(({ at, cents, descriptor }) => {
    const event = (type: 'AUTHORIZATION' | 'CLEARING', ms: number) => newEvent({ type, polarity: 'DEBIT', amount: { cents }, at: iso(ms) });
    const authorized = newTransaction({ card, merchant: merchantNamed(descriptor), first: event('AUTHORIZATION', at) });
    return at + dayMs < end ? withEvent(authorized, event('CLEARING', at + dayMs)) : authorized;
  });
  await state.core.store.transaction(() => state.transactions.insertMany(made.map((data) => ({ id: data.token, data }))));
}

/** Average purchase in dollars: amounts are squared random numbers, so the mean lies a third of the way through each merchant's range. */
const usualDollars = merchants.reduce((sum, { from, to }) => sum + from + (to - from) / 3, 0) / merchants.length;

const iso = (ms: number) => new Date(Math.floor(ms)).toISOString();

function inventOne({ card }: StoredCard, { at, end, random, scale }: { at: number; end: number; random: () => number; scale: number }): Lithic.Transaction {
  const merchant = merchants[Math.floor(random() * merchants.length)] as UsualMerchant;
  // Squared, so that small purchases are common and large ones rare.
  const cents = Math.max(100, Math.round((merchant.from + (merchant.to - merchant.from) * random() ** 2) * scale * 100));
  const fate = random();
  if (fate < 0.03) {
    return newTransaction({ card, merchant, first: newEvent({ type: 'RETURN', polarity: 'CREDIT', amount: { cents }, at: iso(at) }) });
  }
  if (fate < 0.06) {
    const first = newEvent({
      type: 'AUTHORIZATION',
      polarity: 'DEBIT',
      amount: { cents },
      at: iso(at),
      result: 'INSUFFICIENT_FUNDS',
      details: ['INSUFFICIENT_FUNDS'],
    });
    return newTransaction({ card, merchant, first });
  }
  const authorized = newTransaction({ card, merchant, first: newEvent({ type: 'AUTHORIZATION', polarity: 'DEBIT', amount: { cents }, at: iso(at) }) });
  const later = at + (0.5 + random() * 1.5) * dayMs;
  if (later >= end) return authorized;
  if (fate < 0.08) return withEvent(authorized, newEvent({ type: 'AUTHORIZATION_REVERSAL', polarity: 'CREDIT', amount: { cents }, at: iso(later) }));
  return withEvent(authorized, newEvent({ type: 'CLEARING', polarity: 'DEBIT', amount: { cents }, at: iso(later) }));
}
