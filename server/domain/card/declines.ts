import { cents, formatUsd } from '../basics/money.ts';
import type { ControlReason, DeclineReason } from './authorization.ts';
import { categoryOf, categoryWords } from './controls/categories.ts';
import { controlKinds } from './controls/controls.ts';
import { explainControl } from './controls/controlWords.ts';
import type { ControlDetail } from './controls/firstFailingControl.ts';

/** Explanations for the merchant of why a purchase was refused, each with its immediate remedy. */

/** The declines on one page of the list. */
export const declinesOnPage = 10;

/** The one thing that helps: pay now, reopen the card, release the merchant's own hold on it, link the bank again, raise the card's control once, or nothing that we offer. */
export type Remedy = 'pay_now' | 'reopen' | 'release' | 'relink' | 'raise' | 'none';

export interface Decline {
  readonly reason: string;
  readonly remedy: Remedy;
}

const overLimit: Decline = { reason: 'This purchase was more than your available spending power.', remedy: 'pay_now' };
/**
 * The issuer has one code for its rules, which are looser than the limits of a card, and for what the account can spend. Said
 * where it is not known which it was, as of a purchase in a currency in which the card has no limits.
 */
const overCardOrPower: Decline = {
  reason: 'This purchase was far more than the limits of this card, or than your available spending power.',
  remedy: 'none',
};
const cardPaused: Decline = { reason: 'Your card is paused.', remedy: 'reopen' };
const ownHold: Decline = { reason: 'You put a hold on your card.', remedy: 'release' };
const cardClosed: Decline = { reason: 'This card is closed. Use your current card, or ask support for a new one.', remedy: 'none' };
const accountHeld: Decline = { reason: 'Your account is on hold. Ask support what it needs.', remedy: 'none' };
const bankLink: Decline = { reason: 'Your bank account needs to be linked again.', remedy: 'relink' };
const suspectedFraud: Decline = { reason: 'The purchase looked unusual and was stopped to protect you. If it was you, ask support.', remedy: 'none' };
const wrongDetails: Decline = {
  reason: 'The card details that were entered do not match. Check number, expiry and security code, then try again.',
  remedy: 'none',
};
const wrongPin: Decline = { reason: 'The PIN was not right.', remedy: 'none' };
const wrongAddress: Decline = { reason: 'The billing address that was entered does not match. Use your business address.', remedy: 'none' };
const merchantBlocked: Decline = { reason: 'This card cannot be used at this kind of store.', remedy: 'none' };
const notActivated: Decline = { reason: 'The card has not been activated yet. Confirm that you have it, then try again.', remedy: 'reopen' };
const network: Decline = { reason: 'The card network could not process the purchase. Try again in a few minutes.', remedy: 'none' };
const wrongRequest: Decline = {
  reason: 'The store sent a request that the card network does not accept. Ask the store to charge the card again.',
  remedy: 'none',
};
const cash: Decline = {
  reason: 'The card is not for cash: no withdrawals, money transfers, currency or cash back. Buy without cash back, or pay another way.',
  remedy: 'none',
};
const unpaidRepayment: Decline = { reason: 'A repayment did not go through and is still owed. The card works again when it is paid.', remedy: 'pay_now' };
const lostCard: Decline = { reason: 'This card was reported lost. Use the card that took its place.', remedy: 'none' };
const programCategory: Decline = { reason: 'No card of this account can be used for such a purchase.', remedy: 'none' };
const ownControl: Decline = { reason: 'A control of this card stopped the purchase.', remedy: 'raise' };
const unexplained: Decline = { reason: 'The purchase was declined. Try again, and ask support if it happens twice.', remedy: 'none' };

