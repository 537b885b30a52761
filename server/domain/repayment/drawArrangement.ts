import { formatDay } from '../basics/dateFormats.ts';
import type { IsHoliday, IsoDate } from '../basics/dates.ts';
import { type Cents, formatUsd, noMoney } from '../basics/money.ts';
import { type DrawAttempt, isCanceledDraw } from './draw.ts';
import { paymentDeadline } from './schedule.ts';

/**
 * The arrangement of one due date's draw: later or from the other bank, as the merchant chose, or in two parts, where the bank account
 * looked short on the day. The due date stays, and the draw counts as in time, since it was planned for its day.
 */
export interface DrawArrangement {
  readonly due_date: IsoDate;
  /** The banking day of the first part. */
  readonly first_on: IsoDate;
  /** The most that the first part takes; null for all of it. */
  readonly first_cents: Cents | null;
  /** The banking day of the rest, which is drawn whole; null when there is no second part. */
  readonly rest_on: IsoDate | null;
  /** The other bank that is debited; null for the usual one. */
  readonly bank_link_id: string | null;
}

export interface DrawPart {
  readonly part: number;
  /** The most that may be drawn; null for all there is. */
  readonly most_cents: Cents | null;
  /** The day from which a rest that was put off is drawn; null for a first part. */
  readonly waits_from: IsoDate | null;
  readonly bank_link_id: string | null;
}

interface PartFacts {
  readonly due_date: IsoDate;
  /** The draws of this due date so far. */
  readonly made: readonly Pick<DrawAttempt, 'status' | 'retry_of' | 'debit_date'>[];
  readonly day: IsoDate;
  readonly isBankHoliday: IsHoliday;
}

/** Returns which part of a due date's draw a day brings, and at most how much of it. */
export function partOnDay(arrangements: readonly DrawArrangement[], facts: PartFacts): DrawPart {
  const { due_date, made, day } = facts;
  const arrangement = arrangements.find((one) => one.due_date === due_date);
  const waits_from = restFrom(arrangements, facts);
  const part = { part: waits_from === null ? 1 : 2, waits_from, bank_link_id: arrangement?.bank_link_id ?? null };
  if (arrangement === undefined) return { ...part, most_cents: null };
  const { first_on, first_cents, rest_on } = arrangement;
  if (day < first_on) return { ...part, most_cents: noMoney };
  if (rest_on === null || day >= rest_on) return { ...part, most_cents: null };
  const isFirstMade = made.some((draw) => !isCanceledDraw(draw) && draw.retry_of === null && draw.debit_date >= first_on);
  return { ...part, most_cents: isFirstMade ? noMoney : first_cents };
}

/**
 * Returns from which day what is drawn for a due date has waited, where it is what was put off to this day or before; else null. Payments
 * go to the oldest due first, so it may be of a later due date than the one that was put off, but of none whose own day came since.
 */
function restFrom(arrangements: readonly DrawArrangement[], { due_date, day, isBankHoliday }: PartFacts): IsoDate | null {
  const deadline = paymentDeadline(due_date, isBankHoliday);
  const days = arrangements.flatMap((one) =>
    one.rest_on !== null && one.rest_on <= day && one.due_date <= due_date && deadline < one.rest_on ? [one.rest_on] : [],
  );
  return days.toSorted().at(-1) ?? null;
}

/** Says what is arranged about the draw of a due date. */
export function arrangementWords({ due_date, first_on, first_cents, rest_on, bank_link_id }: DrawArrangement): string {
  const due = `What is due ${formatDay(due_date)}`;
  if (bank_link_id !== null) return `${due} is drawn from your other bank on ${formatDay(first_on)}.`;
  if (rest_on === null || first_cents === null) return `${due} is drawn on ${formatDay(first_on)}.`;
  if (first_cents === 0) return `${due} is drawn on ${formatDay(rest_on)}.`;
  return `Of what is due ${formatDay(due_date)}, ${formatUsd(first_cents)} is drawn on ${formatDay(first_on)} and the rest on ${formatDay(rest_on)}.`;
}
