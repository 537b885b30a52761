import { formatDay } from '../basics/dateFormats.ts';
import { add, cents, formatUsd } from '../basics/money.ts';

/** What can be spent after a payment: see `PayNowPreview`. */
export interface SpendableAfter {
  readonly frees_cents: number;
  readonly available_after_cents: number;
  readonly frees_later_cents: number;
  readonly settles_on: string;
  readonly final_on: string;
}

/** Says how much can be spent after a payment and from which day on, in a step for its settlement and one for when it is final. */
export function spendableSteps({ frees_cents, available_after_cents, frees_later_cents, settles_on, final_on }: SpendableAfter): readonly string[] {
  const settled = `${formatUsd(cents(available_after_cents))} from ${formatDay(settles_on)} on`;
  if (frees_later_cents === 0) return [settled];
  const most = add(cents(available_after_cents), cents(frees_later_cents));
  const final = `${formatUsd(most)} from ${formatDay(final_on)} on, when the bank can no longer take it back`;
  return frees_cents > 0 ? [settled, final] : [final];
}

/** Joins steps of time: `$12,124.00 now, and $12,744.00 from Dec 4, 2026 on`. */
export function inSteps(steps: readonly string[]): string {
  return steps.length < 2 ? steps.join() : `${steps.slice(0, -1).join(', ')}, and ${steps.at(-1)}`;
}
