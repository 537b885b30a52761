import { seededRandom } from '../../sales/random.ts';
import { bankingDayFrom, bankingDaysAfter, type Day, daysAfter, daysBetween, isBankingDay, weekdayOf } from './bankingDays.ts';
import { type HouseholdProfile, householdCharacters } from './profiles.ts';
import { type Takings, takenBefore } from './takings.ts';

/**
 * A merchant's bank account as a pure function of a seed, the store's takings and our own transfers. It has no clock and
 * no I/O, so that a year of a thousand merchants is lived in seconds:
 *
 *     const takings = takingsOf(store);
 *     const account = openAccount(newHousehold({ seed, profile: 'tight', from: '2026-01-01', takings }), takings);
 *     for (const day of days) { const { availableCents, debits } = account.live({ debits: drawsThatSettleOn(day) }); }
 *
 * Money is in whole cents; a movement is above zero when money comes in. On a banking day, in this order:
 * the processor pays out the takings of two banking days before (so Tuesday brings Friday, Saturday and Sunday); cash and
 * checks come in, whose money is there but not available before the next banking day; our own movements; rent, payroll,
 * suppliers, fees and taxes; the owner takes at the end of a month what is above the cushion; and last, our debits. The
 * household's own payments overdraw the account. Ours do not: a debit is paid from the available balance or comes back.
 */
export interface Household {
  /** The same seed lives the same life. */
  seed: string;
  profile: HouseholdProfile;
  /** The first day that is lived. */
  from: Day;
  /** The balance as that day begins. */
  openingCents: number;
  /** The takings of a usual day, by which rent, fees and half of the payroll are measured. */
  usualDayCents: number;
}

export type MovementKind = 'payout' | 'deposit' | 'ours' | 'rent' | 'payroll' | 'suppliers' | 'fees' | 'taxes' | 'owner' | 'debit';

export interface Movement {
  kind: MovementKind;
  cents: number;
}

/** The bank's answer to a debit: pays it, sends it back for insufficient funds (R01) or for funds that are not yet available (R09). */
export type DebitAnswer = 'paid' | 'R01' | 'R09';

export interface DayOfAccount {
  day: Day;
  openingCents: number;
  /** They tie the opening to the closing balance. */
  movements: readonly Movement[];
  closingCents: number;
  /** The closing balance without deposits that are not yet available. */
  availableCents: number;
  /** The answers to the day's debits, in their order. */
  debits: readonly DebitAnswer[];
}

/** Our own part of a day. */
export interface OurDay {
  /** Movements that happen whatever the balance, above zero for money that comes in: payouts of ours, a returned debit, a debit that is known to be paid. */
  movements?: readonly number[];
  /** Amounts of the debits that settle, above zero. */
  debits?: readonly number[];
}

export interface HouseholdAccount {
  /** The day that is lived next. */
  next(): Day;
  /** Lives the next day. */
  live(ours?: OurDay): DayOfAccount;
}

const payoutBankingDays = 2;
const fourWeeks = 28;
const fourWeeksOfYear = 13;
const friday = 5;
const wednesday = 3;
const taxDates = ['01-15', '04-15', '06-15', '09-15'];

/**
 * Returns a household that begins on a day. The usual level is the median four weeks of the year before, so that a season counts
 * little; of a younger store its mean, and of one that opens on that day the mean of the four weeks to come.
 */
export function newHousehold({ seed, profile, from, takings }: Pick<Household, 'seed' | 'profile' | 'from'> & { takings: Takings }): Household {
  const usualDayCents = usualTakings(takings, from);
  const dayCents = Math.max(usualDayCents, takenBefore(takings, from, fourWeeks) / fourWeeks);
  return { seed, profile, from, openingCents: Math.round(dayCents * householdCharacters[profile].opensWithDays), usualDayCents };
}

function usualTakings(takings: Takings, from: Day): number {
  let openDays = fourWeeks * fourWeeksOfYear;
  while (openDays > 0 && takenOn(takings, daysAfter(from, -openDays)) === 0) openDays -= 1;
  if (openDays === 0) return Math.max(0, Math.round(takenBefore(takings, daysAfter(from, fourWeeks), fourWeeks) / fourWeeks));
  if (openDays < fourWeeks) return Math.max(0, Math.round(takenBefore(takings, from, openDays) / openDays));
  const parts = Array.from({ length: Math.floor(openDays / fourWeeks) }, (_, back) => takenBefore(takings, daysAfter(from, -back * fourWeeks), fourWeeks));
  const median = parts.sort((one, other) => one - other)[Math.floor(parts.length / 2)] ?? 0;
  return Math.max(0, Math.round(median / fourWeeks));
}

function takenOn(takings: Takings, day: Day): number {
  const { processedCents, depositedCents } = takings(day);
  return processedCents + depositedCents;
}

