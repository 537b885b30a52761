import { type Cents, formatUsd } from '../basics/money.ts';

/** The words to a merchant about cashback. Amounts are in cents. */
export const cashbackWords = {
  earned: (earned: Cents) =>
    earned === 0
      ? 'You earn cashback on what you pay by its due date. It appears here once your bank can no longer take the payment back.'
      : 'To date, for what you paid by its due date.',
  /** Says what the amount due earns when it is paid in time. */
  expected: (expected: Cents) => `What is due earns you ${formatUsd(expected)} more when it is paid in time.`,
} as const;
