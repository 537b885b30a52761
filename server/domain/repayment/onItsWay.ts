import { type Cents, formatUsd, noMoney, subtract } from '../basics/money.ts';

/** Says what of an amount that is due is on its way, and what of that we are still asking the bank for; null when nothing is. */
export function onItsWayWords(part: Cents, amount: Cents, asked: Cents = noMoney): string | null {
  const sentences: string[] = [];
  const atBank = subtract(part, asked);
  if (atBank > 0) sentences.push(atBank === amount ? 'It is on its way from your bank.' : `${formatUsd(atBank)} of it is on its way from your bank.`);
  if (asked > 0) sentences.push(asked === amount ? 'We are asking your bank for it.' : `We are asking your bank for ${formatUsd(asked)} of it.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}
