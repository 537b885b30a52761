import { BLANK, isSet, type Receiver } from '../receiver/receiver.ts';

/**
 * Onboarding: twelve conditions in order, the step that the first unmet one puts a merchant on, and what may be done
 * at which step. Both the pages and the server ask here.
 */

/** The fields of the receiver that onboarding looks at. */
export type OnboardingReceiver = Pick<
  Receiver,
  | 'accepted_privacy_policy'
  | 'accepted_terms_and_conditions'
  | 'accepted_card_holders_agreement'
  | 'lithic_account_holder_token'
  | 'lithic_card_token'
  | 'plaid_access_token'
  | 'plaid_item_id'
  | 'rutter_access_token'
  | 'card_request'
>;

/** What the providers say about the receiver. Null is "nothing known". */
export interface OnboardingFacts {
  /** See `verificationStatus`. */
  plaid_account_verification_status: string | null;
  kybStatus: string | null;
  /** The card at the issuer; `spend_limit` in cents. */
  card: { readonly spend_limit: number } | null;
  /** The card was asked for, and is issued as soon as the issuer accepts the business. */
  isCardOrdered?: boolean;
}

type Condition = (receiver: OnboardingReceiver, facts: OnboardingFacts) => boolean;

interface Row {
  /** The screen that completes it. The place of the row is the step's number. */
  step: string;
  key: string;
  isMet: Condition;
}

const hasBank: Condition = (receiver) => isSet(receiver.plaid_access_token) && isSet(receiver.plaid_item_id);
const hasHealthyBank: Condition = (receiver, facts) => isBankSkipped(receiver) || isBankHealthy(facts.plaid_account_verification_status);
const hasVerifiedBank: Condition = (receiver, facts) => isBankSkipped(receiver) || isBankVerified(facts.plaid_account_verification_status);
const isAccepted: Condition = (receiver, facts) => receiver.lithic_account_holder_token === BLANK || facts.kybStatus === 'ACCEPTED';
/** No spending power is kept at the issuer as a limit of 1 cent, because 0 means "no limit" there: hence "more than 1". */
const hasSpendableCard: Condition = (_receiver, facts) => (facts.card?.spend_limit ?? 0) > 1;

const table = [
  { step: 'LOADING', key: 'user', isMet: () => true },
  { step: 'PRIVACY_POLICY', key: 'privacy_policy', isMet: (receiver) => isSet(receiver.accepted_privacy_policy) },
  { step: 'TERMS_AND_CONDITIONS', key: 'terms_and_conditions', isMet: (receiver) => isSet(receiver.accepted_terms_and_conditions) },
  { step: 'CARD_HOLDERS_AGREEMENT', key: 'card_holders_agreement', isMet: (receiver) => isSet(receiver.accepted_card_holders_agreement) },
  { step: 'KYB', key: 'kyb_submitted', isMet: (receiver) => isSet(receiver.lithic_account_holder_token) },
  { step: 'BANK_LINK', key: 'bank_linked', isMet: hasBank },
  { step: 'BANK_RELINK', key: 'bank_link_healthy', isMet: hasHealthyBank },
  { step: 'BANK_LINK_PENDING', key: 'bank_verified', isMet: hasVerifiedBank },
  { step: 'ACCOUNTING_CONNECTION', key: 'accounting_connected', isMet: (receiver) => isSet(receiver.rutter_access_token) },
  { step: 'CARD_ISSUE', key: 'card_requested', isMet: (receiver) => isSet(receiver.card_request) },
  { step: 'PHYSICAL_CARD_ISSUE', key: 'physical_card_settled', isMet: (receiver) => isSet(receiver.card_request) },
  { step: 'KYB_ACCEPT', key: 'kyb_accepted_and_card_ready', isMet: (receiver, facts) => isAccepted(receiver, facts) && hasSpendableCard(receiver, facts) },
] as const satisfies readonly Row[];

export type OnboardingStep = (typeof table)[number]['step'];
export type ChecklistKey = (typeof table)[number]['key'];

/** The screens in order; the place in the list is the step's number. */
export const onboardingSteps: readonly OnboardingStep[] = table.map(({ step }) => step);

/** The number that stands for "every step is done". */
export const FINISHED = -1;

export interface ChecklistEntry {
  key: ChecklistKey;
  /** The screen that completes it. */
  step: OnboardingStep;
  isComplete: boolean;
}

/** The twelve entries in order. Without a receiver, the user record itself, none is complete. */
export function completionChecklist(receiver: OnboardingReceiver | null, facts: OnboardingFacts): ChecklistEntry[] {
  return table.map(({ step, key, isMet }) => ({ key, step, isComplete: receiver !== null && isMet(receiver, facts) }));
}

/** The number of the first step that is not complete, or -1 when all are. */
export function onboardingStep(checklist: readonly Pick<ChecklistEntry, 'isComplete'>[]): number {
  return checklist.findIndex((entry) => !entry.isComplete);
}

/** The step to show: the one that the page's `onboardingStep` parameter forces, else the real one. It changes no right. */
export function forceStep(step: number, forced: number | null): number {
  return forced ?? step;
}

export function isOnboarded(step: number): boolean {
  return step === FINISHED;
}

/**
 * The screen for a step. The question of a physical card has two screens for one condition: the address form follows as
 * soon as the merchant said yes, while the step still is the card's. A forced number without a screen shows the first.
 */
export function screenFor(step: number, wantsPhysicalCard: boolean): OnboardingStep | 'FINISHED' {
  const name = step === FINISHED ? 'FINISHED' : (onboardingSteps[step] ?? 'LOADING');
  return name === 'CARD_ISSUE' && wantsPhysicalCard ? 'PHYSICAL_CARD_ISSUE' : name;
}

/**
 * What stands before a step and is not done: when it names anything, the step's effect is refused, whatever the page's
 * parameters say. An effect may be repeated later, so that a merchant can link another bank or correct the KYB form.
 * The physical card's form comes before the entry it shares with the card is complete, but after the virtual card was issued or, while the issuer still looks at the business, ordered.
 */
export function missingBefore(step: OnboardingStep, receiver: OnboardingReceiver | null, facts: OnboardingFacts): ChecklistKey[] {
  const before = completionChecklist(receiver, facts).slice(0, onboardingSteps.indexOf(step));
  const hasVirtualCard = isSet(receiver?.lithic_card_token) || facts.isCardOrdered === true;
  const isInTheWay = (entry: ChecklistEntry) => (step === 'PHYSICAL_CARD_ISSUE' && entry.key === 'card_requested' ? !hasVirtualCard : !entry.isComplete);
  return before.filter(isInTheWay).map((entry) => entry.key);
}

/** Both bank fields carry the sentinel: the bank steps are skipped. One of them alone skips nothing. */
function isBankSkipped(receiver: OnboardingReceiver): boolean {
  return receiver.plaid_access_token === BLANK && receiver.plaid_item_id === BLANK;
}

function isBankHealthy(status: string | null): boolean {
  return status !== 'relink' && status !== 'verification_expired';
}

function isBankVerified(status: string | null): boolean {
  return status?.includes('verified') ?? false;
}

/**
 * The verification status of the linked bank account: what the bank provider gives, `automatically_verified` when it
 * gives none (accounts that were verified at once carry no status), `relink` when the account could not be fetched.
 */
export function verificationStatus(answer: { verification_status?: string | null | undefined } | 'failed'): string {
  return answer === 'failed' ? 'relink' : answer.verification_status || 'automatically_verified';
}
