import { formatDay } from '../basics/dateFormats.ts';
import { addCalendarDays, bankDebitDate, bankDebitDay, type IsHoliday, type IsoDate, startOfDay } from '../basics/dates.ts';
import { madeOnce } from '../basics/madeOnce.ts';
import { add, type Cents, formatUsd, noMoney, smaller, subtract } from '../basics/money.ts';
import { arrangementWords, type DrawArrangement } from './drawArrangement.ts';
import { type DrawPreference, expectedDrawDay } from './drawDays.ts';
import { retryWords, waitsForMoney } from './drawWords.ts';
import type { ReservedAmount } from './failedDebits.ts';
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

interface SharedFacts {
  readonly schedule: readonly ScheduleEntry[];
  /** The failed amounts: see `reservedAmounts`. */
  readonly reserved: readonly ReservedAmount[];
  /** Sum of the payments that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** The part of it without a known transfer; none when left out. */
  readonly asked?: Cents;
}

interface CalendarFacts extends SharedFacts {
  /** See `cashbackOfSchedule`. */
  readonly cashback: ReadonlyMap<IsoDate, Cents>;
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
  /** Not shared out yet; at the end what is debited for the first time. */
  left: Cents;
  failed: Cents;
  presentedAgain: Cents;
  retryOn: IsoDate | null;
  onItsWay: Cents;
  /** The part of it without a known transfer. */
  asked: Cents;
}

/** Returns each payment of a schedule with the day on which the bank is debited for it. */
export function repaymentCalendar(facts: CalendarFacts): readonly CalendarEntry[] {
  return sharesOf(facts).map((shares) => {
    const { entry, dueDate: due_date, left, presentedAgain, onItsWay, asked } = shares;
    const { total_owed_cents: amount_cents } = entry;
    const base = { due_date, amount_cents, on_its_way_cents: onItsWay, cashback_cents: facts.cashback.get(due_date) ?? noMoney };
    const { reasons, ...debit } = debitOf(shares, facts);
    const words = [onItsWayWords(onItsWay, amount_cents, asked), ...reasons].filter((sentence) => sentence !== null);
    const drawn_cents = debit.debit_date === null ? noMoney : presentedAgain > 0 ? presentedAgain : left;
    return { ...base, ...debit, drawn_cents, reason: words.length === 0 ? null : words.join(' ') };
  });
}

/** Returns what of each payment of a schedule is on its way from the bank. */
export function partsOnTheirWay(facts: SharedFacts): readonly Cents[] {
  return sharesOf(facts).map(({ onItsWay }) => onItsWay);
}

/** Returns what of each of those parts the bank has not answered for. */
export function partsAsked(facts: SharedFacts): readonly Cents[] {
  return sharesOf(facts).map(({ asked }) => asked);
}

/** Shares out what failed to the due dates that it was drawn for, then to what is due first what the bank has, and after it what it is asked for. */
function sharesOf({ schedule, reserved, inFlight, asked = noMoney }: SharedFacts): readonly Shares[] {
  const none = { failed: noMoney, presentedAgain: noMoney, retryOn: null, onItsWay: noMoney, asked: noMoney };
  const shares = schedule.map((entry): Shares => ({ entry, dueDate: dueDateOf(entry), left: entry.total_owed_cents, ...none }));
  for (const { due_date, amount_cents, retry } of reserved) {
    const [drawn, later] = [shares.filter(({ dueDate }) => dueDate <= due_date), shares.filter(({ dueDate }) => dueDate > due_date)];
    take([...drawn.toReversed(), ...later], amount_cents, (share, part) => {
      if (retry === null) share.failed = add(share.failed, part);
      else {
        share.presentedAgain = add(share.presentedAgain, part);
        share.retryOn ??= retry.on;
      }
    });
  }
  take(shares, subtract(inFlight, asked), (share, part) => {
    share.onItsWay = part;
  });
  take(shares, asked, (share, part) => {
    share.onItsWay = add(share.onItsWay, part);
    share.asked = part;
  });
  return shares;
}

function take(shares: readonly Shares[], amount: Cents, give: (share: Shares, part: Cents) => void): void {
  let rest = amount;
  for (const share of shares) {
    const part = smaller(rest, share.left);
    if (part === 0) continue;
    rest = subtract(rest, part);
    share.left = subtract(share.left, part);
    give(share, part);
  }
}

