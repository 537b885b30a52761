import { add, type Cents, compareAmounts, fraction, noMoney, subtract } from '../basics/money.ts';

/**
 * Returns the amount at a quantile of a few samples, by linear interpolation at position p(n + 1), held between the least and the
 * largest. Of n samples and a further one like them, the further one lies below that position with probability p: the range between
 * the 20th and the 80th percentile of eight holds three in five. Positions by p(n − 1) + 1, as spreadsheets take them, would hold less.
 * 0 without samples.
 */
export function quantileOf(samples: readonly Cents[], percent: number): Cents {
  const sorted = samples.toSorted(compareAmounts);
  const hundredths = Math.min(Math.max(percent * (sorted.length + 1), 100), sorted.length * 100);
  const place = Math.floor(hundredths / 100);
  const lower = sorted[place - 1] ?? noMoney;
  const upper = sorted[place] ?? lower;
  return add(lower, fraction(subtract(upper, lower), hundredths % 100, 100));
}
