import { type Cents, formatUsd } from '../basics/money.ts';
import { limitWords } from './limitWords.ts';

/** The words of the pages that explain a merchant's limit, for every frontend. */
export const limitTexts = {
  isBeingRead: 'Your store is still being read. What raises your limit is shown as soon as its sales count.',
  nothingRaises: 'Nothing would raise your limit at present.',
  nothingHolds: 'Nothing holds your limit down.',
  imagine: 'The fields begin with your own sales, rounded. Try others: all else stays as it is now, and nothing is changed or kept.',
  imagined: { monthly: 'Sales in a month', returned: 'Of which come back, in percent', secondStore: 'Sales of a second store in a month (optional)' },
} as const;

/** Asks about a limit as its owner would; null while there is none. */
export function limitQuestion(total: Cents | null): string {
  return total === null ? 'Why do I have no limit yet?' : `Why is my limit ${formatUsd(total)}?`;
}

interface AnsweredLimit {
  readonly total_cents: number | null;
  /** The causes in a few words; null where none is known. */
  readonly in_short: string | null;
}

/** Answers in a few words why a limit is what it is. */
export function limitAnswer({ total_cents, in_short }: AnsweredLimit, isBeingRead: boolean): string {
  if (isBeingRead) return 'Your store is still being read: your limit follows its sales as they come in.';
  return in_short ?? (total_cents === null ? limitWords.customer.noLimit : 'The steps below show how it was worked out.');
}
