import { type Cents, formatUsd } from '../basics/money.ts';

/** Says what of an amount that is due is on its way; null when nothing is. */
export function onItsWayWords(part: Cents, amount: Cents): string | null {
  if (part <= 0) return null;
  return part === amount ? 'It is on its way from your bank.' : `${formatUsd(part)} of it is on its way from your bank.`;
}
