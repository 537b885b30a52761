import { DomainError } from '../basics/errors.ts';
import { add, type Cents, noMoney, subtract } from '../basics/money.ts';

/** The card as its holder sees it: its states and their switch, the amount spent, and the name printed on it. */

/** Card transactions in these states never moved money. They count nowhere and the transactions table hides them. */
const excludedStatuses: ReadonlySet<string> = new Set(['DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED']);

/** Tells whether a card transaction counts as spent. */
export function isCounted(transaction: { readonly status: string }): boolean {
  return !excludedStatuses.has(transaction.status);
}

const toggledStates: ReadonlyMap<string, 'OPEN' | 'PAUSED'> = new Map([
  ['OPEN', 'PAUSED'],
  ['PAUSED', 'OPEN'],
  ['PENDING_ACTIVATION', 'OPEN'],
]);

/**
 * Returns the state that the switch leads to: between open and paused, and from waiting for activation to open.
 * @throws DomainError `card_not_toggleable` in any other state, with the text that is logged.
 */
export function toggledState(state: string): 'OPEN' | 'PAUSED' {
  const next = toggledStates.get(state);
  if (next === undefined) throw new DomainError('card_not_toggleable', { state }, `Cannot toggle card that's in state ${state}`);
  return next;
}

/**
 * Returns the state of a card after a request to open or pause it. A request for the state that the card already has
 * changes nothing, so a request may be repeated.
 * @throws DomainError `card_not_toggleable` when the switch does not lead from the one to the other.
 */
export function requestedState(state: string, wanted: 'OPEN' | 'PAUSED'): 'OPEN' | 'PAUSED' {
  const next = toggledState(state);
  if (state === wanted || next === wanted) return wanted;
  throw new DomainError('card_not_toggleable', { state }, `Cannot toggle card that's in state ${state}`);
}

export interface CardDisplay {
  readonly label: 'Card Active' | 'Card Paused';
  /** A card that waits for its activation shows no switch; one that can be neither opened nor paused shows it disabled. */
  readonly toggle: 'enabled' | 'disabled' | 'absent';
  /** Explains to the holder why the card is not in use and what to do; null when the label is enough. */
  readonly explanation: string | null;
}

/** Returns how the dashboard shows a state: only `OPEN` is labelled active. */
export function displayCard(state: string): CardDisplay {
  if (state === 'OPEN') return { label: 'Card Active', toggle: 'enabled', explanation: null };
  if (state === 'PAUSED') return { label: 'Card Paused', toggle: 'enabled', explanation: null };
  if (state === 'PENDING_ACTIVATION') {
    return { label: 'Card Paused', toggle: 'absent', explanation: 'Your card is on its way. When it arrives, choose "I have my card" to start using it.' };
  }
  return { label: 'Card Paused', toggle: 'disabled', explanation: explanations.get(state) ?? 'This card cannot be used at the moment. Ask support about it.' };
}

const explanations: ReadonlyMap<string, string> = new Map([
  ['CLOSED', 'This card is closed for good and cannot be opened again. Ask support for a new one.'],
  ['PENDING_FULFILLMENT', 'Your card is being made. You can start using it when it has arrived.'],
]);

export interface SpendFigures {
  readonly spendLimit: Cents;
  readonly totalSpent: Cents;
  /** Below zero when more was spent than the present limit allows. */
  readonly availableCredit: Cents;
}

/** Returns the card's limit, the amount spent and the amount left, in cents. Purchases are positive, refunds negative. */
export function spendFigures(
  card: { readonly spend_limit: Cents },
  transactions: readonly { readonly status: string; readonly amount_cents: Cents }[],
): SpendFigures {
  const totalSpent = transactions.filter(isCounted).reduce((spent, transaction) => add(spent, transaction.amount_cents), noMoney);
  return { spendLimit: card.spend_limit, totalSpent, availableCredit: subtract(card.spend_limit, totalSpent) };
}

const nameLength = 21;

/**
 * Returns the business name as it fits on a card: as many of its first whole words as fit in 21 characters. A longer
 * first word is cut at 21, so that no card goes out without a name.
 */
export function nameOnCard(businessName: string): string {
  const words = businessName.split(/\s+/).filter((word) => word !== '');
  const name = words.reduce((sofar, word) => (sofar.isFull ? sofar : withWord(sofar.text, word)), { text: '', isFull: false });
  return name.text;
}

function withWord(text: string, word: string): { text: string; isFull: boolean } {
  const longer = text === '' ? word : `${text} ${word}`;
  if (Array.from(longer).length <= nameLength) return { text: longer, isFull: false };
  return { text: text === '' ? Array.from(word).slice(0, nameLength).join('') : text, isFull: true };
}
