import type { Model } from './linearizable.ts';

/*
 * The card of a merchant as a sequential object: its switch, the limit of one purchase, the spending power that staff set, and
 * what was approved so far. Amounts are whole cents.
 */

/** Why a purchase was declined: the card was paused, the purchase was above its limit, or above what is left of spending power. */
export type Decline = 'paused' | 'over limit' | 'over power';

/** A client's call about a card with its answer. `seen` calls are answers to reads. */
export type CardCall =
  /** A question about a purchase; `unknown` when no answer came. */
  | { readonly kind: 'question'; readonly cents: number; readonly answer: 'approved' | Decline | 'unknown' }
  /** A purchase that the issuer has not approved, though it may have been told that it may: from then on it may reserve spending power. */
  | { readonly kind: 'doubtful purchase'; readonly cents: number }
  | { readonly kind: 'switch'; readonly isOpen: boolean }
  | { readonly kind: 'seen switch'; readonly isOpen: boolean }
  | { readonly kind: 'limit'; readonly cents: number | null }
  | { readonly kind: 'seen limit'; readonly cents: number | null }
  | { readonly kind: 'power'; readonly cents: number }
  | { readonly kind: 'seen power'; readonly cents: number }
  /** Nothing is under way any more, and no work waits. */
  | { readonly kind: 'calm' };

export interface CardState {
  readonly isOpen: boolean;
  /** The most that one purchase may cost; null without a limit. */
  readonly limit: number | null;
  /** The override of staff. */
  readonly power: number;
  /** What was last computed from that: a job does so after each change, so a rise counts a little later. A fall counts at once. */
  readonly computed: number;
  readonly approved: number;
  /** The sum of doubtful purchases. */
  readonly doubtful: number;
}

/** Returns the card after onboarding: open and without a limit. */
export const cardWith = (power: number): CardState => ({ isOpen: true, limit: null, power, computed: power, approved: 0, doubtful: 0 });

/** Returns the states that a decision may see: spending power may have been computed anew at any moment. */
const computedOrNot = (state: CardState): CardState[] => (state.computed === state.power ? [state] : [state, { ...state, computed: state.power }]);

const left = ({ power, computed, approved }: CardState) => Math.min(power, computed) - approved;

function afterQuestion(state: CardState, cents: number, answer: 'approved' | Decline): CardState[] {
  const isUnderLimit = state.limit === null || cents <= state.limit;
  if (answer === 'paused') return state.isOpen ? [] : [state];
  if (!state.isOpen) return [];
  if (answer === 'over limit') return isUnderLimit ? [] : [state];
  if (!isUnderLimit) return [];
  if (answer === 'over power') return computedOrNot(state).filter((seen) => cents > left(seen) - seen.doubtful);
  return computedOrNot(state)
    .filter((seen) => cents <= left(seen))
    .map((seen) => ({ ...seen, approved: seen.approved + cents }));
}

const when = (isSo: boolean, state: CardState) => (isSo ? [state] : []);

/** A card by its rules, one call after the other. */
export const cardAccount: Model<CardState, CardCall> = {
  changes: (call) => !call.kind.startsWith('seen') && (call.kind !== 'question' || call.answer === 'approved' || call.answer === 'unknown'),
  // A decision and a read leave to others what they would find, or spending power that an approval after them needs as well.
  comesFirst: ({ kind }) => kind === 'question' || kind.startsWith('seen'),
  isAlwaysWelcome: ({ kind }) => kind === 'doubtful purchase',
  next(state, call) {
    switch (call.kind) {
      case 'question':
        // Of a question without an answer only an approval would leave a trace.
        return afterQuestion(state, call.cents, call.answer === 'unknown' ? 'approved' : call.answer);
      case 'doubtful purchase':
        return [{ ...state, doubtful: state.doubtful + call.cents }];
      case 'switch':
        return [{ ...state, isOpen: call.isOpen }];
      case 'seen switch':
        return when(state.isOpen === call.isOpen, state);
      case 'limit':
        return [{ ...state, limit: call.cents }];
      case 'seen limit':
        return when(state.limit === call.cents, state);
      case 'power':
        return computedOrNot(state).map((computed) => ({ ...computed, power: call.cents }));
      case 'seen power':
        return when(state.power === call.cents, state);
      case 'calm':
        return [{ ...state, computed: state.power }];
    }
  },
};
