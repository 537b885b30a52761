import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { type CashFacts, cashForecast } from '../../../server/domain/cashFlow/cashForecast.ts';
import { cashSentences } from '../../../server/domain/cashFlow/cashSentences.ts';
import type { BegunDraw } from '../../../server/domain/cashFlow/plannedDraws.ts';
import type { StoreFacts } from '../../../server/domain/cashFlow/storePayouts.ts';
import { spendAnswer, spendInWords } from '../../../server/domain/cashFlow/whatIf.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';
import { debtOf } from '../../support/debts.ts';

const isBankHoliday = bankHolidays();
// A Monday.
const today = isoDate('2026-11-16');

/** A draw of the bank whose balance is foreseen. */
const begunDraw = (status: string, day: string, amount: number, different: Partial<BegunDraw> = {}): BegunDraw => ({
  status,
  debit_date: isoDate(day),
  amount_cents: cents(amount),
  is_elsewhere: false,
  final_on: null,
  ...different,
});

/** Of this limit nothing is spent before a repayment is final. */
const powerOf = (total: number, used: number, finalInARow = 0) => ({
  total: cents(total),
  used: cents(used),
  trust: { notFinal: cents(0), finalInARow },
  rule: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  finalAfter: { business: 3, personal: 61 },
});

/** A store that sold $100.00 a day for so many days. */
const store = (days: number, different: Partial<StoreFacts> = {}): StoreFacts => ({
  platforms: ['SHOPIFY'],
  sold: Array.from({ length: days }, (_, ago) => ({ date: addCalendarDays(today, -ago - 1), sold_cents: cents(10_000) })),
  first: addCalendarDays(today, -days),
  returned: cents(0),
  made: [],
  underway: [],
  isBeingRead: false,
  ...different,
});

const facts = (different: Partial<CashFacts> = {}): CashFacts => ({
  today,
  balance: { amount_cents: cents(500_000), readOn: today },
  debt: debtOf({}),
  begun: [],
  store: null,
  purchases: [],
  rules: { receiver: { payment_plan: 'net_terms', net_terms: 30, net_terms_type: 'calendar', weekly_draw_day: null }, isHoliday: usHolidays() },
  isBankHoliday,
  ...different,
});

const flowsOf = (different: Partial<CashFacts>, whatIf?: Parameters<typeof cashForecast>[1]) =>
  cashForecast(facts(different), whatIf).flows.map(({ date, kind, amount_cents }) => [date, kind, amount_cents]);

describe('the draws in the line', () => {
  it('are those planned, on days when banks are open', () => {
    // Thanksgiving, and a Sunday.
    expect(flowsOf({ debt: debtOf({ '2026-11-16': 100, '2026-11-26': 2_000, '2026-12-13': 300 }) })).toEqual([
      ['2026-11-16', 'draw', -100],
      ['2026-11-27', 'draw', -2_000],
      ['2026-12-14', 'draw', -300],
    ]);
  });

  it('are none while nothing is drawn', () => {
    expect(flowsOf({ debt: null })).toEqual([]);
    expect(cashSentences(facts({ debt: null }), cashForecast(facts({ debt: null })))).toContain(
      'No draws are in it: nothing is drawn from your bank at present.',
    );
  });

  it('are also those that the balance does not show yet: since the day it was read', () => {
    const begun = [
      begunDraw('settled', '2026-11-12', 1),
      begunDraw('settled', '2026-11-13', 20),
      begunDraw('pending', '2026-11-16', 300),
      begunDraw('returned', '2026-11-16', 4_000),
      begunDraw('cancelled', '2026-11-16', 50_000),
    ];
    const balance = { amount_cents: cents(500_000), readOn: isoDate('2026-11-13') };
    expect(flowsOf({ begun, balance })).toEqual([
      ['2026-11-16', 'draw', -20],
      ['2026-11-16', 'draw', -300],
    ]);
  });

  it('leave out what another bank pays, which still frees power', () => {
    const arranged = { due_date: isoDate('2026-11-20'), first_on: isoDate('2026-11-20'), first_cents: null, rest_on: null, bank_link_id: 'second' };
    const owed = debtOf({ '2026-11-20': 3_000, '2026-11-24': 500 });
    const known = facts({
      debt: { ...owed, arrangements: [arranged] },
      begun: [begunDraw('pending', today, 40, { is_elsewhere: true })],
    });
    const forecast = cashForecast(known);
    expect(forecast.flows.map(({ date, amount_cents }) => [date, amount_cents])).toEqual([['2026-11-24', -500]]);
    expect(forecast.lowest?.cents).toBe(499_500);
    expect(cashSentences(known, forecast)).toContain('What is drawn from your other bank is not in it.');
    const spend = { amount_cents: cents(1_000), on: isoDate('2026-12-16') };
    expect(spendAnswer(spend, { facts: known, forecast, power: powerOf(10_000, 3_540) }).power_before_cents).toBe(10_000);
  });

  it('say of a draw that has settled that it has, and not that it is on its way', () => {
    const begun = ['settled', 'funds_available', 'posted'].map((status) => begunDraw(status, '2026-11-16', 20));
    expect(cashForecast(facts({ begun })).flows.map(({ label }) => label)).toEqual([
      'Settled draw, not in the balance yet',
      'Settled draw, not in the balance yet',
      'Draw on its way',
    ]);
  });
});

