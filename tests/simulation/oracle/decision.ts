import type { Day } from './calendar.ts';
import { hasUnpaidDebit } from './claims.ts';
import type { Merchant } from './facts.ts';
import { heldBack, outstandingOf } from './position.ts';

/** Whether a purchase may be made. */

const cashCategories: ReadonlySet<string> = new Set(['6010', '6011', '4829', '6051']);

export interface Question {
  amount: number;
  /** The part of it in cash. */
  cashAmount: number;
  category: string;
  /** The purchases that were approved before and are not seen as held yet. */
  approvedBefore: number;
}

const isCash = ({ category, cashAmount }: Pick<Question, 'category' | 'cashAmount'>): boolean => cashCategories.has(category) || cashAmount > 0;

/** A merchant who may not be debited may not spend either: nobody could collect it. */
export const isHeld = (merchant: Merchant): boolean =>
  merchant.isLocked || merchant.isFraud || merchant.closingSince !== null || !merchant.mayBeDebited || hasUnpaidDebit(merchant);

/** Returns what may be spent when no block holds the account: not what was repaid and may still come back. */
export const leftToSpend = (merchant: Merchant, approvedBefore: number, today: Day): number =>
  Math.max(0, merchant.power - outstandingOf(merchant) - approvedBefore - heldBack(merchant, today));

/** Tells whether a purchase is approved. */
export const isApproved = (merchant: Merchant, question: Question, today: Day): boolean =>
  !isHeld(merchant) && !isCash(question) && question.amount <= leftToSpend(merchant, question.approvedBefore, today);
