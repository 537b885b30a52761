import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { type Cents, formatUsd, noMoney } from '../basics/money.ts';
import { type DrawAttempt, isCanceledDraw } from './draw.ts';

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
}

/** Returns which part of a due date's draw a day brings, and at most how much of it. */
export function partOnDay(arrangements: readonly DrawArrangement[], { due_date, made, day }: PartFacts): DrawPart {
  const { first_on, first_cents = null, rest_on = null, bank_link_id = null } = arrangements.find((one) => one.due_date === due_date) ?? {};
  if (rest_on !== null && day >= rest_on) return { part: 2, most_cents: null, waits_from: rest_on, bank_link_id };
  const isFirstMade = made.some((draw) => !isCanceledDraw(draw) && draw.retry_of === null && draw.debit_date >= (first_on ?? day));
  const isTooEarly = first_on !== undefined && day < first_on;
  const most_cents = isTooEarly || (rest_on !== null && isFirstMade) ? noMoney : first_cents;
  return { part: 1, most_cents, waits_from: null, bank_link_id };
}

/** Says what is arranged about the draw of a due date. */
export function arrangementWords({ due_date, first_on, first_cents, rest_on, bank_link_id }: DrawArrangement): string {
  const due = `What is due ${formatDay(due_date)}`;
  if (bank_link_id !== null) return `${due} is drawn from your other bank on ${formatDay(first_on)}.`;
  if (rest_on === null || first_cents === null) return `${due} is drawn on ${formatDay(first_on)}.`;
  if (first_cents === 0) return `${due} is drawn on ${formatDay(rest_on)}.`;
  return `Of what is due ${formatDay(due_date)}, ${formatUsd(first_cents)} is drawn on ${formatDay(first_on)} and the rest on ${formatDay(rest_on)}.`;
}
