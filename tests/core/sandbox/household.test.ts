import { describe, expect, it } from 'vitest';
import { bankHolidays } from '../../../server/holidays.ts';
import { type DayOfAccount, type Household, newHousehold, openAccount } from '../../../server/sandbox/plaid/household/account.ts';
import { bankingDaysAfter, dayOf, daysAfter, isBankingDay, weekdayOf } from '../../../server/sandbox/plaid/household/bankingDays.ts';
import { disputeOf, lastReturnDay, shortComesBack } from '../../../server/sandbox/plaid/household/comesBack.ts';
import type { HouseholdProfile } from '../../../server/sandbox/plaid/household/profiles.ts';
import { adviceOf, debitScores } from '../../../server/sandbox/plaid/household/score.ts';
import { type Takings, takingsOf } from '../../../server/sandbox/plaid/household/takings.ts';
import { openSales, type SampleStore } from '../../../server/sandbox/sales/sales.ts';
import { type StoreProfile, storeProfiles } from '../../../server/sandbox/sales/stores.ts';

const from = '2026-01-01';
const openedOn = (profile: StoreProfile) => new Date(profile === 'new' ? '2025-11-13' : '2025-01-01');
const store = (profile: StoreProfile): SampleStore => ({ seed: `store of ${profile}`, profile, platform: 'SHOPIFY', openedOn: openedOn(profile) });

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Draws such as a card's: each Monday a tenth of a usual week, in cents. */
const drawOf = ({ usualDayCents }: Household) => Math.round(usualDayCents * 7 * 0.1);

const drawnTakings = new Map(storeProfiles.map((profile) => [profile, takingsOf(store(profile))]));

function year(profile: HouseholdProfile, of: StoreProfile = 'steady', seed = 'house'): { household: Household; days: DayOfAccount[] } {
  const takings = drawnTakings.get(of) ?? takingsOf(store(of));
  const household = newHousehold({ seed, profile, from, takings });
  const account = openAccount(household, takings);
  const days = Array.from({ length: 365 }, () => account.live({ debits: weekdayOf(account.next()) === 1 ? [drawOf(household)] : [] }));
  return { household, days };
}

/** A store that takes the same each day, so that what reaches the bank can be told by hand. */
const even: Takings = () => ({ processedCents: 100_00, depositedCents: 0 });
const nothing: Takings = () => ({ processedCents: 0, depositedCents: 0 });
const byHand: Household = { seed: 'by hand', profile: 'comfortable', from: '2026-03-03', openingCents: 10_000_00, usualDayCents: 0 };

function liveUntil(household: Household, takings: Takings, last: string, live: (day: string) => Parameters<ReturnType<typeof openAccount>['live']>[0]) {
  const account = openAccount(household, takings);
  const days: DayOfAccount[] = [];
  while (account.next() <= last) days.push(account.live(live(account.next())));
  return days;
}
const on = (days: readonly DayOfAccount[], day: string) => days.find((lived) => lived.day === day);
const moved = (lived: DayOfAccount | undefined, kind: string) =>
  sum((lived?.movements ?? []).filter((movement) => movement.kind === kind).map(({ cents }) => cents));

describe('banking days', () => {
  it('are those of the calendar that debits follow, day by day since Juneteenth is one of them', () => {
    const isClosed = bankHolidays();
    for (let day = '2022-01-01'; day < '2040-01-01'; day = daysAfter(day, 1)) {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      expect(`${day} ${isBankingDay(day)}`).toBe(`${day} ${!isWeekend && !isClosed(day as Parameters<typeof isClosed>[0])}`);
    }
  });

  it.each([
    ['2026-11-20', 2, '2026-11-24'],
    ['2026-11-21', 2, '2026-11-24'],
    ['2026-11-25', 1, '2026-11-27'],
    ['2026-12-31', 1, '2027-01-04'],
  ])('after %s the number %i is %s', (day, count, expected) => expect(bankingDaysAfter(day, count)).toBe(expected));
});