/** Returns the days that banks catch up on: those since the banking day before, the day itself included. */
function daysPostedOn(day: Day): Day[] {
  const days = [day];
  for (let before = daysAfter(day, -1); !isBankingDay(before); before = daysAfter(before, -1)) days.unshift(before);
  return days;
}

/** Returns the days whose takings the processor pays out on a banking day. */
function daysPaidOutOn(day: Day): Day[] {
  const days: Day[] = [];
  for (let taken = daysAfter(day, -1); bankingDaysAfter(taken, payoutBankingDays) >= day; taken = daysAfter(taken, -1))
    if (bankingDaysAfter(taken, payoutBankingDays) === day) days.unshift(taken);
  return days;
}

/** Returns what the household pays because of a day of the calendar, above zero. */
function paymentsFor(household: Household, takings: Takings, due: Day): Movement[] {
  const { seed, usualDayCents } = household;
  const { spread, rent, payroll, suppliers, suppliersAreDue, fees, taxes } = householdCharacters[household.profile];
  const [, month = '', date = ''] = due.split('-');
  const payment = (kind: MovementKind, cents: number): Movement => {
    const off = 1 + spread * (2 * seededRandom(`${seed}:${kind}:${due}`).next() - 1);
    return { kind, cents: Math.max(0, Math.round(cents * off)) };
  };
  const week = Math.floor(daysBetween('2020-01-03', due) / 7);
  const isPayWeek = week % 2 === (seededRandom(`${seed}:pay week`).chance(0.5) ? 1 : 0);
  const isSupplierMonth = Number(month) % 2 === (seededRandom(`${seed}:supplier month`).chance(0.5) ? 1 : 0);
  const payments: Movement[] = [];
  if (date === '01') payments.push(payment('rent', rent * 30 * usualDayCents));
  if (weekdayOf(due) === friday && isPayWeek) payments.push(payment('payroll', payroll * (7 * usualDayCents + takenBefore(takings, due, fourWeeks) / 4)));
  if (suppliersAreDue === 'weekly' && weekdayOf(due) === wednesday) payments.push(payment('suppliers', suppliers * takenBefore(takings, due, 7)));
  if (suppliersAreDue === 'every second month' && date === '10' && isSupplierMonth)
    payments.push(payment('suppliers', suppliers * takenBefore(takings, due, 61)));
  if (date === '03') payments.push(payment('fees', fees * 30 * usualDayCents));
  if (taxDates.includes(`${month}-${date}`)) payments.push(payment('taxes', taxes * takenBefore(takings, due, 91)));
  return payments;
}

/** Opens an account at the household's first day. Days are lived in order, each once. */
export function openAccount(household: Household, takings: Takings): HouseholdAccount {
  const { keepsDays } = householdCharacters[household.profile];
  const cushionCents = (at: Day) => Math.round(keepsDays * Math.max(household.usualDayCents, takenBefore(takings, at, fourWeeks) / fourWeeks));
  let day = household.from;
  let balanceCents = household.openingCents;
  let held: { cents: number; until: Day } = { cents: 0, until: day };

  function live({ movements: ours = [], debits = [] }: OurDay = {}): DayOfAccount {
    const openingCents = balanceCents;
    const movements: Movement[] = [];
    const move = (kind: MovementKind, cents: number) => {
      if (cents === 0) return;
      movements.push({ kind, cents });
      balanceCents += cents;
    };
    if (held.until <= day) held = { cents: 0, until: day };
    const posted = isBankingDay(day) ? daysPostedOn(day) : [];
    if (posted.length > 0) {
      move(
        'payout',
        daysPaidOutOn(day).reduce((sum, taken) => sum + takings(taken).processedCents, 0),
      );
      const depositCents = posted.reduce((sum, taken) => sum + takings(taken).depositedCents, 0);
      move('deposit', depositCents);
      held = { cents: Math.max(0, depositCents), until: bankingDayFrom(daysAfter(day, 1)) };
    }
    for (const cents of ours) move('ours', cents);
    for (const due of posted) for (const { kind, cents } of paymentsFor(household, takings, due)) move(kind, -cents);
    const isEndOfMonth = posted.some((due) => daysAfter(due, 1).endsWith('-01'));
    if (isEndOfMonth) move('owner', -Math.max(0, balanceCents - cushionCents(day)));

    const answers = debits.map((cents): DebitAnswer => {
      if (balanceCents < cents) return 'R01';
      if (balanceCents - held.cents < cents) return 'R09';
      move('debit', -cents);
      return 'paid';
    });
    const lived = { day, openingCents, movements, closingCents: balanceCents, availableCents: balanceCents - held.cents, debits: answers };
    day = daysAfter(day, 1);
    return lived;
  }
  return { next: () => day, live };
}
