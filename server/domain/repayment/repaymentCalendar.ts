import { formatDay } from '../basics/dateFormats.ts';
import { addCalendarDays, bankDebitDate, bankDebitDay, type IsHoliday, type IsoDate, startOfDay } from '../basics/dates.ts';
import { madeOnce } from '../basics/madeOnce.ts';
import { add, type Cents, formatUsd, noMoney, subtract } from '../basics/money.ts';
import type { OpenDue } from './allocation.ts';
import { arrangementWords, type DrawArrangement } from './drawArrangement.ts';
import { type DrawPreference, expectedDrawDay } from './drawDays.ts';
import { collectionWords, waitsForMoney } from './drawWords.ts';
import type { FailedAmount } from './failedAmounts.ts';
import { onItsWayWords } from './onItsWay.ts';
import { dueDateOf, paymentDeadline, type ScheduleEntry } from './schedule.ts';

/** The calendar of coming repayments: for the page, and as a feed (RFC 5545) that calendar programs subscribe to. */

export interface CalendarEntry {
  readonly due_date: IsoDate;
  /** Null when no debit will be made for it, or its day is not known: it is on its way, waits for the money, or the merchant has to pay it. */
  readonly debit_date: IsoDate | null;
  /** Says what of it is on its way, and why the debit runs later than the due date, or not at all; null when all of it is debited on that date. */
  readonly reason: string | null;
  /** Whether the reason tells of another day, of two parts or of another bank, as it was arranged. */
  readonly is_arranged: boolean;
  readonly amount_cents: Cents;
  /** The part that is debited on the debit date; 0 without one. */
  readonly drawn_cents: Cents;
  readonly on_its_way_cents: Cents;
  readonly cashback_cents: Cents;
}

interface CalendarFacts {
  readonly schedule: readonly ScheduleEntry[];
  /** What is unpaid and not at the bank, and what of that is not asked of it either. */
  readonly notAtBank: readonly OpenDue[];
  readonly expected: readonly OpenDue[];
  /** The failed amounts. */
  readonly failed: readonly FailedAmount[];
  /** Whether dues are drawn automatically. */
  readonly isDrawn: boolean;
  readonly preference: DrawPreference;
  readonly arrangements: readonly DrawArrangement[];
  /** The days on which due dates are drawn that were not on their own: see `firstDrawDays`. */
  readonly drawDays: ReadonlyMap<IsoDate, IsoDate>;
  /** The program's day. */
  readonly today: IsoDate;
  readonly isBankHoliday: IsHoliday;
}

/** The fate of an entry's amount. */
interface Shares {
  readonly entry: ScheduleEntry;
  readonly dueDate: IsoDate;
  /** What is debited for the first time. */
  readonly left: Cents;
  readonly failed: Cents;
  readonly debitedAgain: Cents;
  readonly collectOn: IsoDate | null;
  readonly onItsWay: Cents;
  /** The part of it without a known transfer. */
  readonly asked: Cents;
}

/** Returns each payment of a schedule with the day on which the bank is debited for it. */
export function repaymentCalendar(facts: CalendarFacts): readonly CalendarEntry[] {
  return facts.schedule.map((entry) => {
    const shares = sharesOf(entry, facts);
    const { dueDate: due_date, onItsWay, asked } = shares;
    const { total_owed_cents: amount_cents, potential_cashback: cashback_cents } = entry;
    const base = { due_date, amount_cents, on_its_way_cents: onItsWay, cashback_cents };
    const { reasons, ...debit } = debitOf(shares, facts);
    const words = [onItsWayWords(onItsWay, amount_cents, asked), ...reasons].filter((sentence) => sentence !== null);
    return { ...base, ...debit, reason: words.length === 0 ? null : words.join(' ') };
  });
}

const sumOn = (open: readonly OpenDue[], date: IsoDate): Cents =>
  add(noMoney, ...open.filter(({ due_date }) => due_date === date).map(({ amount_cents }) => amount_cents));