/** The issuer's result codes: those of a whole transaction and the detailed ones of its events. */
const declines: Readonly<Record<string, Decline>> = {
  ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED: overLimit,
  ACCOUNT_LIFETIME_SPEND_LIMIT_EXCEEDED: overLimit,
  ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED: overLimit,
  CARD_SPEND_LIMIT_EXCEEDED: overLimit,
  INSUFFICIENT_FUNDS: overLimit,
  INSUFFICIENT_FUNDS_PRELOAD: overLimit,
  USER_TRANSACTION_LIMIT: overLimit,
  VELOCITY_EXCEEDED: overLimit,
  ACCOUNT_DELINQUENT: { reason: 'A repayment is overdue, so the card is held until it is paid.', remedy: 'pay_now' },
  CARD_PAUSED: cardPaused,
  CARD_NOT_ACTIVATED: notActivated,
  CARD_CLOSED: cardClosed,
  CARD_EXPIRED: { reason: 'This card has expired. Use your new one.', remedy: 'none' },
  ACCOUNT_INACTIVE: accountHeld,
  ACCOUNT_PAUSED: accountHeld,
  ACCOUNT_STATE_TRANSACTION_FAIL: accountHeld,
  ACCOUNT_UNDER_REVIEW: accountHeld,
  INACTIVE_ACCOUNT: accountHeld,
  CARD_RESTRICTED: accountHeld,
  BANK_CONNECTION_ERROR: bankLink,
  BANK_NOT_VERIFIED: bankLink,
  CARDHOLDER_CHALLENGE_FAILED: suspectedFraud,
  FRAUD_ADVICE: suspectedFraud,
  SECURITY_VIOLATION: suspectedFraud,
  SUSPECTED_FRAUD: suspectedFraud,
  CARD_CRYPTOGRAM_VALIDATION_FAILURE: wrongDetails,
  CARD_EXPIRY_DATE_INCORRECT: wrongDetails,
  CARD_INVALID: wrongDetails,
  CARD_SECURITY_CODE_INCORRECT: wrongDetails,
  INVALID_CARD_DETAILS: wrongDetails,
  CARD_PIN_INCORRECT: wrongPin,
  INCORRECT_PIN: wrongPin,
  PIN_BLOCKED: { reason: 'The PIN was wrong too often and is blocked. Ask support to unblock it.', remedy: 'none' },
  ADDRESS_INCORRECT: wrongAddress,
  AVS_INVALID: wrongAddress,
  AUTH_RULE: merchantBlocked,
  AUTH_RULE_ALLOWED_COUNTRY: merchantBlocked,
  AUTH_RULE_ALLOWED_MCC: merchantBlocked,
  AUTH_RULE_BLOCKED_COUNTRY: merchantBlocked,
  AUTH_RULE_BLOCKED_MCC: merchantBlocked,
  MERCHANT_BLACKLIST: merchantBlocked,
  MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE: merchantBlocked,
  MERCHANT_NOT_PERMITTED: merchantBlocked,
  TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER: merchantBlocked,
  UNAUTHORIZED_MERCHANT: merchantBlocked,
  SINGLE_USE_CARD_REATTEMPTED: cardClosed,
  SINGLE_USE_RECHARGED: cardClosed,
  CUSTOMER_ASA_TIMEOUT: network,
  LITHIC_SYSTEM_ERROR: network,
  LITHIC_SYSTEM_RATE_LIMIT: network,
  MALFORMED_ASA_RESPONSE: network,
  SWITCH_INOPERATIVE_ADVICE: network,
  UNKNOWN_HOST_TIMEOUT: network,
  FORMAT_ERROR: wrongRequest,
  INVALID_TRANSACTION: wrongRequest,
  MERCHANT_INVALID: wrongRequest,
  TRANSACTION_INVALID: wrongRequest,
  TRANSACTION_NOT_PERMITTED_TO_ACQUIRER_OR_TERMINAL: wrongRequest,
};

/** The reasons of our own decisions, which say more than the code that the issuer is told. */
const ownDeclines: Readonly<Record<DeclineReason, Decline>> = {
  account_held: accountHeld,
  fraud: suspectedFraud,
  unpaid_draw: unpaidRepayment,
  card_not_open: cardPaused,
  own_hold: ownHold,
  cash,
  over_spending_power: overLimit,
  card_lost: lostCard,
  program_category: programCategory,
  ...(Object.fromEntries(controlKinds.map((kind) => [`control_${kind}`, ownControl])) as Record<ControlReason, Decline>),
};

/** What our own decision knows of a declined purchase beside its reason. */
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
  const decline = Object.hasOwn(declines, result) ? (declines[result] ?? unexplained) : unexplained;
  if (decline !== overLimit || purchase === null) return decline;
  if (purchase.control) return { ...ownControl, reason: explainControl(purchase.control, purchase) };
  return purchase.hasLimits ? overCardOrPower : overLimit;
}

