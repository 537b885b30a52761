import { add, type Cents, larger, noMoney, subtract } from '../basics/money.ts';
import { type Block, type BlockFacts, blocksOf } from '../spendingPower/blocks.ts';
import { availableOf } from '../spendingPower/spendingPowerFigures.ts';
import { allowsPurchases } from './card.ts';
import { isCash } from './cash.ts';
import { type CategoryGroup, categoryOf } from './controls/categories.ts';
import type { ControlKind } from './controls/controls.ts';
import { type ControlDetail, firstFailingControl, type Spent } from './controls/firstFailingControl.ts';
import type { ControlsInForce } from './controls/limitRaises.ts';

/** The decision whether to approve a purchase, made while the shop waits. */

/** Why a purchase is refused. */
export type DeclineReason =
  | 'account_held'
  | 'fraud'
  | 'business_refused'
  | 'unpaid_draw'
  | 'debits_stopped'
  | 'shared_identity'
  | 'closing'
  | 'card_lost'
  | 'wallet_ended'
  | 'card_not_open'
  | 'own_hold'
  | 'cash'
  | 'program_category'
  | ControlReason
  | 'over_spending_power';

/** The card's own control that a purchase failed. */
export type ControlReason = `control_${ControlKind}`;

export const isControlReason = (reason: DeclineReason): reason is ControlReason => reason.startsWith('control_');

/** A credit, which is an authorization of a refund, and a balance inquiry take nothing. */
export type QuestionKind = 'purchase' | 'credit' | 'balance_inquiry';

/** The transaction that the issuer asks about. */
export interface Question {
  readonly kind: QuestionKind;
  /** The amount that an approval reserves: for an increment the increment alone, for all but a purchase 0. */
  readonly amount_cents: Cents;
  /** The part of a purchase that is paid out in cash. */
  readonly cash_cents: Cents;
  /** The merchant's category code; null when it is not known. */
  readonly categoryCode: string | null;
}

/** A question as the issuer sends it, with what tells it from others about the same transaction. */
export interface IdentifiedQuestion extends Question {
  /** The issuer's token of the single authorization; null where it gives none. */
  readonly eventToken: string | null;
  readonly cardToken: string;
}

/**
 * How long, in milliseconds, an equal question without the token of its authorization is the same one, sent again. The
 * issuer waits for an answer for six seconds; later it is an increment of the same amount.
 */
const repeatsForMs = 60_000;

/**
 * Decides whether a question about a transaction is one that was answered before, so that it gets the same answer. A
 * question about anything else is a new one, whatever tokens it carries.
 * @param elapsedMs the milliseconds since the answer.
 */
export function isSameQuestion(asked: IdentifiedQuestion, answered: IdentifiedQuestion, elapsedMs: number): boolean {
  if (asked.cardToken !== answered.cardToken || asked.amount_cents !== answered.amount_cents) return false;
  const isEqual = asked.kind === answered.kind && asked.cash_cents === answered.cash_cents && asked.categoryCode === answered.categoryCode;
  if (!isEqual) return false;
  if (asked.eventToken !== null && answered.eventToken !== null) return asked.eventToken === answered.eventToken;
  return elapsedMs <= repeatsForMs;
}

export type PurchaseDecision =
  | { readonly approved: true }
  | { readonly approved: false; readonly reason: DeclineReason; readonly short_by_cents: Cents | null; readonly control: ControlDetail | null };