describe('a year of an account', () => {
  it.each(storeProfiles)('of a comfortable household with a %s store is never below zero, and pays every draw', (profile) => {
    const { days } = year('comfortable', profile);
    expect(Math.min(...days.map(({ closingCents }) => closingCents))).toBeGreaterThan(0);
    expect(days.flatMap(({ debits }) => debits).filter((answer) => answer !== 'paid')).toEqual([]);
  });

  it('of tight households is short for some draws and pays most', () => {
    const answers = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((seed) => year('tight', 'steady', seed).days.flatMap(({ debits }) => debits));
    const short = answers.filter((answer) => answer !== 'paid').length / answers.length;
    expect(short).toBeGreaterThan(0.01);
    expect(short).toBeLessThan(0.25);
  });

  it('of a lumpy household pays its suppliers six times, each time more than a draw of ten weeks', () => {
    const { household, days } = year('lumpy');
    const lumps = days.map((day) => -moved(day, 'suppliers')).filter((cents) => cents > 0);
    expect(lumps).toHaveLength(6);
    expect(Math.min(...lumps)).toBeGreaterThan(10 * drawOf(household));
  });

  it('of a failing household ends with less than it began, and draws come back', () => {
    const { household, days } = year('failing');
    expect(days.at(-1)?.closingCents).toBeLessThan(household.openingCents);
    expect(days.flatMap(({ debits }) => debits)).toContain('R01');
  });

  it.each(['comfortable', 'tight', 'lumpy', 'failing'] as const)('of a %s household ties: each day, and the year', (profile) => {
    const { household, days } = year(profile);
    for (const { openingCents, movements, closingCents, availableCents } of days) {
      expect(openingCents + sum(movements.map(({ cents }) => cents))).toBe(closingCents);
      expect(availableCents).toBeLessThanOrEqual(closingCents);
      expect(Number.isSafeInteger(closingCents)).toBe(true);
    }
    expect(days.slice(1).every(({ openingCents }, index) => openingCents === days[index]?.closingCents)).toBe(true);
    const all = sum(days.flatMap(({ movements }) => movements.map(({ cents }) => cents)));
    expect(household.openingCents + all).toBe(days.at(-1)?.closingCents);
  });

  it('is paid what the store took, less fees and refunds, each day once', () => {
    const { days } = year('comfortable');
    const paidOut = sum(days.map((day) => moved(day, 'payout') + moved(day, 'deposit')));
    const orders = openSales(store('steady'))(new Date('2027-06-01'));
    // Two banking days before the year’s first, January 2, is December 30; before its last, December 31, it is December 29.
    const took = (payment: (typeof orders)[number]['payments'][number]) => {
      if (payment.outcome !== 'success' || payment.kind === 'authorization' || payment.kind === 'void') return 0;
      const isCash = payment.kind === 'sale' && payment.settledAt > payment.at;
      const day = dayOf(payment.settledAt);
      const [first, last] = isCash ? ['2026-01-01', '2026-12-31'] : ['2025-12-30', '2026-12-29'];
      if (day < first || day > last) return 0;
      return payment.kind === 'sale' ? payment.amountCents - payment.feeCents : -payment.amountCents;
    };
    expect(paidOut).toBe(sum(orders.flatMap(({ payments }) => payments.map(took))));
  });

  it('is the same for the same seed, and another for another', () => {
    const closings = (seed: string) => year('tight', 'steady', seed).days.map(({ closingCents }) => closingCents);
    expect(closings('a')).toEqual(closings('a'));
    expect(closings('a')).not.toEqual(closings('b'));
  });
});