type Debit = Pick<CalendarEntry, 'debit_date' | 'is_arranged'> & { readonly reasons: readonly (string | null)[] };

/** Returns the next debit for what is neither paid nor on its way, and why it is not on its day, or why there is none. */
function debitOf({ entry, dueDate, left, failed, presentedAgain, retryOn, onItsWay }: Shares, facts: CalendarFacts): Debit {
  const none = { debit_date: null, is_arranged: false };
  if (onItsWay === entry.total_owed_cents) return { ...none, reasons: [] };
  if (!facts.isDrawn) return { ...none, reasons: ['Your bank account is not debited for it: pay it now on the dashboard.'] };
  const ofFailed = failed === 0 ? null : failedReason(failed, entry.total_owed_cents);
  if (presentedAgain > 0 && retryOn !== null) {
    const isWaiting = waitsForMoney(retryOn, facts.today);
    return { debit_date: isWaiting ? null : retryOn, is_arranged: false, reasons: [ofFailed, `The debit failed. ${retryWords(retryOn, isWaiting)}`] };
  }
  if (left === 0) return { ...none, reasons: [ofFailed] };
  const { reason, ...planned } = plannedDebit(dueDate, facts);
  return { ...planned, reasons: [ofFailed, reason] };
}

type ChosenDays = Pick<CalendarFacts, 'preference' | 'arrangements' | 'today' | 'isBankHoliday'>;

/**
 * Returns the day on which what is due on a day is debited, and why it is not that day. The day is null where an arrangement tells of
 * other days or another bank; the reason then says all.
 */
export function comingDebit(dueDate: IsoDate, facts: ChosenDays): { readonly date: IsoDate | null; readonly reason: string | null } {
  const isArranged = comingArrangement(dueDate, facts) !== undefined;
  if (!isArranged && paymentDeadline(dueDate, facts.isBankHoliday) < facts.today) return bankDebitDate(dueDate, facts.isBankHoliday);
  const { debit_date, reason } = plannedDebit(dueDate, { ...facts, drawDays: new Map(), cashback: new Map() });
  return { date: isArranged ? null : debit_date, reason };
}

/** Returns what is arranged about a due date and still to come. */
function comingArrangement(dueDate: IsoDate, { arrangements, today }: Pick<CalendarFacts, 'arrangements' | 'today'>): DrawArrangement | undefined {
  return arrangements.find(({ due_date, first_on, rest_on }) => due_date === dueDate && (rest_on ?? first_on) >= today);
}

/** Returns the day on which a due date is drawn, and why it is not its own. */
function plannedDebit(
  dueDate: IsoDate,
  facts: ChosenDays & Pick<CalendarFacts, 'drawDays' | 'cashback'>,
): Pick<CalendarEntry, 'debit_date' | 'reason' | 'is_arranged'> {
  const { preference, today, isBankHoliday } = facts;
  const arranged = comingArrangement(dueDate, facts);
  if (arranged !== undefined) {
    const { first_on, first_cents, rest_on } = arranged;
    return { debit_date: first_cents === noMoney ? (rest_on ?? first_on) : first_on, reason: arrangementWords(arranged), is_arranged: true };
  }
  if (paymentDeadline(dueDate, isBankHoliday) < today) {
    const late = facts.drawDays.get(dueDate) ?? bankDebitDay(today, isBankHoliday);
    const isInTime = (facts.cashback.get(dueDate) ?? noMoney) > 0;
    const reason = `It was due on ${formatDay(dueDate)}, and is drawn on ${formatDay(late)}${isInTime ? ', which counts as in time' : ''}.`;
    return { debit_date: late, reason, is_arranged: false };
  }
  const day = expectedDrawDay(dueDate, today, { preference, isBankHoliday });
  if (day >= paymentDeadline(dueDate, isBankHoliday)) {
    const { date, reason } = bankDebitDate(dueDate, isBankHoliday);
    return { debit_date: date, reason, is_arranged: false };
  }
  return { debit_date: day, reason: 'It is drawn early, on your day of the week.', is_arranged: false };
}

function failedReason(failed: Cents, amount: Cents): string {
  const what = failed < amount ? `${formatUsd(failed)} of it is past due` : 'It is past due';
  return `${what}: the debit failed, and it is not debited again by itself. Pay it now on the dashboard.`;
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