/** Decides whether the issuer declined a purchase by itself for its amount: by its rules, or by what the account can spend. */
export const isIssuersLimit = (result: string, reason: string | null): boolean =>
  reason === null && Object.hasOwn(declines, result) && declines[result] === overLimit;

/** Returns the reason with the figures of the purchase, where it has some. */
function inFigures(reason: DeclineReason, { merchant, categoryCode, control }: DeclinedPurchase): Pick<Decline, 'reason'> | null {
  if (reason === 'program_category') return { reason: `No card of this account can be used for ${categoryWords[categoryOf(categoryCode)]}.` };
  return control === null ? null : { reason: explainControl(control, { merchant }) };
}

const isOwnReason = (reason: string): reason is DeclineReason => Object.hasOwn(ownDeclines, reason);

/** The present state of everything that a remedy can change. */
export interface RemedyState {
  /** The card's state at the issuer; null without a card. */
  readonly cardState: string | null;
  /** The merchant holds the card. */
  readonly isOnOwnHold: boolean;
  readonly available_cents: number | null;
  /** The whole limit; null while it is not known. */
  readonly total_cents: number | null;
  readonly isBankHealthy: boolean;
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
    isOnOwnHold: card?.is_on_hold ?? false,
    available_cents: account.availableSpendPowerCents,
    total_cents: account.totalSpendPowerCents,
    isBankHealthy: account.plaid_account_verification_status !== 'relink',
  };
}

/**
 * Returns what a remedy can change for a purchase with one of several cards: the account's facts, and that card's own state.
 * @param ofHome the facts with the state of the first card.
 */
export function remedyStateOfCard(
  token: string,
  ofHome: RemedyState,
  { first, cards }: { first: string | null; cards: readonly { readonly token: string; readonly state: string }[] },
): RemedyState {
  if (token === first) return ofHome;
  return { ...ofHome, cardState: cards.find((card) => card.token === token)?.state ?? null, isOnOwnHold: false };
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
      return state.cardState === 'OPEN';
    case 'release':
      return !state.isOnOwnHold;
    case 'relink':
      return state.isBankHealthy;
    case 'raise':
      return is_raised ?? false;
    case 'none':
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

const mendedTexts: Readonly<Record<Remedy, string>> = {
  pay_now: 'You have enough to spend again.',
  reopen: 'Your card is open again.',
  release: 'You released the hold on your card.',
  relink: 'Your bank is linked again.',
  raise: 'This card may make the purchase now.',
  none: '',
};

/** Says how a purchase can be tried again now that its own remedy was applied: the merchant may have stopped the card since. */
function tryAgain({ isOnOwnHold, cardState }: RemedyState): string {
  if (isOnOwnHold) return 'Release the hold on your card, then try the purchase again.';
  return cardState === 'PAUSED' ? 'Reopen your card, then try the purchase again.' : 'Try the purchase again.';
}

interface DescribedDecline {
  readonly purchase: string;
  readonly text: string;
  readonly isMended: boolean;
  /** What helps now. Paying does not, when the purchase is more than the whole limit. */
  readonly remedy: Remedy;
}

/**
 * Describes a declined purchase to the merchant: which it was, and the reason with what helps, or that it may be tried again
 * because the remedy was applied.
 */
export function describeDecline(declined: Declined, state: RemedyState): DescribedDecline {
  const { merchant, amount_cents, reason, remedy } = declined;
  const isMended = isRemedied(declined, state);
  const beyond = limitBelow(declined, state);
  const whole = beyond === null ? '' : ` It is more than your whole limit of ${formatUsd(cents(beyond))}.`;
  return {
    purchase: amount_cents > 0 ? `${formatUsd(cents(amount_cents))} at ${merchant}` : merchant,
    text: isMended ? `${mendedTexts[remedy]} ${tryAgain(state)}` : `${reason}${overBy(declined)}${whole}`,
    isMended,
    remedy: beyond === null ? remedy : 'none',
  };
}

const overBy = ({ short_by_cents }: Declined) => (short_by_cents === null || short_by_cents <= 0 ? '' : ` It was ${formatUsd(cents(short_by_cents))} over.`);

/** Returns the whole limit where a purchase declined for its amount is more than that; else null. */
function limitBelow({ amount_cents, reason }: Declined, { total_cents }: RemedyState): number | null {
  return reason === overLimit.reason && total_cents !== null && amount_cents > total_cents ? total_cents : null;
}
