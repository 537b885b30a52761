import { add, type Cents, cents, formatUsd, negate } from '../basics/money.ts';
import { limitWords } from './limitWords.ts';
import { unspendableCredit } from './spendingPowerFigures.ts';
import { signed } from './spendingPowerLog.ts';

/** The words of the pages that explain a merchant's limit, for every frontend. */
export const limitTexts = {
  isBeingRead: 'Your store is still being read. What raises your limit is shown as soon as its sales count.',
  nothingRaises: 'Nothing would raise your limit at present.',
  nothingHolds: 'Nothing holds your limit down.',
  estimate: 'This is an estimate, not a promise: your limit is worked out again when your card opens.',
  why: 'Why this limit',
  keepsDown: 'What keeps it down',
  raises: 'What would raise it',
  holds: 'What holds it down, and until when',
  moved: 'How your limit moved',
  overTime: 'Your limit over time',
  steps: 'Each step of your limit',
  notMoved: 'It is drawn here from the day on which it is first worked out.',
  whatIf: 'What if I sold more?',
  imagine: 'The fields begin with your own sales, rounded. Try others: all else stays as it is now, and nothing is changed or kept.',
  imagined: { monthly: 'Sales in a month', returned: 'Of which come back, in percent', secondStore: 'Sales of a second store in a month (optional)' },
} as const;

/** Asks about a limit as its owner would; `total` is null while there is none. Before the card it is an estimate. */
export function limitQuestion(total: Cents | null, isEstimate: boolean): string {
  if (total === null) return 'Why do I have no limit yet?';
  return `Why is my limit ${isEstimate ? 'estimated at ' : ''}${formatUsd(total)}?`;
}

interface TotalledLimit {
  readonly total_cents: number;
  readonly outstanding_cents: number;
  readonly approved_cents: number;
  readonly held_back_cents: number;
  readonly available_cents: number;
}

/** Returns the lines below the steps to a limit: the limit and what is left of it. Of an estimate nothing can be spent yet. */
export function limitTotals(
  { total_cents, outstanding_cents, approved_cents, held_back_cents, available_cents }: TotalledLimit,
  isEstimate: boolean,
): readonly (readonly [name: string, amount: string])[] {
  const total = formatUsd(cents(total_cents));
  if (isEstimate) return [['Estimated limit', total]];
  const credit = unspendableCredit(cents(total_cents), add(cents(outstanding_cents), cents(approved_cents), cents(held_back_cents)));
  return [
    ['Total limit', total],
    ['Outstanding', outstanding_cents === 0 ? formatUsd(cents(0)) : signed(negate(cents(outstanding_cents)))],
    ...(approved_cents > 0 ? [['Approved, not listed yet', signed(negate(cents(approved_cents)))] as const] : []),
    ...(held_back_cents > 0 ? [['Repaid, and the bank may still take it back', signed(negate(cents(held_back_cents)))] as const] : []),
    ...(credit > 0 ? [['A credit cannot be spent without a limit', signed(negate(credit))] as const] : []),
    ['Available to spend', formatUsd(cents(available_cents))],
  ];
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
