import type { Cents } from '../basics/money.ts';

/**
 * Merchant categories (ISO 18245) that hand out cash or what is as good as cash: 6010 a bank's counter, 6011 a cash
 * machine, 4829 money transfers, 6051 foreign and virtual currency, travelers' checks and the like.
 */
export const cashCategories: ReadonlySet<string> = new Set(['6010', '6011', '4829', '6051']);

interface Purchase {
  /** The merchant's category code; null when it is not known. */
  readonly categoryCode: string | null;
  /** The part that is paid out in cash, in cents: all of a withdrawal, or the cash that a shop adds to a purchase. */
  readonly cash_cents: Cents;
}

/**
 * Decides whether a purchase is cash, wholly or in part. The card is no good for cash: such a purchase is declined, and
 * one that reaches us without having been asked for earns nothing.
 */
export function isCash({ categoryCode, cash_cents }: Purchase): boolean {
  return cash_cents > 0 || (categoryCode !== null && cashCategories.has(categoryCode));
}