describe('a day of an account', () => {
  it('brings the takings two banking days later: on Tuesday those of Friday and the weekend, on weekends nothing', () => {
    const days = liveUntil(byHand, even, '2026-03-15', () => ({}));
    const paidOut = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'].map((day) =>
      moved(on(days, day), 'payout'),
    );
    expect(paidOut).toEqual([100_00, 300_00, 100_00, 100_00, 100_00, 0, 0]);
  });

  it('pays rent on the 1st, or on the next banking day', () => {
    // A usual day of $100: the rent of a comfortable household is 8 % of $3,000, off by a tenth at most. March 1 is a Sunday.
    const household = { ...byHand, from: '2026-02-25', usualDayCents: 100_00 };
    const days = liveUntil(household, nothing, '2026-03-31', () => ({}));
    const rents = days.filter((day) => moved(day, 'rent') !== 0);
    expect(rents.map(({ day }) => day)).toEqual(['2026-03-02']);
    expect(-moved(rents[0], 'rent')).toBeGreaterThanOrEqual(216_00);
    expect(-moved(rents[0], 'rent')).toBeLessThanOrEqual(264_00);
  });

  it('pays wages every second Friday', () => {
    const days = liveUntil({ ...byHand, usualDayCents: 100_00 }, even, '2026-06-30', () => ({}));
    const paid = days.filter((day) => moved(day, 'payroll') !== 0).map(({ day }) => day);
    expect(paid.length).toBeGreaterThanOrEqual(8);
    for (const [index, day] of paid.entries()) {
      if (index > 0) expect((Date.parse(day) - Date.parse(paid[index - 1] ?? '')) / 86_400_000).toBeGreaterThanOrEqual(11);
      // June 19, 2026 is a Friday and a holiday: its wages are paid on Monday.
      expect(weekdayOf(day) === 5 || day === '2026-06-22').toBe(true);
    }
  });

  it('leaves the owner what is above the cushion at the end of a month', () => {
    // Six weeks and a half (45 days) of $100 are $4,500; the household began with $10,000.
    const household = { ...byHand, from: '2026-03-31', usualDayCents: 100_00 };
    const [last] = liveUntil(household, nothing, '2026-03-31', () => ({}));
    expect(last?.closingCents).toBe(4_500_00);
  });

  it('pays a debit to the last cent and not beyond', () => {
    const [lived] = liveUntil(byHand, nothing, '2026-03-03', () => ({ debits: [9_999_99, 2, 1] }));
    expect(lived).toMatchObject({ debits: ['paid', 'R01', 'paid'], closingCents: 0 });
  });

  it('says of money that is there but not yet available that it is uncollected, until the next banking day', () => {
    const cash: Takings = (day) => ({ processedCents: 0, depositedCents: day === '2026-03-06' ? 500_00 : 0 });
    const empty = { ...byHand, openingCents: 100_00 };
    const days = liveUntil(empty, cash, '2026-03-09', () => ({ debits: [101_00] }));
    expect(days.map(({ day, debits }) => [day, ...debits])).toEqual([
      ['2026-03-03', 'R01'],
      ['2026-03-04', 'R01'],
      ['2026-03-05', 'R01'],
      ['2026-03-06', 'R09'],
      ['2026-03-07', 'R09'],
      ['2026-03-08', 'R09'],
      ['2026-03-09', 'paid'],
    ]);
    expect(on(days, '2026-03-06')).toMatchObject({ closingCents: 600_00, availableCents: 100_00 });
  });

  it('takes our own movements whatever the balance', () => {
    const [lived] = liveUntil(byHand, nothing, '2026-03-03', () => ({ movements: [-10_500_00, 100_00] }));
    expect(lived?.closingCents).toBe(-400_00);
  });
});

