import { addBusinessDays, addCalendarDays, type IsoDate, isBusinessDay, isoDate } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, larger, noMoney, share, subtract } from '../../../server/domain/basics/money.ts';
import { type AllocationPart, allocationChanges, openDues, paidDues, payingOrder, withoutPaid } from '../../../server/domain/repayment/allocation.ts';
import { type DrawAttempt, longestNoticeDays, noticeDays } from '../../../server/domain/repayment/draw.ts';
import type { DrawArrangement } from '../../../server/domain/repayment/drawArrangement.ts';
import { sumOfDraws } from '../../../server/domain/repayment/drawChoices.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';
import { averagedDays, looksShort, safeAmount, safeDraws, salesCushion } from '../../../server/domain/repayment/safeDraws.ts';
import type { RatedDue } from '../../../server/domain/repayment/schedule.ts';
import { type DebtFacts, type DueDraw, drawsAhead, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { defaultProgram } from '../../../server/programs/index.ts';
import { newHousehold, openAccount } from '../../../server/sandbox/plaid/household/account.ts';
import type { HouseholdProfile } from '../../../server/sandbox/plaid/household/profiles.ts';
import { type Takings, takenBefore, takingsOf } from '../../../server/sandbox/plaid/household/takings.ts';
import { seededRandom } from '../../../server/sandbox/sales/random.ts';
import type { Figure } from './figures.ts';

/**
 * A year of a thousand merchants by the sandbox's model of bank accounts, lived four times: with draws as they fall due, and with a look at
 * the account before them that leaves a cushion by the program's setting, by the constants of before, or none. Nobody presses a button in
 * it: what is saved, the rule alone saves.
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

/** An account at a look, and what is known of the merchant then; amounts are in cents. */
interface Looked {
  available: Cents;
  unposted: Cents;
  /** The store's sales of the last four weeks. */
  sold: Cents;
  made: readonly DrawAttempt[];
  day: IsoDate;
}

/** Returns what a look finds safe to draw. */
type Look = (looked: Looked) => Cents;

const byProgram: Look = ({ available, unposted, sold }) => {
  return safeAmount({ available, unposted, cushion: salesCushion(sold, defaultProgram.draws.cushionSalesDays) });
};

/** Leaves a tenth of the balance, and for a year after a debit that came back for want of money three days of sales. */
const byConstants: Look = ({ available, unposted, sold, made, day }) => {
  const free = larger(noMoney, subtract(available, unposted));
  const since = addCalendarDays(day, -days);
  const isWorn = made.some(({ failedOn, failure_code }) => failedOn !== null && failedOn >= since && meaningOfFailure(failure_code).action === 'retry');
  return larger(noMoney, subtract(free, larger(share(free, 1_000), isWorn ? salesCushion(sold, 3) : noMoney)));
};

const byBalanceAlone: Look = ({ available, unposted }) => safeAmount({ available, unposted, cushion: noMoney });

interface Life {
  /** Debits that came back, and all that were presented. */
  bounced: number;
  presented: number;
  /** Of what fell due early enough: how much, and how much of it was collected within 30 days of its due date; in cents. */
  due: Cents;
  collected: Cents;
  /** What was put off beyond the day on which it would have been drawn, in cents. */
  putOff: Cents;
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

/** Lives a merchant's year. `look`: the account is looked at before draws, and what is not safe is put off. */
function live(seed: string, profile: HouseholdProfile, takings: Takings, look: Look | null): Life {
  const household = newHousehold({ seed, profile, from: firstDay, takings });
  const account = openAccount(household, takings);
  const random = seededRandom(`${seed}:purchases`);
  const dues: RatedDue[] = [];
  const made: DrawAttempt[] = [];
  const parts: AllocationPart[] = [];
  const sent: Sent[] = [];
  const arrangements: DrawArrangement[] = [];
  const lookedShort = new Set<IsoDate>();
  const paidOn: { on: IsoDate; amount: Cents }[] = [];
  const returns: { draw: DrawAttempt; code: string; on: IsoDate }[] = [];
  let available = cents(Math.max(0, household.openingCents));
  let paidByBank = 0;
  let returned = 0;
  let putOff = noMoney;

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
    lookAhead(day);
    const settling = sent.filter(({ settlesOn }) => settlesOn === day);
    const lived = account.live({ debits: settling.map(({ draw }) => draw.amount_cents) });
    available = cents(Math.max(0, lived.availableCents));
    for (const [place, { draw }] of settling.entries()) {
      const answer = lived.debits[place];
      if (answer === 'paid') {
        paidByBank += draw.amount_cents;
        replace(draw, { status: 'settled' });
        allocate(draw, draw.amount_cents, day);
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
    putOff,
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
    if (look === null || !isBusinessDay(day, isBankHoliday)) return;
    const debitDate = addBusinessDays(day, noticeDays, isBankHoliday);
    const draws = drawsAhead(factsOf(), day, longestNoticeDays).find(({ debit_date }) => debit_date === debitDate)?.draws ?? [];
    if (draws.length > 0 && isShort(draws, safeOn(day, look))) lookedShort.add(debitDate);
  }

  function safeOn(day: IsoDate, bySight: Look): Cents {
    const unposted = sumOf(made.filter(({ status }) => status === 'pending'));
    return bySight({ available, unposted, sold: cents(takenBefore(takings, day, averagedDays)), made, day });
  }

  function factsOf(): DebtFacts {
    const underway = made.filter(({ status }) => status === 'pending');
    const unpaid = openDues(dues, parts, drawIds());
    const open = underway.reduce((left, draw) => withoutPaid(left, paidDues(left, draw.amount_cents, payingOrder(draw))), unpaid);
    const owed = subtract(sumOf(dues), sumOf(settled()));
    const taken = { preference: usualDraws, arrangements, failedPaidOn: new Map(), unlockedOn: null, isBankHoliday };
    return { open, owed, inFlight: sumOf(underway), draws: made, ...taken };
  }

  function drawIds(): readonly string[] {
    return made.map(({ id }) => id);
  }

  /** Allocates the money of a draw: all of it once it has settled, none once it came back. */
  function allocate(draw: DrawAttempt, amount_cents: Cents, counts_on: IsoDate): void {
    const order = payingOrder(draw);
    const failed = amount_cents > 0 ? null : { draw_id: draw.retry_of ?? draw.id, amount_cents: draw.amount_cents, order, dues: null };
    const entry = { entry_id: draw.id, source: 'repayment' as const, counts_on, amount_cents, order };
    const changes = allocationChanges({ dues, parts, drawIds: drawIds(), entryIds: drawIds(), entry, failed, keepsCashback: false });
    parts.push(...changes);
    const root = made.find(({ id }) => id === (draw.retry_of ?? draw.id));
    if (root) replace(root, { open_cents: subtract(noMoney, sumOf(parts.filter(({ failed_draw_id }) => failed_draw_id === root.id))) });
  }

  function drawsOf(day: IsoDate): readonly DueDraw[] {
    const draws = drawsOnDay(factsOf(), day);
    if (look === null || draws.length === 0) return draws;
    const isPutOff = draws.some(({ due_date, retry_of }) => retry_of !== null || arrangements.some((one) => one.due_date === due_date));
    const safe_cents = safeOn(day, look);
    if ((!lookedShort.has(day) && !isPutOff) || !isShort(draws, safe_cents)) return draws;
    const safe = safeDraws(draws, {
      day,
      safe_cents,
      otherBank: null,
      hasUnpaidDraw: isHeld(),
      restWaitsDays: defaultProgram.draws.restWaitsDays,
      isBankHoliday,
    });
    for (const arrangement of safe.arrangements) {
      const before = arrangements.findIndex(({ due_date }) => due_date === arrangement.due_date);
      if (before >= 0) arrangements.splice(before, 1);
      arrangements.push(arrangement);
      const whole = draws.find(({ due_date, waits_from }) => due_date === arrangement.due_date && waits_from === null)?.amount_cents ?? noMoney;
      putOff = add(putOff, subtract(whole, arrangement.first_cents ?? whole));
    }
    return safe.draws;
  }

  function present({ due_date, part, attempt, amount_cents, retry_of }: DueDraw, day: IsoDate): void {
    const open = { status: 'pending', failure_code: null, failedOn: null, finished_at: null, open_cents: null, pays_first: [] };
    const what = { kind: 'scheduled', id: `${due_date} ${attempt}`, retry_of, due_date, part, attempt, amount_cents };
    const draw: DrawAttempt = { ...what, debit_date: day, ...open };
    made.push(draw);
    sent.push({ draw, settlesOn: addBusinessDays(day, 1, isBankHoliday) });
  }

  function replace(draw: DrawAttempt, changed: Partial<DrawAttempt>): void {
    const place = made.findIndex(({ id }) => id === draw.id);
    made[place] = { ...(made[place] ?? draw), ...changed };
  }

  function fail(draw: DrawAttempt, failure_code: string, failedOn: IsoDate): void {
    replace(draw, { status: 'returned', failure_code, failedOn, finished_at: new Date(`${failedOn}T12:00:00Z`) });
    allocate(draw, noMoney, failedOn);
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

const isShort = (draws: readonly DueDraw[], safe_cents: Cents) => looksShort({ amount_cents: sumOfDraws(draws), safe_cents, score: null });

const sumOf = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

function mostPresentments(made: readonly DrawAttempt[]): number {
  const chains = Map.groupBy(made, ({ id, retry_of }) => retry_of ?? id);
  return Math.max(0, ...[...chains.values()].map((draws) => draws.length));
}

const constantsOfBefore = 'a tenth of the balance, and after a return three days of sales';

/** Lives the year of every merchant by each rule, and compares. */
export async function benchBounces(): Promise<Figure[]> {
  const looks = { unlooked: null, byProgram, byConstants, byBalanceAlone };
  const lives: Record<keyof typeof looks, Life[]> = { unlooked: [], byProgram: [], byConstants: [], byBalanceAlone: [] };
  for (let number = 0; number < merchants; number += 1) {
    const seed = `merchant ${number}`;
    const profile = households[number % households.length] ?? 'tight';
    // A tight house on a seasonal store would be below zero for half the year: such a merchant has no account with us.
    const isSeasonal = profile === 'comfortable' && number % 3 === 0;
    const takings = takingsOf({ seed, profile: isSeasonal ? 'seasonal' : 'steady', platform: 'SHOPIFY', openedOn: new Date('2025-01-01') });
    for (const rule of Object.keys(looks) as (keyof typeof looks)[]) lives[rule].push(live(seed, profile, takings, looks[rule]));
  }
  const total = (rule: keyof typeof looks, of: (life: Life) => number) => lives[rule].reduce((sum, life) => sum + of(life), 0);
  const bounced = (rule: keyof typeof looks) => total(rule, (life) => life.bounced);
  const partOfDue = (rule: keyof typeof looks, of: (life: Life) => number) => (total(rule, of) / total(rule, ({ due }) => due)) * 100;
  const collected = (rule: keyof typeof looks) => Math.round(total(rule, (life) => life.collected) / 100);
  const now = { value: bounced('byProgram'), unit: `of ${total('byProgram', ({ presented }) => presented)} debits` };
  const putOff = { value: partOfDue('byProgram', (life) => life.putOff), unit: '%' };
  return [
    { name: 'debits that came back in a year', ...now, beside: { name: 'without a look at the account', value: bounced('unlooked') }, ratioMost: 0.4 },
    {
      name: 'debits that came back, beside a look that leaves no cushion',
      ...now,
      beside: { name: 'by the balance alone', value: bounced('byBalanceAlone') },
      ratioMost: 0.75,
    },
    {
      name: 'debits that came back, beside the cushion of before',
      ...now,
      beside: { name: constantsOfBefore, value: bounced('byConstants') },
      ratioMost: 1.15,
    },
    {
      name: 'put off from its day, of what was due',
      ...putOff,
      beside: { name: 'by the balance alone', value: partOfDue('byBalanceAlone', (life) => life.putOff) },
    },
    {
      name: 'put off, beside the cushion of before',
      ...putOff,
      beside: { name: constantsOfBefore, value: partOfDue('byConstants', (life) => life.putOff) },
      ratioMost: 1.15,
    },
    {
      name: 'collected within 30 days of the due date',
      value: collected('byProgram'),
      unit: '$',
      beside: { name: 'without a look', value: collected('unlooked') },
      ratioLeast: 0.999,
    },
    {
      name: 'collected, beside the cushion of before',
      value: collected('byProgram'),
      unit: '$',
      beside: { name: constantsOfBefore, value: collected('byConstants') },
      ratioLeast: 1,
    },
    {
      name: 'collected, as a share of what was due',
      value: partOfDue('byProgram', (life) => life.collected),
      unit: '%',
      beside: { name: 'without a look', value: partOfDue('unlooked', (life) => life.collected) },
      ratioLeast: 0.997,
    },
    {
      name: 'presentments of one amount, at most',
      value: Math.max(...lives.byProgram.map(({ mostPresentments: most }) => most)),
      unit: 'presentments',
      beside: { name: 'allowed by the network', value: 3 },
      valueMost: 2,
    },
    {
      name: 'books less bank',
      value: [...Object.values(lives)].flat().reduce((sum, { difference }) => sum + Math.abs(difference), 0),
      unit: 'cents',
      beside: { name: 'paid by the bank', value: total('byProgram', ({ paid }) => paid) },
      valueMost: 0,
    },
  ];
}
