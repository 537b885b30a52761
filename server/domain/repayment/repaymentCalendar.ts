import { addCalendarDays, bankDebitDate, bankDebitDay, type IsHoliday, type IsoDate, startOfDay } from '../basics/dates.ts';
import { madeOnce } from '../basics/madeOnce.ts';
import { add, type Cents, formatUsd, noMoney, smaller, subtract } from '../basics/money.ts';
import { arrangementWords, type DrawArrangement } from './drawArrangement.ts';
import { type DrawPreference, expectedDrawDay } from './drawDays.ts';
import type { ReservedAmount } from './failedDebits.ts';
import { onItsWay, onItsWayWords } from './onItsWay.ts';
import { dueDateOf, paymentDeadline, type ScheduleEntry } from './schedule.ts';

/** The calendar of coming repayments: for the page, and as a feed (RFC 5545) that calendar programs subscribe to. */

export interface CalendarEntry {
  readonly due_date: IsoDate;
  /** Null when no debit will be made for it: it is on its way, or the merchant has to pay it. */
  readonly debit_date: IsoDate | null;
  /** Says what of it is on its way, and why the debit runs later than the due date, or not at all; null when all of it is debited on that date. */
  readonly reason: string | null;
  /** Whether the reason tells of another day, of two parts or of another bank, as it was arranged. */
  readonly is_arranged: boolean;
  readonly amount_cents: Cents;
  readonly cashback_cents: Cents;
}

interface CalendarFacts {
  readonly schedule: readonly ScheduleEntry[];
  /** The failed amounts: see `reservedAmounts`. Payments go to what is due first, so the oldest entries are those that failed. */
  readonly reserved: readonly ReservedAmount[];
  /** Sum of the payments that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** See `cashbackOfSchedule`. */
  readonly cashback: ReadonlyMap<IsoDate, Cents>;
  /** Whether dues are drawn automatically. */
  readonly isDrawn: boolean;
  readonly preference: DrawPreference;
  readonly arrangements: readonly DrawArrangement[];
  /** The program's day. */
  readonly today: IsoDate;
  readonly isBankHoliday: IsHoliday;
}

/** Returns each payment of a schedule with the day on which the bank is debited for it. */
export function repaymentCalendar(facts: CalendarFacts): readonly CalendarEntry[] {
  const parts = onItsWay(facts.schedule, facts.inFlight);
  return debitsOf(facts).map((entry, place) => {
    const part = parts[place] ?? noMoney;
    const words = onItsWayWords(part, entry.amount_cents);
    if (words === null) return entry;
    if (part === entry.amount_cents) return { ...entry, debit_date: null, reason: words };
    return { ...entry, reason: entry.reason === null ? words : `${words} ${entry.reason}` };
  });
}

/** Returns each payment with its debit, as if nothing were on its way. */
function debitsOf(facts: CalendarFacts): readonly CalendarEntry[] {
  const { schedule, reserved, cashback, isDrawn } = facts;
  let failed = sumOf(reserved.filter(({ retry }) => retry === null));
  const retries = reserved.filter(({ retry }) => retry !== null);
  let presentedAgain = sumOf(retries);
  return schedule.map((entry) => {
    const due_date = dueDateOf(entry);
    const amount_cents = entry.total_owed_cents;
    const base = { due_date, is_arranged: false, amount_cents, cashback_cents: cashback.get(due_date) ?? noMoney };
    if (!isDrawn) return { ...base, debit_date: null, reason: 'Your bank account is not debited for it: pay it now on the dashboard.' };
    const failedPart = smaller(failed, amount_cents);
    failed = subtract(failed, failedPart);
    const retriedPart = smaller(presentedAgain, subtract(amount_cents, failedPart));
    presentedAgain = subtract(presentedAgain, retriedPart);
    const isDebited = failedPart < amount_cents;
    const debit = plannedDebit(due_date, facts);
    const retryOn = retriedPart > 0 ? (retries[0]?.retry?.on ?? null) : null;
    if (failedPart > 0) return { ...base, debit_date: isDebited ? (retryOn ?? debit.debit_date) : null, reason: failedReason(failedPart, isDebited) };
    if (retryOn !== null) return { ...base, ...retryDebit(retryOn, facts) };
    return { ...base, ...debit };
  });
}