describe('a debit that comes back', () => {
  it('uncovered, one or two banking days later', () => {
    // November 26 is Thanksgiving: after Wednesday the banking days are Friday and Monday.
    const returned = Array.from({ length: 40 }, (_, cents) => shortComesBack('s', { day: '2026-11-25', cents }, 'R01').on);
    expect([...new Set(returned)].sort()).toEqual(['2026-11-27', '2026-11-30']);
  });

  it('disputed, only where the profile disputes, within two banking days for a business and 60 days for a person', () => {
    const household = (profile: HouseholdProfile): Household => ({ ...byHand, profile });
    const disputes = (profile: HouseholdProfile, isBusiness: boolean) =>
      Array.from({ length: 4_000 }, (_, cents) => disputeOf(household(profile), { day: '2026-11-20', cents }, isBusiness)).filter((one) => one !== undefined);
    expect(disputes('comfortable', true)).toEqual([]);
    const business = disputes('failing', true);
    // Three in a hundred of 4,000 are 120; four standard deviations are 43.
    expect(Math.abs(business.length - 120)).toBeLessThan(43);
    expect([...new Set(business.map(({ code, on: day }) => `${code} ${day}`))].sort()).toEqual(['R29 2026-11-23', 'R29 2026-11-24']);
    const person = disputes('failing', false);
    expect([...new Set(person.map(({ code }) => code))].sort()).toEqual(['R07', 'R10']);
    for (const { on: day } of person) expect(day > '2026-11-20' && day <= '2027-01-19' && isBankingDay(day)).toBe(true);
  });

  it.each([
    ['R01', true, '2026-11-24'],
    ['R01', false, '2026-11-24'],
    ['R29', true, '2026-11-24'],
    ['R29', false, undefined],
    ['R10', true, undefined],
    ['R05', true, undefined],
    ['R07', true, undefined],
    ['R10', false, '2027-01-19'],
    ['R05', false, '2027-01-19'],
    ['R07', false, '2027-01-19'],
    ['R31', true, null],
  ])('with %s (a business: %s) does so until %s', (code, isBusiness, last) => expect(lastReturnDay(code, '2026-11-20', isBusiness)).toBe(last));
});

describe('scores of a debit', () => {
  const scored = (spareCents: number, seed: string) =>
    debitScores({ seed, amountCents: 500_00, availableCents: 500_00 + spareCents, uncertainCents: 100_00, profile: 'tight' });

  it('are 1 to 99, low with plenty and high with far too little', () => {
    expect(scored(10_000_00, 'a').bank).toBe(1);
    expect(scored(-10_000_00, 'a').bank).toBe(99);
    expect(scored(0, 'a')).toEqual(scored(0, 'a'));
  });

  it('are met: of debits with a score about as many in a hundred are not covered', () => {
    // Spare money spread evenly from three deviations short to three to spare.
    const cases = Array.from({ length: 20_000 }, (_, index) => ({ spare: -300_00 + (index * 600_00) / 20_000, seed: `case ${index}` }));
    const seen = cases.map(({ spare, seed }) => ({ isShort: spare < 0, score: scored(spare, seed).bank }));
    for (const least of [20, 40, 60]) {
      const within = seen.filter(({ score }) => score >= least && score < least + 20);
      const share = within.filter(({ isShort }) => isShort).length / within.length;
      expect(share).toBeGreaterThan((least - 5) / 100);
      expect(share).toBeLessThan((least + 25) / 100);
    }
    // Informative, not perfect: some of either kind are on the wrong side.
    const wrong = seen.filter(({ isShort, score }) => isShort !== score >= 50).length / seen.length;
    expect(wrong).toBeGreaterThan(0.02);
    expect(wrong).toBeLessThan(0.25);
  });

  it('tell holders that dispute from those that do not', () => {
    const customer = (profile: HouseholdProfile) =>
      sum(
        Array.from({ length: 200 }, (_, index) => debitScores({ seed: `${index}`, amountCents: 1, availableCents: 1, uncertainCents: 1, profile }).customer),
      ) / 200;
    expect(customer('comfortable')).toBe(1);
    expect(customer('failing')).toBeGreaterThan(3);
  });

  it.each([
    [{ bank: 29, customer: 1 }, 'ACCEPT'],
    [{ bank: 30, customer: 1 }, 'REVIEW'],
    [{ bank: 60, customer: 1 }, 'REROUTE'],
    [{ bank: 1, customer: 90 }, 'REROUTE'],
  ])('%j: %s', (scores, advice) => expect(adviceOf(scores)).toBe(advice));
});
