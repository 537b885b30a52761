import { isKybAccepted } from '../kyb/kybStatus.ts';
import { BLANK, isSet, type Receiver } from '../receiver/receiver.ts';

/**
 * Onboarding: twelve conditions in order, the current step (that of the first unmet condition), and the actions allowed
 * at each step. Both the pages and the server use these rules.
 */

/** The receiver's fields that onboarding reads. */
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

/** The providers' facts about the receiver. Null means unknown. */
export interface OnboardingFacts {
  /** See `verificationStatus`. */
  plaid_account_verification_status: string | null;
  kybStatus: string | null;
  /** The card at the issuer; `spend_limit` in cents. */
  card: { readonly spend_limit: number } | null;
  /** The card was ordered, and is issued as soon as the issuer accepts the business. */
  isCardOrdered?: boolean;
}

type Condition = (receiver: OnboardingReceiver, facts: OnboardingFacts) => boolean;

interface Row {
  /** The screen that completes it. The row's index is the step's number. */
  step: string;
  key: string;
  isMet: Condition;
}

const hasBank: Condition = (receiver) => isSet(receiver.plaid_access_token) && isSet(receiver.plaid_item_id);
const hasHealthyBank: Condition = (receiver, facts) => isBankSkipped(receiver) || isBankHealthy(facts.plaid_account_verification_status);
const hasVerifiedBank: Condition = (receiver, facts) => isBankSkipped(receiver) || isBankVerified(facts.plaid_account_verification_status);
const isAccepted: Condition = (receiver, facts) => receiver.lithic_account_holder_token === BLANK || isKybAccepted(facts.kybStatus);
/** Checks for a limit above 1 cent: the issuer reads 0 as "no limit", so a card without spending power has a limit of 1 cent. */
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

/** The screens in order; the index in the list is the step's number. */
export const onboardingSteps: readonly OnboardingStep[] = table.map(({ step }) => step);

/** The step number that means "every step is done". */
export const FINISHED = -1;

export interface ChecklistEntry {
  key: ChecklistKey;
  /** The screen that completes it. */
  step: OnboardingStep;
  isComplete: boolean;
}

/** Returns the twelve entries in order. Without a receiver (the user record itself), none is complete. */
export function completionChecklist(receiver: OnboardingReceiver | null, facts: OnboardingFacts): ChecklistEntry[] {
  return table.map(({ step, key, isMet }) => ({ key, step, isComplete: receiver !== null && isMet(receiver, facts) }));
}

/** Returns the number of the first step that is not complete, or -1 when all are. */
export function onboardingStep(checklist: readonly Pick<ChecklistEntry, 'isComplete'>[]): number {
  return checklist.findIndex((entry) => !entry.isComplete);
}

/** Returns the step to show: the one forced by the page's `onboardingStep` parameter, else the real one. It grants no rights. */
export function forceStep(step: number, forced: number | null): number {
  return forced ?? step;
}

/** Tells whether no step of onboarding is left. */
export function isOnboarded(step: number): boolean {
  return step === FINISHED;
}

const bankKeys: ReadonlySet<string> = new Set<ChecklistKey>(['bank_linked', 'bank_link_healthy', 'bank_verified']);

/**
 * Tells whether a merchant who has finished all else has to mend the bank link: their card, figures and debts are there
 * meanwhile, so they are not shown the steps of a beginner.
 */
export function isBackAtBank(checklist: readonly { key: string; isComplete: boolean }[]): boolean {
  const open = checklist.filter(({ isComplete }) => !isComplete);
  return open.length > 0 && open.every(({ key }) => bankKeys.has(key));
}

/** Tells whether a merchant's first card is still to come: until then the limit is an estimate. */
export function isBeforeCard(checklist: readonly { key: string; isComplete: boolean }[]): boolean {
  return !isOnboarded(onboardingStep(checklist)) && !isBackAtBank(checklist);
}

/**
 * Returns the screen of a step. The card's step has two screens for one condition: the address form of a physical card
 * follows as soon as the merchant asks for one. A forced number without a screen returns `LOADING`.
 */
export function screenFor(step: number, wantsPhysicalCard: boolean): OnboardingStep | 'FINISHED' {
  const name = step === FINISHED ? 'FINISHED' : (onboardingSteps[step] ?? 'LOADING');
  return name === 'CARD_ISSUE' && wantsPhysicalCard ? 'PHYSICAL_CARD_ISSUE' : name;
}

/** The entry that a screen's content needs beside the steps before it: without it the screen would speak of something that is not there. */
const contentOf: Partial<Record<OnboardingStep, ChecklistKey>> = {
  BANK_RELINK: 'bank_linked',
  BANK_LINK_PENDING: 'bank_linked',
  KYB_ACCEPT: 'kyb_submitted',
};

/**
 * Says why a forced step has no screen to show; null when it has one. `LOADING` is no screen: it shows while the record
 * loads. `forced` is the page's parameter, as a number or, where it is none, as it was written.
 */
export function missingScreen(forced: number | string | null, checklist: readonly { key: string; isComplete: boolean }[]): string | null {
  if (forced === null || forced === FINISHED) return null;
  const step = typeof forced === 'number' && forced > 0 ? onboardingSteps[forced] : undefined;
  if (step === undefined) return `There is no step “${forced}”. The steps have the numbers 1 to ${onboardingSteps.length - 1}.`;
  const needed = contentOf[step];
  if (needed === undefined || checklist.some(({ key, isComplete }) => key === needed && isComplete)) return null;
  return `Step ${forced} has nothing to show yet: ${needed === 'bank_linked' ? 'no bank account is linked' : 'no business verification was sent'}.`;
}

/**
 * Returns the incomplete entries before a step. If there are any, the step's effect is refused, regardless of the page's
 * parameters. An effect may be repeated later, so that a merchant can link another bank or correct the KYB form.
 * The physical card's form needs a virtual card that is issued or, while the issuer reviews the business, ordered.
 */
export function missingBefore(step: OnboardingStep, receiver: OnboardingReceiver | null, facts: OnboardingFacts): ChecklistKey[] {
  const before = completionChecklist(receiver, facts).slice(0, onboardingSteps.indexOf(step));
  const hasVirtualCard = isSet(receiver?.lithic_card_token) || facts.isCardOrdered === true;
  const isInTheWay = (entry: ChecklistEntry) => (step === 'PHYSICAL_CARD_ISSUE' && entry.key === 'card_requested' ? !hasVirtualCard : !entry.isComplete);
  return before.filter(isInTheWay).map((entry) => entry.key);
}

/** Tells whether the bank steps are skipped: both bank fields hold `BLANK`. One of them alone skips nothing. */
function isBankSkipped(receiver: OnboardingReceiver): boolean {
  return receiver.plaid_access_token === BLANK && receiver.plaid_item_id === BLANK;
}

/** Tells whether a linked account needs no new sign-in or new link, by its verification status. */
export function isBankHealthy(status: string | null): boolean {
  return status !== 'relink' && status !== 'verification_expired';
}

/** Tells whether the linked account may be used: its status contains `verified`. */
export function isBankVerified(status: string | null): boolean {
  return status?.includes('verified') ?? false;
}

/**
 * Returns the verification status of the linked bank account: the bank provider's, `automatically_verified` when it
 * gives none (accounts verified at once have no status), `relink` when the account could not be fetched.
 */
export function verificationStatus(answer: { verification_status?: string | null | undefined } | 'failed'): string {
  return answer === 'failed' ? 'relink' : answer.verification_status || 'automatically_verified';
}