/** Returns the day on which a failed amount is presented again. Past its first day, it waits for the money. */
function retryDebit(retryOn: IsoDate, { today, isBankHoliday }: CalendarFacts): Pick<CalendarEntry, 'debit_date' | 'reason'> {
  if (retryOn >= today) return { debit_date: retryOn, reason: 'The debit failed. We try once more on this day; you can also pay it now.' };
  const reason = 'The debit failed, and the money was not in your account since. We look on each banking day; you can also pay it now.';
  return { debit_date: bankDebitDay(today, isBankHoliday), reason };
}

/** Returns the day on which a due date is drawn, and why it is not its own. */
function plannedDebit(dueDate: IsoDate, facts: CalendarFacts): Pick<CalendarEntry, 'debit_date' | 'reason' | 'is_arranged'> {
  const { preference, arrangements, today, isBankHoliday } = facts;
  const arranged = arrangements.find(({ due_date }) => due_date === dueDate);
  if (arranged !== undefined && (arranged.rest_on ?? arranged.first_on) >= today) {
    const { first_on, first_cents, rest_on } = arranged;
    return { debit_date: first_cents === noMoney ? (rest_on ?? first_on) : first_on, reason: arrangementWords(arranged), is_arranged: true };
  }
  const day = expectedDrawDay(dueDate, today, { preference, isBankHoliday });
  if (day >= paymentDeadline(dueDate, isBankHoliday)) {
    const { date, reason } = bankDebitDate(dueDate, isBankHoliday);
    return { debit_date: date, reason, is_arranged: false };
  }
  const reason = day === preference.early_on ? 'It is drawn early, as you chose for this amount.' : 'It is drawn early, on your day of the week.';
  return { debit_date: day, reason, is_arranged: false };
}

const sumOf = (amounts: readonly ReservedAmount[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

function failedReason(failed: Cents, isDebited: boolean): string {
  const what = isDebited ? `${formatUsd(failed)} of it is past due` : 'It is past due';
  return `${what}: the debit failed, and we do not try again by ourselves. Pay it now on the dashboard.`;
}

interface Feed {
  /** The program's name. The feed does not name the merchant, because anyone with its address can read it. */
  readonly name: string;
  /** A host of the program, which makes the ids of events globally unique. */
  readonly host: string;
  readonly entries: readonly CalendarEntry[];
  readonly generatedAt: Date;
}

/** Returns the feed's text: an all-day event on each due date, whose id stays the same while the amount changes. */
export function calendarFeed({ name, host, entries, generatedAt }: Feed): string {
  const stamp = generatedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(name)}//Repayments//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${name} repayments`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...entries.flatMap((entry) => eventLines(entry, { name, host, stamp })),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(entry: CalendarEntry, { name, host, stamp }: { name: string; host: string; stamp: string }): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:repayment-${entry.due_date}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basicDate(entry.due_date)}`,
    `DTEND;VALUE=DATE:${basicDate(addCalendarDays(entry.due_date, 1))}`,
    `SUMMARY:${escapeText(`${name}: ${formatUsd(entry.amount_cents)} due`)}`,
    `DESCRIPTION:${escapeText(describe(entry))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function describe({ debit_date, reason, cashback_cents }: CalendarEntry): string {
  const debit = debit_date === null ? null : `Your bank is debited on ${formatDay(debit_date)}.`;
  const cashback = cashback_cents > noMoney ? `Paid in time, it earns ${formatUsd(cashback_cents)} of cashback.` : null;
  return [debit, reason, cashback].filter((sentence) => sentence !== null).join(' ');
}

const day = madeOnce(() => new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }));

function formatDay(date: IsoDate): string {
  return day().format(startOfDay(date));
}

function basicDate(date: IsoDate): string {
  return date.replaceAll('-', '');
}

/** Escapes separators, backslashes and line breaks of a text value. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '\\n');
}

const encoder = new TextEncoder();
const lineOctets = 75;

/** Folds a line at 75 octets, never inside a character: it continues on a line that begins with a space. */
function fold(line: string): string {
  const folded: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > lineOctets) {
      folded.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...folded, part].join('\r\n');
}
