import { hasUnpaidDebit } from './claims.ts';
import type { Merchant } from './facts.ts';
import { positionOf } from './position.ts';

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
  merchant.isLocked || merchant.isFraud || merchant.closingSince !== null || !merchant.mayBeDebited || hasUnpaidDebit(merchant, positionOf(merchant));

/** Tells whether a purchase is approved. */
export function isApproved(merchant: Merchant, question: Question): boolean {
  if (isHeld(merchant) || isCash(question)) return false;
  return question.amount <= Math.max(0, merchant.power - positionOf(merchant).outstanding - question.approvedBefore);
}
