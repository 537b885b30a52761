import { cents, formatUsd } from '../basics/money.ts';
import { isBankVerified } from '../onboarding/onboarding.ts';
import type { DeclineReason } from './authorization.ts';
import { categoryOf, categoryWords } from './controls/categories.ts';
import { explainControl } from './controls/controlWords.ts';
import type { ControlDetail } from './controls/firstFailingControl.ts';
import { type Decline, issuerDeclines, overCardOrPower, overLimit, ownControl, ownDeclines, ruledOut, unexplained } from './declineTable.ts';
import type { Remedy } from './declineWays.ts';

/** Explanations for the merchant of why a purchase was refused, each with its immediate remedy. */

/** The facts that our own decision knows of a declined purchase beside its reason. */
interface DeclinedPurchase {
  readonly merchant: string;
  /** The merchant's category code; null when it is not known. */
  readonly categoryCode: string | null;
  /** The control that declined it, or that the purchase exceeds where the issuer declined it without us; null for none. */
  readonly control: ControlDetail | null;
  /** Whether the card has limits of its own, which the issuer keeps more loosely than we do. */
  readonly hasLimits: boolean;
}

/**
 * Returns the explanation of a purchase's result; null when it was approved. An unlisted code gets a general explanation.
 * @param reason the reason of our own decision; null when the issuer decided without us.
 * @param purchase gives the explanation its names and figures; null where they are not known.
 */
export function explainDecline(result: string, reason: string | null = null, purchase: DeclinedPurchase | null = null): Decline | null {
  if (result === 'APPROVED') return null;
  if (reason !== null && isOwnReason(reason)) return { ...ownDeclines[reason], ...(purchase && inFigures(reason, purchase)) };
  const decline = Object.hasOwn(issuerDeclines, result) ? (issuerDeclines[result] ?? unexplained) : unexplained;
  if (decline !== overLimit || purchase === null) return decline;
  if (purchase.control) return { ...ownControl, reason: explainControl(purchase.control, purchase) };
  return purchase.hasLimits ? overCardOrPower : overLimit;
}

/** Decides whether the issuer declined a purchase by itself for its amount: by its rules, or by what the account can spend. */
export const isIssuersLimit = (result: string, reason: string | null): boolean =>
  reason === null && Object.hasOwn(issuerDeclines, result) && issuerDeclines[result] === overLimit;

/** Returns the reason with the figures of the purchase, where it has some. */
function inFigures(reason: DeclineReason, { merchant, categoryCode, control }: DeclinedPurchase): Pick<Decline, 'reason'> | null {
  if (reason === 'program_category') return { reason: ruledOut(categoryWords[categoryOf(categoryCode)]) };
  return control === null ? null : { reason: explainControl(control, { merchant }) };
}

const isOwnReason = (reason: string): reason is DeclineReason => Object.hasOwn(ownDeclines, reason);

/** The present state of everything that a remedy can change. */
export interface RemedyState {
  /** The card's state at the issuer; null without a card. */
  readonly cardState: string | null;
  /** Whether the merchant holds the card; null while that is not known. */
  readonly isOnOwnHold: boolean | null;
  readonly available_cents: number | null;
  /** The whole limit; null while it is not known. */
  readonly total_cents: number | null;
  readonly isBankVerified: boolean;
}

interface Account {
  readonly availableSpendPowerCents: number | null;
  readonly totalSpendPowerCents: number | null;
  readonly plaid_account_verification_status: string | null;
}

/** Reads what a remedy can change from the receiver's record and its card. */
export function remedyStateOf(card: { readonly state: string; readonly is_on_hold: boolean } | null, account: Account): RemedyState {
  return {
    cardState: card?.state ?? null,
    isOnOwnHold: card?.is_on_hold ?? null,
    available_cents: account.availableSpendPowerCents,
    total_cents: account.totalSpendPowerCents,
    isBankVerified: isBankVerified(account.plaid_account_verification_status),
  };
}

/**
 * Returns what a remedy can change for a purchase with one of several cards: the account's facts, and that card's own state.
 * @param ofHome the facts with the state of the first card.
 */
export function remedyStateOfCard(
  token: string,
  ofHome: RemedyState,
  { first, cards }: { first: string | null; cards: readonly { readonly token: string; readonly state: string; readonly is_on_hold: boolean }[] },
): RemedyState {
  if (token === first) return ofHome;
  const own = cards.find((card) => card.token === token);
  return { ...ofHome, cardState: own?.state ?? null, isOnOwnHold: own?.is_on_hold ?? null };
}

