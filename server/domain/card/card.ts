import type { TeamRole } from '../access/teamRoles.ts';
import { DomainError } from '../basics/errors.ts';
import { fittingWords } from '../basics/fittingWords.ts';
import { add, type Cents, noMoney, subtract } from '../basics/money.ts';

/** The card as its holder sees it: its states and their switch, the amount spent, and the name printed on it. */

/** Card transactions in these states never moved money. They count nowhere and the transactions table hides them. */
const excludedStatuses: ReadonlySet<string> = new Set(['DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED']);

/** Tells whether a card transaction counts as spent. */
export function isCounted(transaction: { readonly status: string }): boolean {
  return !excludedStatuses.has(transaction.status);
}

/**
 * Tells whether a card transaction is only a question about the card: a $0 authorization or a balance inquiry. Nothing is bought by
 * it, so that it is in no file, sum or schedule. It is a purchase like any other once something of it is held or has settled. Of a
 * declined purchase abroad the issuer tells no amount in US dollars, but the price there.
 */
export function isCardCheck({ amount_cents, settled_at, foreign_amount }: CheckFacts): boolean {
  return amount_cents === 0n && settled_at === null && (foreign_amount === null || foreign_amount === 0n);
}

/** Columns of a card transaction. */
interface CheckFacts {
  readonly amount_cents: bigint;
  /** The price in the merchant's currency; null when that is the card's own. */
  readonly foreign_amount: bigint | null;
  /** When something of it settled last; null where nothing has. */
  readonly settled_at: Date | null;
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

/** The facts of a card that are told below it. */
export interface ShownCard {
  readonly state: string;
  /** The merchant holds it while its plastic is on its way. */
  readonly is_on_hold: boolean;
  /** We hold the card with its account, so that every purchase is declined. */
  readonly is_account_held: boolean;
  /** Its physical form; null for a virtual card. */
  readonly plastic: { readonly mailed_at: string | null } | null;
}

export interface CardDisplay {
  readonly label: 'Card Active' | 'Card Paused';
  /** A card that waits for its activation shows no switch; one that can be neither opened nor paused shows it disabled. */
  readonly toggle: 'enabled' | 'disabled' | 'absent';
  /** Tells its reader whether the card works, and what to do if it does not; null when the label is enough. */
  readonly explanation: string | null;
}

/** Says why to pause a card in the mail. */
export const holdHint = 'If the card is lost in the mail, or a purchase surprises you: pause it, and every purchase is declined until you reopen it.';

/** Tells somebody who may not use a card's switch why, or who may. */
export function explainSwitch({ state, is_account_held }: Pick<ShownCard, 'state' | 'is_account_held'>, role: TeamRole): string {
  const isManager = cardReaderOf(role) === 'customer';
  if (isManager || is_account_held)
    return `Your account is on hold, so the card stays paused. It opens again once that has ended${isManager ? '' : ': ask the owner'}.`;
  return `Ask the owner or an admin to ${state === 'OPEN' ? 'pause' : 'reopen'} it.`;
}

/** Returns how a card is shown, in words for its reader: only `OPEN` is labeled active, whatever else works. */
export function displayCard(card: ShownCard, reader: CardReader = 'customer'): CardDisplay {
  const { state } = card;
  const words = cardWords[reader];
  if (state === 'OPEN') return { label: 'Card Active', toggle: 'enabled', explanation: card.is_on_hold ? words.ownHold : null };
  if (state === 'PAUSED') return { label: 'Card Paused', toggle: 'enabled', explanation: null };
  const toggle = state === 'PENDING_ACTIVATION' ? 'absent' : 'disabled';
  if (isOnItsWay(state)) return { label: 'Card Paused', toggle, explanation: explainWay(card, words) };
  return { label: 'Card Paused', toggle, explanation: state === 'CLOSED' ? words.closed : words.unknownState };
}

/** Decides whether a card's plastic is being made or mailed. The issuer approves purchases by the card's number meanwhile, and cannot pause it. */
export function isOnItsWay(state: string): boolean {
  return state === 'PENDING_FULFILLMENT' || state === 'PENDING_ACTIVATION';
}

/** Tells whether purchases can be approved with a card in this state: it is open, or its plastic is on its way. */
export function allowsPurchases(state: string): boolean {
  return state === 'OPEN' || isOnItsWay(state);
}

/** The reader of a card's words: `customer` may change the card, `member` of the team may not, `staff` read about a customer. */
export type CardReader = 'customer' | 'member' | 'staff';

/** Returns how somebody of the team reads about a card. */
export function cardReaderOf(role: TeamRole): CardReader {
  return role === 'owner' || role === 'admin' ? 'customer' : 'member';
}

interface CardWords {
  readonly ownHold: string;
  readonly accountHeld: string;
  readonly closed: string;
  readonly unknownState: string;
}

/** Words for a closed card, also in the refusal to change one. The page of cards says whether the reader adds the next or asks for it. */
export const closedForGood = 'This card is closed for good and cannot be opened again. Get a new one under Cards.';

const customerWords: CardWords = {
  ownHold: 'Paused: every purchase is declined until you reopen the card.',
  accountHeld: 'Your account is on hold, so every purchase is declined.',
  closed: closedForGood,
  unknownState: 'This card cannot be used at the moment. Ask support about it.',
};

const cardWords: Readonly<Record<CardReader, CardWords>> = {
  customer: customerWords,
  member: { ...customerWords, ownHold: 'Paused: every purchase is declined until the owner or an admin reopens the card.' },
  staff: {
    ownHold: 'Paused: every purchase is declined until the customer reopens the card.',
    accountHeld: 'The account is on hold, so every purchase is declined.',
    closed: 'This card is closed for good and cannot be opened again.',
    unknownState: 'This card cannot be used at the moment: the card issuer knows why.',
  },
};

function explainWay({ state, is_on_hold, is_account_held, plastic }: ShownCard, words: CardWords): string {
  // The same steps as `plasticSteps` lists below it.
  const step = plastic !== null && plastic.mailed_at !== null ? 'in the mail' : state === 'PENDING_FULFILLMENT' ? 'ordered' : 'being made';
  const where = `The plastic is ${step}.`;
  if (is_account_held) return `${words.accountHeld} ${where}`;
  return is_on_hold ? `${words.ownHold} ${where}` : `Paused only for purchases in person: it works online now. ${where}`;
}

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
  return fittingWords(businessName, nameLength);
}

/** How long a card's number stays in sight, once it is shown. */
export const numberShownSeconds = 60;

/** How long an address opens the issuer's frame of a card; short, since it is opened at once. */
export const frameAddressSeconds = 60;