/** Returns what of each payment of a schedule is on its way from the bank, and what of that the bank has not answered for. */
export function partsOnTheirWay({ schedule, notAtBank, expected }: Pick<CalendarFacts, 'schedule' | 'notAtBank' | 'expected'>) {
  return schedule.map((entry) => {
    const left = sumOn(expected, dueDateOf(entry));
    return { onItsWay: subtract(entry.total_owed_cents, left), asked: subtract(sumOn(notAtBank, dueDateOf(entry)), left) };
  });
}

function sharesOf(entry: ScheduleEntry, { notAtBank, expected, failed }: CalendarFacts): Shares {
  const dueDate = dueDateOf(entry);
  const [parts] = partsOnTheirWay({ schedule: [entry], notAtBank, expected });
  const again = failed.filter(({ collectOn }) => collectOn !== null);
  const isAgain = ({ failed_draw_id: id }: OpenDue) => again.some(({ draw }) => draw.id === id);
  const ofFailed = expected.filter(({ failed_draw_id }) => failed_draw_id !== null);
  const own = ofFailed.filter((due) => due.due_date === dueDate && isAgain(due));
  return {
    entry,
    dueDate,
    left: sumOn(
      expected.filter(({ failed_draw_id }) => failed_draw_id === null),
      dueDate,
    ),
    failed: sumOn(
      ofFailed.filter((due) => !isAgain(due)),
      dueDate,
    ),
    debitedAgain: sumOn(own, dueDate),
    collectOn: again.find(({ draw }) => draw.id === own[0]?.failed_draw_id)?.collectOn ?? null,
    onItsWay: parts?.onItsWay ?? noMoney,
    asked: parts?.asked ?? noMoney,
  };
}

type Debit = Pick<CalendarEntry, 'debit_date' | 'is_arranged' | 'drawn_cents'> & { readonly reasons: readonly (string | null)[] };

/** Returns the next debit for what is neither paid nor on its way, and why it is not on its day, or why there is none. */
function debitOf({ entry, dueDate, left, failed, debitedAgain, collectOn, onItsWay }: Shares, facts: CalendarFacts): Debit {
  const none = { debit_date: null, is_arranged: false, drawn_cents: noMoney };
  const { total_owed_cents: amount } = entry;
  if (onItsWay === amount) return { ...none, reasons: [] };
  if (!facts.isDrawn) return { ...none, reasons: ['Your bank account is not debited for it: pay it now on the dashboard.'] };
  const debits = [
    ...(collectOn === null ? [] : [{ ...collectingDebit(collectOn, facts.today, debitedAgain === amount ? null : debitedAgain), cents: debitedAgain }]),
    ...(left === 0 ? [] : [{ ...plannedDebit(dueDate, facts, entry.potential_cashback), cents: left }]),
  ];
  const debit_date = debits.flatMap((debit) => debit.debit_date ?? []).toSorted()[0] ?? null;
  return {
    debit_date,
    is_arranged: debits.some(({ is_arranged }) => is_arranged),
    drawn_cents: add(noMoney, ...debits.filter((debit) => debit.debit_date !== null && debit.debit_date === debit_date).map(({ cents }) => cents)),
    reasons: [failed === 0 ? null : failedReason(failed, amount, dueDate < facts.today), ...debits.map(({ reason }) => reason)],
  };
}

/** Returns the debit of what failed, which has no day while it waits for the money. @param left in cents; null for all that is due on the day. */
function collectingDebit(collectOn: IsoDate, today: IsoDate, left: Cents | null): Pick<CalendarEntry, 'debit_date' | 'reason' | 'is_arranged'> {
  const isWaiting = waitsForMoney(collectOn, today);
  return { debit_date: isWaiting ? null : collectOn, is_arranged: false, reason: `The debit failed. ${collectionWords(collectOn, isWaiting, left)}` };
}

type ChosenDays = Pick<CalendarFacts, 'preference' | 'arrangements' | 'today' | 'isBankHoliday'>;

/**
 * Returns the day on which what is due on a day is debited, and why it is not that day. The day is null where an arrangement tells of
 * other days or another bank; the reason then says all.
 */