export interface PurchaseFacts {
  readonly question: Question;
  /** Where the purchase is made: the merchant's name as the issuer sends it, and its country by three letters. */
  readonly merchant: { readonly descriptor: string; readonly country: string };
  /** The moment of the decision, and the program's time zone. */
  readonly now: Date;
  readonly timeZone: string;
  readonly cardState: string;
  /** The card was reported lost or stolen; the issuer may not have closed it yet. */
  readonly isLost: boolean;
  /** A wallet pays that somebody has added who may pay with the card no more; the issuer may not have ended that yet. */
  readonly isByEndedWallet: boolean;
  /** The merchant holds a card that waits for its activation, which the issuer cannot pause. */
  readonly isOnOwnHold: boolean;
  /** What holds the account at this moment: the issuer may not have paused its cards yet. */
  readonly receiver: BlockFacts;
  /** The categories for which no card of the program can be used. */
  readonly blockedCategories: readonly CategoryGroup[];
  /** The controls of the card that are in force, and what it has spent; null for a card without controls. */
  readonly controls: { readonly inForce: ControlsInForce; readonly spent: Spent } | null;
  /** Null until spending power is computed for the first time; counts as none. */
  readonly total_cents: Cents | null;
  readonly outstanding_cents: Cents;
  /** Approved purchases that `outstanding_cents` does not include yet. */
  readonly approved_cents: Cents;
  /** Freed by repayments that can still come back: see `heldBackCents`. */
  readonly held_back_cents: Cents;
}

/**
 * Approves a purchase when nothing holds the account, the card is usable and not held by its merchant, its program allows what is
 * bought, every control of the card does, and spending power is left for the whole amount. Approves a refund whatever holds the account or the card: it only brings money back. A
 * question about nothing, a $0 authorization or a balance inquiry, is about whether the card can be used, so that what may be bought
 * with it does not matter.
 */
export function decidePurchase(facts: PurchaseFacts): PurchaseDecision {
  const { question, cardState, isLost, isByEndedWallet, isOnOwnHold, receiver } = facts;
  if (question.kind === 'credit') return { approved: true };
  const held = heldBy(receiver);
  if (held) return declined(held);
  if (isLost) return declined('card_lost');
  if (isByEndedWallet) return declined('wallet_ended');
  if (!allowsPurchases(cardState)) return declined('card_not_open');
  if (isOnOwnHold) return declined('own_hold');
  if (question.amount_cents === 0) return { approved: true };
  if (isCash(question)) return declined('cash');
  const refused = refusedByControls(facts);
  if (refused) return refused;
  const available = availableFor(facts);
  if (question.amount_cents <= available) return { approved: true };
  return { ...declined('over_spending_power'), short_by_cents: subtract(question.amount_cents, available) };
}

/** The reason of a refusal for each block of an account. Of several the first one is told. */
const reasonsOfBlocks: Readonly<Record<Block, DeclineReason>> = {
  fraud: 'fraud',
  locked: 'account_held',
  black_listed: 'account_held',
  business_refused: 'business_refused',
  closing: 'closing',
  unpaid_draw: 'unpaid_draw',
  debits_stopped: 'debits_stopped',
  shared_identity: 'shared_identity',
};

/** Returns why nothing can be bought while an account is held; null for one that is not. */
function heldBy(receiver: BlockFacts): DeclineReason | null {
  const blocks: readonly string[] = blocksOf(receiver);
  return Object.entries(reasonsOfBlocks).find(([block]) => blocks.includes(block))?.[1] ?? null;
}

/** Returns the refusal of the program's controls or the card's own; null when they let the purchase through. */
function refusedByControls({ blockedCategories, controls, question, merchant, now, timeZone }: PurchaseFacts): PurchaseDecision | null {
  const { amount_cents, categoryCode } = question;
  if (blockedCategories.includes(categoryOf(categoryCode))) return declined('program_category');
  if (controls === null) return null;
  const purchase = { amount_cents, categoryCode, merchant: merchant.descriptor, country: merchant.country };
  const control = firstFailingControl(controls.inForce, purchase, controls.spent, { now, timeZone });
  return control && { ...declined(`control_${control.control}`), control };
}

/** Returns what may be spent now. */
function availableFor({ total_cents, outstanding_cents, approved_cents, held_back_cents }: PurchaseFacts): Cents {
  return larger(noMoney, availableOf(total_cents ?? noMoney, add(outstanding_cents, approved_cents, held_back_cents)));
}

const declined = (reason: DeclineReason) => ({ approved: false, reason, short_by_cents: null, control: null }) as const;
