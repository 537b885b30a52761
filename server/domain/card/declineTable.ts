import { weAnswer } from '../help/supportAnswer.ts';
import type { ControlReason, DeclineReason } from './authorization.ts';
import { controlKinds } from './controls/controls.ts';
import type { Remedy } from './declineWays.ts';

/**
 * Why purchases are declined, in words for the merchant, each with what helps. A reason that is not the merchant’s to mend says who
 * mends it and by when.
 */

export interface Decline {
  readonly reason: string;
  readonly remedy: Remedy;
}

export const overLimit: Decline = { reason: 'This purchase was more than your available spending power.', remedy: 'pay_now' };
/**
 * The issuer has one code for its rules, which are looser than the limits of a card, and for what the account can spend. Said
 * where it is not known which it was, as of a purchase in a currency in which the card has no limits.
 */
export const overCardOrPower: Decline = {
  reason: 'This purchase was far more than the limits of this card, or than your available spending power.',
  remedy: 'card_limits',
};
const cardPaused: Decline = { reason: 'Your card is paused.', remedy: 'reopen' };
const ownHold: Decline = { ...cardPaused, remedy: 'release' };
const cardClosed: Decline = { reason: 'This card is closed. Use another of your cards.', remedy: 'other_card' };
const cardExpired: Decline = { reason: 'This card has expired. Use your new one.', remedy: 'other_card' };
const accountHeld: Decline = {
  reason: `Your account is on hold until our team releases it. That does not happen by itself: write to support and ask what it needs. ${weAnswer}`,
  remedy: 'support',
};
const businessRefused: Decline = {
  reason: `The card issuer no longer accepts your business, so your cards are paused until the issuer accepts it again. Our team can tell you what it needs: write to support. ${weAnswer}`,
  remedy: 'support',
};
const bankLink: Decline = { reason: 'Your bank account needs to be linked again.', remedy: 'relink' };
const suspectedFraud: Decline = {
  reason: `The purchase looked unusual and was stopped to protect you. If it was you, write to support: until our team has looked at it, it may be stopped again. ${weAnswer}`,
  remedy: 'support',
};
const wrongDetails: Decline = {
  reason: 'The card details that were entered do not match. Check number, expiry and security code, then try again.',
  remedy: 'card_details',
};
const wrongPin: Decline = { reason: 'The PIN was not right. Try again, or pay by the card’s number where no PIN is asked for.', remedy: 'card_details' };
const pinBlocked: Decline = {
  reason: `The PIN was wrong too often and is blocked until our team unblocks it. That does not happen by itself: write to support. ${weAnswer}`,
  remedy: 'support',
};
const wrongAddress: Decline = {
  reason: 'The billing address that was entered does not match. Use your business address.',
  remedy: 'billing_address',
};
const merchantBlocked: Decline = { reason: 'The card issuer allows no card of this kind at such a store, and that stays so. Pay another way.', remedy: 'none' };
const lockedElsewhere: Decline = { reason: 'This card works only at the first merchant that charged it. Use another of your cards.', remedy: 'other_card' };
const notActivated: Decline = { reason: 'The card has not been activated yet. Confirm that you have it, then try again.', remedy: 'activate' };
const network: Decline = {
  reason: 'The card network could not process the purchase, and mends that by itself. Try again in a few minutes.',
  remedy: 'none',
};
const wrongRequest: Decline = {
  reason: 'The store sent a request that the card network does not accept. Only the store can mend that: ask it to charge the card again now.',
  remedy: 'none',
};
const cash: Decline = {
  reason:
    'The card is not for cash: no withdrawals, money transfers, currency or cash back. The program rules them out, and that stays so. Buy without cash back, or pay another way.',
  remedy: 'none',
};
const unpaidRepayment: Decline = { reason: 'A repayment did not go through and is still owed. The card works again when it is paid.', remedy: 'pay_now' };
const debitsStopped: Decline = { reason: 'Debits of your bank account are not authorized. The card works again when you authorize them.', remedy: 'authorize' };
const sharedIdentity: Decline = {
  reason: `Another account uses your EIN or store, so nothing can be bought until our team has checked yours. Write to support and ask for when. ${weAnswer}`,
  remedy: 'support',
};
const closing: Decline = { reason: 'Your account is closed to purchases for good: an account that is closed is not opened again.', remedy: 'none' };
const lostCard: Decline = { reason: 'This card was reported lost or stolen. Use the card that took its place.', remedy: 'replacement' };
const endedWallet: Decline = {
  reason: 'The card is on this phone by somebody who may pay with it no more. Its holder can add it to their own.',
  remedy: 'card_details',
};
/** Says that a program rules out a category. */
export const ruledOut = (category: string) => `No card of this account can be used for ${category}. The program rules it out, and that stays so.`;
const programCategory: Decline = { reason: ruledOut('such a purchase'), remedy: 'none' };
export const ownControl: Decline = { reason: 'A control of this card stopped the purchase.', remedy: 'raise' };
export const unexplained: Decline = {
  reason: `The purchase was declined, and the card issuer does not say why. Try again in a few minutes; if it is declined again, our team finds out when you write to support. ${weAnswer}`,
  remedy: 'support',
};

/** The issuer's result codes: those of a whole transaction and the detailed ones of its events. */
export const issuerDeclines: Readonly<Record<string, Decline>> = {
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
  CARD_EXPIRED: cardExpired,
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
  PIN_BLOCKED: pinBlocked,
  ADDRESS_INCORRECT: wrongAddress,
  AVS_INVALID: wrongAddress,
  AUTH_RULE: merchantBlocked,
  AUTH_RULE_ALLOWED_COUNTRY: merchantBlocked,
  AUTH_RULE_ALLOWED_MCC: merchantBlocked,
  AUTH_RULE_BLOCKED_COUNTRY: merchantBlocked,
  AUTH_RULE_BLOCKED_MCC: merchantBlocked,
  MERCHANT_BLACKLIST: merchantBlocked,
  MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE: lockedElsewhere,
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
export const ownDeclines: Readonly<Record<DeclineReason, Decline>> = {
  account_held: accountHeld,
  business_refused: businessRefused,
  fraud: suspectedFraud,
  unpaid_draw: unpaidRepayment,
  debits_stopped: debitsStopped,
  shared_identity: sharedIdentity,
  closing,
  card_not_open: cardPaused,
  own_hold: ownHold,
  cash,
  over_spending_power: overLimit,
  card_lost: lostCard,
  wallet_ended: endedWallet,
  program_category: programCategory,
  ...(Object.fromEntries(controlKinds.map((kind) => [`control_${kind}`, ownControl])) as Record<ControlReason, Decline>),
};
