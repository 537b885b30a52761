import { addBusinessDays, addCalendarDays, type IsoDate, isBusinessDay, isoDate } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, noMoney, subtract } from '../../../server/domain/basics/money.ts';
import { type DrawAttempt, longestNoticeDays, noticeDays } from '../../../server/domain/repayment/draw.ts';
import type { DrawArrangement } from '../../../server/domain/repayment/drawArrangement.ts';
import { sumOfDraws } from '../../../server/domain/repayment/drawChoices.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { isWorn, looksShort, safeAmount, safeDraws, wornCushion } from '../../../server/domain/repayment/safeDraws.ts';
import { paymentSchedule, type RatedDue, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { type DebtFacts, type DueDraw, drawsAhead, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { newHousehold, openAccount } from '../../../server/sandbox/plaid/household/account.ts';
import type { HouseholdProfile } from '../../../server/sandbox/plaid/household/profiles.ts';
import { type Takings, takenBefore, takingsOf } from '../../../server/sandbox/plaid/household/takings.ts';
import { seededRandom } from '../../../server/sandbox/sales/random.ts';
import type { Figure } from './figures.ts';

/**
 * A year of a thousand merchants by the sandbox's model of bank accounts, lived twice: with draws as they fall due, and with a look at
 * the account before them. Nobody presses a button in it: what is saved, the rule alone saves.
 */

const merchants = 1_000;
const firstDay = isoDate('2026-01-01');
const days = 365;
const netTermsDays = 30;
/** The share of a usual week's takings that is bought with the card in a week. */
const boughtShare = 0.12;

const isBankHoliday = bankHolidays();

/** How many of ten merchants keep house in which way. */
const households: readonly HouseholdProfile[] = [
  ...Array.from({ length: 4 }, (): HouseholdProfile => 'comfortable'),
  ...Array.from({ length: 4 }, (): HouseholdProfile => 'tight'),
  'lumpy',
  'failing',
];

interface Life {
  /** Debits that came back, and all that were presented. */
  bounced: number;
  presented: number;
  /** Of what fell due early enough: how much, and how much of it was collected within 30 days of its due date; in cents. */
  due: Cents;
  collected: Cents;
  /** The most presentments of one amount. */
  mostPresentments: number;
  /** The cents that the bank paid, and our books' settled draws less that. */
  paid: number;
  difference: number;
}

interface Sent {
  draw: DrawAttempt;
  /** The day on which the bank settles it. */
  settlesOn: IsoDate;
}

/** Lives a merchant's year. `isLookedAt`: the account is looked at before draws. */
function live(seed: string, profile: HouseholdProfile, takings: Takings, isLookedAt: boolean): Life {
  const household = newHousehold({ seed, profile, from: firstDay, takings });
  const account = openAccount(household, takings);
  const random = seededRandom(`${seed}:purchases`);
  const dues: RatedDue[] = [];
  const made: DrawAttempt[] = [];
  const sent: Sent[] = [];
  const arrangements: DrawArrangement[] = [];
  const lookedShort = new Set<IsoDate>();
  const paidOn: { on: IsoDate; amount: Cents }[] = [];
  const returns: { draw: DrawAttempt; code: string; on: IsoDate }[] = [];
  let available = cents(Math.max(0, household.openingCents));
  let paidByBank = 0;
  let returned = 0;

  for (let day = firstDay; day < addCalendarDays(firstDay, days); day = addCalendarDays(day, 1)) {
    const isBought = random.chance(2 / 7);
    const share = 0.5 + random.next();
    // The card is held while an amount that came back is owed.
    if (isBought && !isHeld()) {
      const amount = Math.round(household.usualDayCents * 3.5 * boughtShare * share);
      if (amount > 0) dues.push({ due_date: addCalendarDays(day, netTermsDays), amount_cents: cents(amount), cashback_basis_points: 0 });
    }
    for (const { draw, code } of returns.filter(({ on }) => on === day)) fail(draw, code, day);
    for (const draw of drawsOf(day)) present(draw, day);
    if (isLookedAt) lookAhead(day);
    const settling = sent.filter(({ settlesOn }) => settlesOn === day);
    const lived = account.live({ debits: settling.map(({ draw }) => draw.amount_cents) });
    available = cents(Math.max(0, lived.availableCents));
    for (const [place, { draw }] of settling.entries()) {
      const answer = lived.debits[place];
      if (answer === 'paid') {
        paidByBank += draw.amount_cents;
        replace(draw, { status: 'settled' });
        paidOn.push({ on: day, amount: draw.amount_cents });
      } else if (answer !== undefined) {
        returned += 1;
        returns.push({ draw, code: answer, on: addBusinessDays(day, 1, isBankHoliday) });
      }
    }
  }
  return {
    bounced: returned,
    presented: sent.length,
    ...collectedOf(),
    mostPresentments: mostPresentments(made),
    paid: paidByBank,
    difference: sumOf(settled()) - paidByBank,
  };

  function isHeld(): boolean {
    const amounts = [...Map.groupBy(made, ({ id, retry_of }) => retry_of ?? id).values()];
    return amounts.some((draws) => draws.some(({ status }) => status === 'returned') && draws.at(-1)?.status !== 'settled');
  }

  function settled(): readonly DrawAttempt[] {
    return made.filter(({ status }) => status === 'settled');
  }

  /** Looks at the draws of two banking days later, as the product does: on their day it looks again only where that was short. */
  function lookAhead(day: IsoDate): void {
    if (!isBusinessDay(day, isBankHoliday)) return;
    const debitDate = addBusinessDays(day, noticeDays, isBankHoliday);
    const draws = drawsAhead(factsOf(day), day, longestNoticeDays).find(({ debit_date }) => debit_date === debitDate)?.draws ?? [];
    if (draws.length > 0 && isShort(draws, day)) lookedShort.add(debitDate);
  }

  function isShort(draws: readonly DueDraw[], day: IsoDate): boolean {
    return looksShort({ amount_cents: sumOfDraws(draws), safe_cents: safeOn(day), score: null });
  }

  function safeOn(day: IsoDate): Cents {
    const unposted = sumOf(made.filter(({ status }) => status === 'pending'));
    const cushion = isWorn(made, day) ? wornCushion(cents(takenBefore(takings, day, 28))) : noMoney;
    return safeAmount({ available, unposted, cushion });
  }

  function factsOf(day: IsoDate): DebtFacts {
    const received = sumOf(settled());
    const schedule = paymentSchedule(unpaidOf({ dues, creditsReceived: received, today: day }), () => true);
    const owed = subtract(sumOf(dues), received);
    const inFlight = sumOf(made.filter(({ status }) => status === 'pending'));
    const credits = { received: noMoney, underway: noMoney, cashback: noMoney };
    return { schedule, owed, inFlight, made, credits, unlockedOn: null, preference: usualDraws, arrangements, isBankHoliday };
  }

  function drawsOf(day: IsoDate): readonly DueDraw[] {
    const draws = drawsOnDay(factsOf(day), day);
    if (!isLookedAt || draws.length === 0) return draws;
    const isPutOff = draws.some(({ due_date, retry_of }) => retry_of !== null || arrangements.some((one) => one.due_date === due_date));
    if ((!lookedShort.has(day) && !isPutOff) || !isShort(draws, day)) return draws;
    const safe = safeDraws(draws, { day, safe_cents: safeOn(day), otherBank: null, hasUnpaidDraw: isHeld(), isBankHoliday });
    for (const arrangement of safe.arrangements) {
      const before = arrangements.findIndex(({ due_date }) => due_date === arrangement.due_date);
      if (before >= 0) arrangements.splice(before, 1);
      arrangements.push(arrangement);
    }
    return safe.draws;
  }

  function present({ due_date, part, attempt, amount_cents, retry_of }: DueDraw, day: IsoDate): void {
    const open = {
      status: 'pending',
      failure_code: null,
      failedOn: null,
      finished_at: null,
      uncollected_cents: null,
      credits_cents: null,
      cashback_cents: null,
    };
    const draw: DrawAttempt = { id: `${due_date} ${attempt}`, retry_of, due_date, part, attempt, amount_cents, debit_date: day, ...open };
    made.push(draw);
    sent.push({ draw, settlesOn: addBusinessDays(day, 1, isBankHoliday) });
  }

  function replace(draw: DrawAttempt, changed: Partial<DrawAttempt>): void {
    const place = made.findIndex(({ id }) => id === draw.id);
    made[place] = { ...(made[place] ?? draw), ...changed };
  }

  function fail(draw: DrawAttempt, failure_code: string, failedOn: IsoDate): void {
    const failure = { uncollected_cents: draw.amount_cents, credits_cents: noMoney, cashback_cents: noMoney };
    replace(draw, { status: 'returned', failure_code, failedOn, finished_at: new Date(`${failedOn}T12:00:00Z`), ...failure });
  }

  /** Counts what fell due until 45 days before the end: payments go to the oldest due first. */
  function collectedOf(): Pick<Life, 'due' | 'collected'> {
    const lastDue = addCalendarDays(firstDay, days - 45);
    const counted = dues.filter(({ due_date }) => due_date <= lastDue).toSorted((one, other) => one.due_date.localeCompare(other.due_date));
    const payments = paidOn.map((payment) => ({ ...payment }));
    let collected = noMoney;
    for (const { due_date, amount_cents } of counted) {
      let left = amount_cents;
      while (left > 0 && payments[0] !== undefined) {
        const part = cents(Math.min(left, payments[0].amount));
        if (payments[0].on <= addCalendarDays(due_date, 30)) collected = add(collected, part);
        left = subtract(left, part);
        payments[0].amount = subtract(payments[0].amount, part);
        if (payments[0].amount === 0) payments.shift();
      }
    }
    return { due: sumOf(counted), collected };
  }
}

const sumOf = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

function mostPresentments(made: readonly DrawAttempt[]): number {
  const chains = Map.groupBy(made, ({ id, retry_of }) => retry_of ?? id);
  return Math.max(0, ...[...chains.values()].map((draws) => draws.length));
}

/** Lives the year of every merchant both ways, and compares. */
export async function benchBounces(): Promise<Figure[]> {
  const before: Life[] = [];
  const now: Life[] = [];
  for (let number = 0; number < merchants; number += 1) {
    const seed = `merchant ${number}`;
    const profile = households[number % households.length] ?? 'tight';
    // A tight house on a seasonal store would be below zero for half the year: such a merchant has no account with us.
    const isSeasonal = profile === 'comfortable' && number % 3 === 0;
    const takings = takingsOf({ seed, profile: isSeasonal ? 'seasonal' : 'steady', platform: 'SHOPIFY', openedOn: new Date('2025-01-01') });
    before.push(live(seed, profile, takings, false));
    now.push(live(seed, profile, takings, true));
  }
  const total = (lives: readonly Life[], of: (life: Life) => number) => lives.reduce((sum, life) => sum + of(life), 0);
  const share = (lives: readonly Life[]) => (total(lives, ({ collected }) => collected) / total(lives, ({ due }) => due)) * 100;
  const dollars = (lives: readonly Life[]) => Math.round(total(lives, ({ collected }) => collected) / 100);
  return [
    {
      name: 'debits that came back in a year',
      value: total(now, ({ bounced }) => bounced),
      unit: `of ${total(now, ({ presented }) => presented)} debits`,
      beside: { name: 'without a look at the account', value: total(before, ({ bounced }) => bounced) },
      ratioMost: 0.4,
    },
    {
      name: 'collected within 30 days of the due date',
      value: dollars(now),
      unit: '$',
      beside: { name: 'without a look', value: dollars(before) },
      ratioLeast: 0.999,
    },
    {
      name: 'the same as a share of what was due',
      value: share(now),
      unit: '%',
      beside: { name: 'without a look', value: share(before) },
      ratioLeast: 0.997,
    },
    {
      name: 'presentments of one amount, at most',
      value: Math.max(...now.map(({ mostPresentments: most }) => most)),
      unit: 'presentments',
      beside: { name: 'allowed by the network', value: 3 },
      valueMost: 2,
    },
    {
      name: 'books less bank',
      value: total([...before, ...now], ({ difference }) => Math.abs(difference)),
      unit: 'cents',
      beside: { name: 'paid by the bank', value: total(now, ({ paid }) => paid) },
      valueMost: 0,
    },
  ];
}