export function comingDebit(dueDate: IsoDate, facts: ChosenDays): { readonly date: IsoDate | null; readonly reason: string | null } {
  const isArranged = comingArrangement(dueDate, facts) !== undefined;
  if (!isArranged && paymentDeadline(dueDate, facts.isBankHoliday) < facts.today) return bankDebitDate(dueDate, facts.isBankHoliday);
  const { debit_date, reason } = plannedDebit(dueDate, { ...facts, drawDays: new Map() }, noMoney);
  return { date: isArranged ? null : debit_date, reason };
}

/** Returns what is arranged about a due date and still to come. */
function comingArrangement(dueDate: IsoDate, { arrangements, today }: Pick<CalendarFacts, 'arrangements' | 'today'>): DrawArrangement | undefined {
  return arrangements.find(({ due_date, first_on, rest_on }) => due_date === dueDate && (rest_on ?? first_on) >= today);
}

/** Returns the day on which a due date is drawn, and why it is not its own. */
function plannedDebit(
  dueDate: IsoDate,
  facts: ChosenDays & Pick<CalendarFacts, 'drawDays'>,
  cashback: Cents,
): Pick<CalendarEntry, 'debit_date' | 'reason' | 'is_arranged'> {
  const { preference, today, isBankHoliday } = facts;
  const arranged = comingArrangement(dueDate, facts);
  if (arranged !== undefined) {
    const { first_on, first_cents, rest_on } = arranged;
    return { debit_date: first_cents === noMoney ? (rest_on ?? first_on) : first_on, reason: arrangementWords(arranged), is_arranged: true };
  }
  if (paymentDeadline(dueDate, isBankHoliday) < today) {
    const late = facts.drawDays.get(dueDate) ?? bankDebitDay(today, isBankHoliday);
    const reason = `It was due on ${formatDay(dueDate)}, and is drawn on ${formatDay(late)}${cashback > 0 ? ', which counts as in time' : ''}.`;
    return { debit_date: late, reason, is_arranged: false };
  }
  const day = expectedDrawDay(dueDate, today, { preference, isBankHoliday });
  if (day >= paymentDeadline(dueDate, isBankHoliday)) {
    const { date, reason } = bankDebitDate(dueDate, isBankHoliday);
    return { debit_date: date, reason, is_arranged: false };
  }
  return { debit_date: day, reason: 'It is drawn early, on your day of the week.', is_arranged: false };
}

function failedReason(failed: Cents, amount: Cents, isPastDue: boolean): string {
  const what = failed < amount ? `${formatUsd(failed)} of it` : 'It';
  const why = isPastDue ? 'is past due: the debit failed, and it' : 'was to be paid by a debit that failed, and';
  return `${what} ${why} is not debited again by itself. Pay it now on the dashboard.`;
}

interface Feed {
  /** The program's name. The feed does not name the merchant, because anyone with its address can read it. */
  readonly name: string;
  /** The id of the account, a UUID, which makes the ids of events globally unique, as calendar programs expect. */
  readonly receiverId: string;
  readonly entries: readonly CalendarEntry[];
  readonly generatedAt: Date;
}

/** Returns the feed's text: an all-day event on each due date, whose id stays the same while the amount changes. */
export function calendarFeed({ name, receiverId, entries, generatedAt }: Feed): string {
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
    ...entries.flatMap((entry) => eventLines(entry, { name, receiverId, stamp })),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(entry: CalendarEntry, { name, receiverId, stamp }: { name: string; receiverId: string; stamp: string }): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:repayment-${entry.due_date}-${receiverId}`,
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
  const debit = debit_date === null ? null : `Your bank is debited on ${dayWithWeekday(debit_date)}.`;
  const cashback = cashback_cents > noMoney ? `Paid in time, it earns ${formatUsd(cashback_cents)} of cashback.` : null;
  return [debit, reason, cashback].filter((sentence) => sentence !== null).join(' ');
}

const day = madeOnce(() => new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }));

function dayWithWeekday(date: IsoDate): string {
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
