import { cents, formatUsd, larger, noMoney } from '../basics/money.ts';

interface LifetimeFigures {
  readonly state: string;
  readonly total_spent: number;
  readonly available_credit: number;
  readonly spend_limit: number;
}

/** The heading above the figures. */
export const cardFiguresTitle = 'Since this card was issued';

/** Returns the card's figures over its whole life with their names, in cents. Of a closed card nothing is left to spend, whatever its limit was. */
export function cardFigures({ state, total_spent, available_credit, spend_limit }: LifetimeFigures) {
  const spent = { label: 'Total spent', amount_cents: total_spent } as const;
  if (state === 'CLOSED') return [spent];
  return [spent, { label: 'Available credit', amount_cents: available_credit }, { label: 'Spend limit', amount_cents: spend_limit }] as const;
}

/** Explains what the figures count and what decides a purchase; the amount available is null while it is not known. */
export function cardFiguresWords(state: string, available_cents: number | null): string {
  if (state === 'CLOSED') return 'This counts every purchase and refund on this card.';
  const power = available_cents === null ? '.' : `: ${formatUsd(larger(noMoney, cents(available_cents)))} available now.`;
  return `These count every purchase and refund on this card, and no repayment: the limit at the card issuer grows as you repay. Your spending power decides purchases${power} The two can differ while the issuer takes over a change.`;
}
