import { allowsPurchases, isOnItsWay } from '../card/card.ts';
import type { ClosingState } from '../receiver/closing.ts';

/** Whether the app works for a merchant, in one line at the top of its home in the store's admin. */
export interface AppStatus {
  tone: 'success' | 'info' | 'warning' | 'critical';
  label: string;
  text: string;
}

interface StatusFacts {
  readonly closing: ClosingState | null;
  readonly isOnboarding: boolean;
  /** Null where it could not be read. */
  readonly card: { readonly state: string; readonly is_on_hold: boolean } | null;
  /** The code of the problem for which the card could not be read; null where it was, and where there is none. */
  readonly cardFailure: string | null;
  /** Whether something holds the account that home names below. */
  readonly isHeld: boolean;
  /** Whether the bank wants the merchant to sign in again. */
  readonly isBankBroken: boolean;
  readonly isDebitStopped: boolean;
  /** The amount that can be spent; null while it is not known. */
  readonly available_cents: number | null;
}

const statuses = {
  closing: { tone: 'warning', label: 'Closing', text: 'Nothing can be bought any more.' },
  closed: { tone: 'info', label: 'Closed', text: 'Your statements stay here.' },
  onboarding: { tone: 'info', label: 'Setup unfinished', text: 'The app works. You get your card once the steps below are done.' },
  unreachable: {
    tone: 'critical',
    label: 'Card issuer not answering',
    text: 'We cannot ask the card issuer about your card right now. Your other figures are up to date, and the card is shown again by itself.',
  },
  unread: {
    tone: 'critical',
    label: 'Card not shown',
    text: 'We could not read your card right now: something failed on our side. It is shown again by itself.',
  },
  held: { tone: 'critical', label: 'Account on hold', text: 'Purchases are declined. Below is what ends that.' },
  bank: {
    tone: 'warning',
    label: 'Bank not connected',
    text: 'Your bank wants you to sign in again. Until then nothing can be drawn from it.',
  },
  debits: {
    tone: 'warning',
    label: 'Debits stopped',
    text: 'Nothing can be drawn from your bank, and every card may be paused until you authorize debits again.',
  },
  hold: { tone: 'warning', label: 'Paused by you', text: 'Every purchase is declined until you reopen the card.' },
  paused: { tone: 'warning', label: 'Paused by you', text: 'Every purchase is declined until you reopen the card.' },
  spent: { tone: 'warning', label: 'Nothing left to spend', text: 'Purchases are declined until you repay or your limit grows.' },
  unusable: { tone: 'critical', label: 'Card not usable', text: 'Ask support about it.' },
  coming: { tone: 'success', label: 'All working', text: 'You can pay with your card’s number while the card is in the mail.' },
  works: { tone: 'success', label: 'All working', text: 'Your card can be used.' },
} as const satisfies Record<string, AppStatus>;

/** Returns the status, the gravest first: what stops purchases altogether before what will. */
export function appStatus({ closing, isOnboarding, card, cardFailure, isHeld, isBankBroken, isDebitStopped, available_cents }: StatusFacts): AppStatus {
  if (closing !== null) return statuses[closing];
  if (isOnboarding) return statuses.onboarding;
  if (card === null) return isOfProvider(cardFailure) ? statuses.unreachable : statuses.unread;
  if (isHeld) return statuses.held;
  if (isBankBroken) return statuses.bank;
  if (isDebitStopped) return statuses.debits;
  if (card.is_on_hold) return statuses.hold;
  if (card.state === 'PAUSED') return statuses.paused;
  if (!allowsPurchases(card.state)) return statuses.unusable;
  if (available_cents !== null && available_cents <= 0) return statuses.spent;
  return isOnItsWay(card.state) ? statuses.coming : statuses.works;
}

const isOfProvider = (code: string | null) => code === 'provider_unavailable' || code === 'provider_refused';
