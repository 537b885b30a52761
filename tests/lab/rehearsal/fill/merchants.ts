import { createHash } from 'node:crypto';
import { addCalendarDays, dayMs, type IsoDate, startOfDay, utcDate } from '../../../../server/domain/basics/dates.ts';
import { type Cents, cents } from '../../../../server/domain/basics/money.ts';
import { isMailTime } from '../../../../server/domain/mail/mailTimes.ts';
import { programs } from '../../../../server/programs/all.ts';
import type { Program } from '../../../../server/programs/define.ts';

/** The day that is rehearsed. */
export interface RehearsedDay {
  /** The instant at which all of it is done: all purchases have been made, banks and mail are open in every program's zone. */
  now: Date;
  merchants: number;
  /** So many merchants, the first ones, buy while the rehearsal watches; the purchases of the others are there already. */
  bought: number;
}

/** A purchase of a merchant. */
export interface Purchase {
  token: string;
  /** The issuer's events of it: the authorization and the clearing. */
  events: readonly [string, string];
  amount: Cents;
  at: Date;
  due: IsoDate;
}

/** A merchant of the rehearsal: all of it follows from a number, so that both sides of a provider's wire know the same without asking. */
export interface Merchant {
  number: number;
  id: string;
  program: Program;
  cardToken: string;
  accountToken: string;
  bankLinkId: string;
  bankHandle: string;
  bankToken: string;
  itemId: string;
  bankAccountId: string;
  storeHandle: string;
  /** Settled weeks ago and due on the day or in the 29 days after it: of thirty merchants, one is debited on the day. */
  owed: Purchase;
  /** Bought on the day; null for those who buy while the rehearsal watches. */
  today: Purchase | null;
}

export const daysOfTerms = 30;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Returns an id in the form of a UUID, whose end is scattered as in a real one. */
function idOf(kind: string, number: number): string {
  const tail = createHash('md5').update(`${kind} ${number}`).digest('hex');
  return `${hex(number, 8)}-${kind}-4${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6, 18)}`;
}

/** Returns a receiver's id: in the order of the numbers, as ids made over time are. */
function receiverId(number: number): string {
  const tail = createHash('md5').update(`receiver ${number}`).digest('hex');
  return `0193${hex(number, 8).slice(0, 4)}-${hex(number, 8).slice(4)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6, 18)}`;
}

const handleOf = (kind: string, number: number) => `h_${idOf(kind, number).replaceAll('-', '').slice(0, 24)}`;

const hourMs = 3_600_000;

function purchaseOf(kind: string, number: number, at: Date, due: IsoDate): Purchase {
  const amount = cents(5_000 + ((number * 7_919) % 45_000));
  return { token: idOf(kind, number), events: [idOf(`${kind.slice(0, 3)}a`, number), idOf(`${kind.slice(0, 3)}c`, number)], amount, at, due };
}

/** Returns the programs whose merchants are written to at this hour: that of the others comes later in the day. */
const programsWrittenTo = (now: Date): readonly Program[] => Object.values(programs).filter(({ timeZone }) => isMailTime(timeZone, now));

/** Returns the merchant of a number, from 0. */
export function merchantOf(number: number, { now, merchants, bought }: RehearsedDay): Merchant {
  const writtenTo = programsWrittenTo(now);
  // Of each program's merchants, those due on each of the days: the jobs that are watched are of one program, or of all.
  const due = addCalendarDays(utcDate(now), Math.floor(number / writtenTo.length) % daysOfTerms);
  const bankLinkId = idOf('ba11', number);
  const at = new Date(now.getTime() - 23 * hourMs + Math.floor((20 * hourMs * number) / merchants));
  return {
    number,
    id: receiverId(number),
    program: writtenTo[number % writtenTo.length] as Program,
    cardToken: idOf('ca4d', number),
    accountToken: idOf('acc0', number),
    bankLinkId,
    bankHandle: handleOf('ba4d', number),
    bankToken: `access-sandbox-${idOf('acce', number)}`,
    itemId: idOf('17e0', number),
    bankAccountId: idOf('ba0a', number),
    storeHandle: handleOf('5104', number),
    owed: purchaseOf('0de0', number, new Date(startOfDay(due).getTime() - daysOfTerms * dayMs + 15 * hourMs), due),
    today: number < bought ? null : purchaseOf('0da0', number, at, addCalendarDays(utcDate(at), daysOfTerms)),
  };
}