describe('purchases that come again', () => {
  const purchases = ['2026-08-20', '2026-09-20', '2026-10-20'].map((day) => ({ merchant: 'Mailer', made_on: isoDate(day), amount_cents: cents(2_000) }));

  it('cause draws when they are due', () => {
    // Bought on November 20 and December 20; due 30 days later: on Sunday, December 20, and on Tuesday, January 19, 2027.
    const { flows, recurring } = cashForecast(facts({ purchases, store: store(40) }));
    expect(recurring.map(({ date }) => date)).toEqual(['2026-11-20', '2026-12-20', '2027-01-20']);
    expect(flows.filter(({ kind }) => kind === 'recurring')).toEqual([
      { date: '2026-12-21', kind: 'recurring', label: 'Draw of a purchase at Mailer that comes again', amount_cents: -2_000, is_known: false },
      { date: '2027-01-19', kind: 'recurring', label: 'Draw of a purchase at Mailer that comes again', amount_cents: -2_000, is_known: false },
    ]);
  });

  it('are left out while only what is known is shown', () => {
    expect(cashForecast(facts({ purchases, store: store(29) })).recurring).toEqual([]);
  });
});

describe('payouts in the line', () => {
  it('are those that the platform lists as on their way, and none twice', () => {
    const underway = [{ date: isoDate('2026-11-18'), amount_cents: cents(25_000) }];
    // The listed payout holds all that was sold before today: the usual one would come on Tuesday.
    expect(flowsOf({ store: store(20, { underway }) })).toEqual([['2026-11-18', 'payout', 25_000]]);
  });

  it('are none while the store is being read, which is said', () => {
    const reading = facts({ store: store(40, { isBeingRead: true }) });
    expect(cashForecast(reading).flows).toEqual([]);
    expect(cashSentences(reading, cashForecast(reading))[0]).toBe('Only draws are shown: your store is still being read.');
  });
});

describe('what is asked about', () => {
  it.each([
    [{ weekday: 3 }, 'It would be due on Dec 18, 2026 and drawn on Dec 16, 2026.'],
    [usualDraws, 'It would be due on Dec 18, 2026.'],
  ])('is said to be drawn when it is in the line, with the day chosen as %j', (preference, says) => {
    const known = facts({ debt: { ...debtOf({ '2026-12-10': 6_000 }), preference } });
    const spend = { amount_cents: cents(7_000), on: isoDate('2026-11-18') };
    const forecast = cashForecast(known, { spend, pay: null });
    const answer = spendAnswer(spend, { facts: known, forecast, power: powerOf(100_000, 6_000) });
    expect(spendInWords(answer, known)[1]).toBe(says);
  });

  it('is paid first from what is due first, and spent by the terms', () => {
    const whatIf = { spend: { amount_cents: cents(7_000), on: isoDate('2026-11-18') }, pay: { amount_cents: cents(1_500) } };
    expect(flowsOf({ debt: debtOf({ '2026-11-20': 1_000, '2026-11-24': 2_000 }) }, whatIf)).toEqual([
      ['2026-11-16', 'what_if', -1_500],
      ['2026-11-24', 'draw', -1_500],
      ['2026-12-18', 'what_if', -7_000],
    ]);
  });

  it('leaves what draws on their way will have freed by then, whether or not the balance shows them, and what has settled only once', () => {
    // They settle on November 16 and 18, and are final on the 20th and the 24th, after three banking days for the bank; the settled one on the 19th.
    const begun = [begunDraw('pending', '2026-11-12', 2_000), begunDraw('pending', '2026-11-16', 300), begunDraw('settled', '2026-11-13', 500)];
    const known = facts({ begun, balance: { amount_cents: cents(500_000), readOn: isoDate('2026-11-13') } });
    const leftOn = (finalInARow: number, ...days: string[]) =>
      days.map((on) => {
        const asked = { facts: known, forecast: cashForecast(known), power: powerOf(10_000, 3_000, finalInARow) };
        return spendAnswer({ amount_cents: cents(1_000), on: isoDate(on) }, asked).power_before_cents;
      });
    expect(leftOn(0, '2026-11-15', '2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-24')).toEqual([6_500, 6_500, 6_500, 7_000, 9_000, 9_300]);
    // Up to half of the limit can be spent before.
    expect(leftOn(3, '2026-11-15', '2026-11-16', '2026-11-18')).toEqual([7_000, 9_000, 9_300]);
  });

  it('uses a credit beside the limit, and no draw to come makes one', () => {
    const left = (used: number, dues: Readonly<Record<string, number>>, on: string) => {
      const known = facts({ debt: debtOf(dues) });
      const power = powerOf(3_000_000, used);
      return spendAnswer({ amount_cents: cents(500_000), on: isoDate(on) }, { facts: known, forecast: cashForecast(known), power }).power_after_cents;
    };
    expect(left(-13_444, {}, today)).toBe(2_513_444);
    expect(left(2_000, { '2026-11-20': 3_000 }, '2026-12-16')).toBe(2_500_000);
  });
});

describe('every sentence', () => {
  it('about sales to come speaks of their season once a year of them is known', () => {
    const first = (days: number) => cashSentences(facts({ store: store(days) }), cashForecast(facts({ store: store(days) })))[0];
    const estimate = 'An estimate, not a promise: what we expect if your sales go as they did on the same weekdays of the last four weeks';
    expect(first(363)).toBe(`${estimate}.`);
    expect(first(364)).toBe(`${estimate}, and the season as it went a year ago.`);
  });

  it('is free of promises', () => {
    const all = [facts(), facts({ store: store(60) }), facts({ store: store(10), debt: null })].flatMap((one) => cashSentences(one, cashForecast(one)));
    expect(all.filter((sentence) => /\bwill\b|guarantee|\bsure\b|certain/i.test(sentence))).toEqual([]);
    expect(all.filter((sentence) => !/[.]$/.test(sentence))).toEqual([]);
  });
});