/**
 * Tells whether the remedy has been applied since, so that the same purchase may be tried again. An amount of 0 means
 * unknown: the issuer reports no amount for a purchase that it declined by itself.
 */
function isRemedied({ remedy, amount_cents, is_raised }: Pick<Declined, 'remedy' | 'amount_cents' | 'is_raised'>, state: RemedyState): boolean {
  switch (remedy) {
    case 'pay_now':
      return state.available_cents !== null && amount_cents > 0 && state.available_cents >= amount_cents;
    case 'reopen':
    case 'activate':
      return state.cardState === 'OPEN';
    case 'release':
      return state.isOnOwnHold === false;
    case 'relink':
      return state.isBankVerified;
    case 'raise':
      return is_raised ?? false;
    default:
      return false;
  }
}

interface Declined extends Decline {
  readonly merchant: string;
  readonly amount_cents: number;
  readonly short_by_cents: number | null;
  /** The control that declined it lets it through now. */
  readonly is_raised?: boolean;
}

const mendedTexts: Readonly<Partial<Record<Remedy, string>>> = {
  pay_now: 'You have enough to spend again.',
  reopen: 'Your card is open again.',
  release: 'Your card was reopened.',
  relink: 'Your bank is linked again.',
  raise: 'The controls of this card allow the purchase now.',
  activate: 'Your card is activated.',
};

/** The remedies that mend the declined card itself, and nothing once it is closed. */
const ofOneCard: readonly Remedy[] = ['reopen', 'release', 'raise', 'activate', 'card_details', 'billing_address', 'card_limits'];

const closedSince = 'This card is closed by now: use another of your cards.';

/** Says how a purchase can be tried again now that its own remedy was applied: the merchant may have stopped the card since. */
function tryAgain({ isOnOwnHold, cardState }: RemedyState): string {
  if (cardState === 'CLOSED') return closedSince;
  return isOnOwnHold || cardState === 'PAUSED' ? 'Once your card is open again, try the purchase again.' : 'Try the purchase again.';
}

/** Says what else stops a purchase whose control is about to be lifted: lifting it alone would not let the purchase through. */
const alsoStopped = ({ isOnOwnHold, cardState }: RemedyState) => (isOnOwnHold || cardState === 'PAUSED' ? ' The card is paused as well.' : '');

interface DescribedDecline {
  readonly purchase: string;
  readonly text: string;
  readonly isMended: boolean;
  /** The remedy that helps now. Paying does not, when the purchase is more than the whole limit: a higher limit does. Nothing mends a closed card. */
  readonly remedy: Remedy;
}

/**
 * Describes a declined purchase to the merchant: which it was, and the reason with what helps, or that it may be tried again
 * because the remedy was applied.
 */
export function describeDecline(declined: Declined, state: RemedyState): DescribedDecline {
  const { merchant, amount_cents, reason, remedy } = declined;
  const isPast = state.cardState === 'CLOSED' && ofOneCard.includes(remedy);
  const isMended = !isPast && isRemedied(declined, state);
  const beyond = limitBelow(declined, state);
  const whole = beyond === null ? '' : ` It is more than your whole limit of ${formatUsd(cents(beyond))}.`;
  const stopped = isPast ? ` ${closedSince}` : remedy === 'raise' ? alsoStopped(state) : '';
  return {
    purchase: amount_cents > 0 ? `${formatUsd(cents(amount_cents))} at ${merchant}` : merchant,
    text: isMended ? `${mendedTexts[remedy] ?? ''} ${tryAgain(state)}` : `${reason}${overBy(declined)}${whole}${stopped}`,
    isMended,
    remedy: isPast ? 'other_card' : beyond === null ? remedy : 'raise_limit',
  };
}

const overBy = ({ short_by_cents }: Declined) => (short_by_cents === null || short_by_cents <= 0 ? '' : ` It was ${formatUsd(cents(short_by_cents))} over.`);

/** Returns the whole limit where a purchase declined for its amount is more than that; else null. */
function limitBelow({ amount_cents, reason }: Declined, { total_cents }: RemedyState): number | null {
  return reason === overLimit.reason && total_cents !== null && amount_cents > total_cents ? total_cents : null;
}
