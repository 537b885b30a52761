import type { Model } from './linearizable.ts';

/* What a merchant owes, and pays before it is drawn, as a sequential object. Amounts are whole cents. */

export type DebtCall =
  /** A purchase that has settled at the issuer: it is owed a little later. */
  | { readonly kind: 'settled'; readonly cents: number }
  | { readonly kind: 'payment'; readonly cents: number; readonly answer: 'accepted' | 'too much' | 'too many' | 'unknown' }
  /** The payable amount on the page of payments. */
  | { readonly kind: 'seen payable'; readonly cents: number }
  /** The amount on its way from the bank, by the same page. */
  | { readonly kind: 'seen in flight'; readonly cents: number };

export interface DebtState {
  readonly payable: number;
  readonly inFlight: number;
  readonly payments: number;
}

export const nothingOwed: DebtState = { payable: 0, inFlight: 0, payments: 0 };

/** The rule that merchants are told: at most so many payments in a day. */
const paymentsMostADay = 20;

function afterPayment(state: DebtState, cents: number, answer: 'accepted' | 'too much' | 'too many'): DebtState[] {
  if (answer === 'too much') return cents > state.payable ? [state] : [];
  if (cents > state.payable) return [];
  if (answer === 'too many') return state.payments >= paymentsMostADay ? [state] : [];
  if (state.payments >= paymentsMostADay) return [];
  return [{ payable: state.payable - cents, inFlight: state.inFlight + cents, payments: state.payments + 1 }];
}

/** A debt by its rules, one call after the other, in a day on which nothing is drawn and no payment settles. */
export const debt: Model<DebtState, DebtCall> = {
  changes: (call) => call.kind === 'settled' || (call.kind === 'payment' && (call.answer === 'accepted' || call.answer === 'unknown')),
  comesFirst: (call) => call.kind.startsWith('seen') || (call.kind === 'payment' && call.answer !== 'accepted'),
  isAlwaysWelcome: ({ kind }) => kind === 'settled',
  next(state, call) {
    switch (call.kind) {
      case 'settled':
        return [{ ...state, payable: state.payable + call.cents }];
      case 'payment':
        return afterPayment(state, call.cents, call.answer === 'unknown' ? 'accepted' : call.answer);
      case 'seen payable':
        return state.payable === call.cents ? [state] : [];
      case 'seen in flight':
        return state.inFlight === call.cents ? [state] : [];
    }
  },
};
