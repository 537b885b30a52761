import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, epochSeconds, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { calendarFeed, comingDebit, partsOnTheirWay, repaymentCalendar } from '../../../server/domain/repayment/repaymentCalendar.ts';
import { dueDateOf } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { failedDraw, openOn } from '../../support/debts.ts';

const isBankHoliday = bankHolidays();
const usual = { preference: usualDraws, arrangements: [], today: isoDate('2026-06-01') };

function entry(date: string, amount: number, cashback = 0) {
  return { payment_due_date: { seconds: epochSeconds(isoDate(date)) }, total_owed_cents: cents(amount), potential_cashback: cents(cashback) };
}

type Facts = Parameters<typeof repaymentCalendar>[0];

/** Nothing is on its way where nothing else is told. */
function calendarOf(schedule: ReturnType<typeof entry>[], different: Partial<Facts> = {}) {
  const { expected = schedule.map((one) => openOn(dueDateOf(one), one.total_owed_cents)), ...others } = different;
  return repaymentCalendar({ schedule, notAtBank: expected, expected, failed: [], isDrawn: true, drawDays: new Map(), ...usual, isBankHoliday, ...others });
}

function feedOf(...entries: ReturnType<typeof entry>[]) {
  const generatedAt = new Date('2026-06-20T08:09:10.123Z');
  return calendarFeed({ name: 'Harbor', receiverId: '0193c8a1-5e2f-7b44-9d10-a6f3e2c4b781', entries: calendarOf(entries), generatedAt });
}

describe('the debit for what is due on a day', () => {
  const due = isoDate('2026-07-04');
  const facts = { ...usual, isBankHoliday };

  it('runs on its own day, and later where banks are closed', () => {
    expect(comingDebit(due, facts)).toEqual({
      date: '2026-07-06',
      reason: 'Banks are closed on Saturday, July 4 and Sunday, July 5: the debit runs on Monday, July 6.',
    });
  });

  it('runs on the day that the merchant chose for all draws', () => {
    const preference = { weekday: 2 };
    expect(comingDebit(due, { ...facts, preference })).toEqual({ date: '2026-06-30', reason: 'It is drawn early, on your day of the week.' });
  });

  it('is told by what was arranged about it', () => {
    const moved = { due_date: due, first_on: isoDate('2026-07-08'), first_cents: null, rest_on: null, bank_link_id: null };
    expect(comingDebit(due, { ...facts, arrangements: [moved] })).toEqual({ date: null, reason: 'What is due Jul 4, 2026 is drawn on Jul 8, 2026.' });
  });

  it('keeps the day that it had once that is over', () => {
    expect(comingDebit(due, { ...facts, today: isoDate('2026-07-20') }).date).toBe('2026-07-06');
  });
});

describe('the repayment calendar', () => {
  it('names the day that the merchant chose, within the terms, and why', () => {
    const preference = { weekday: 2 };
    expect(calendarOf([entry('2026-07-06', 100), entry('2026-07-07', 100)], { preference }).map(({ debit_date, reason }) => [debit_date, reason])).toEqual([
      ['2026-06-30', 'It is drawn early, on your day of the week.'],
      ['2026-07-07', null],
    ]);
  });

  it('names the day to which a draw was moved, and its parts', () => {
    const moved = { due_date: isoDate('2026-07-06'), first_on: isoDate('2026-07-08'), first_cents: null, rest_on: null, bank_link_id: null };
    const split = {
      due_date: isoDate('2026-07-07'),
      first_on: isoDate('2026-07-07'),
      first_cents: cents(40),
      rest_on: isoDate('2026-07-09'),
      bank_link_id: null,
    };
    const shown = calendarOf([entry('2026-07-06', 100), entry('2026-07-07', 100)], { arrangements: [moved, split] });
    expect(shown.map(({ is_arranged }) => is_arranged)).toEqual([true, true]);
    expect(shown.map(({ debit_date, reason }) => [debit_date, reason])).toEqual([
      ['2026-07-08', 'What is due Jul 6, 2026 is drawn on Jul 8, 2026.'],
      ['2026-07-07', 'Of what is due Jul 7, 2026, $0.40 is drawn on Jul 7, 2026 and the rest on Jul 9, 2026.'],
    ]);
  });

  it.each([
    ['2026-07-03', '2026-07-03', null],
    ['2026-07-04', '2026-07-06', 'Banks are closed on Saturday, July 4 and Sunday, July 5: the debit runs on Monday, July 6.'],
    ['2026-12-25', '2026-12-28', expect.stringContaining('bank holiday')],
  ])('of %s debits on %s', (due, debit, reason) => {
    expect(calendarOf([entry(due, 10_000, 100)])).toEqual([
      { due_date: due, debit_date: debit, reason, is_arranged: false, amount_cents: 10_000, drawn_cents: 10_000, on_its_way_cents: 0, cashback_cents: 100 },
    ]);
  });

  const due = [entry('2026-11-20', 5_000), entry('2026-11-24', 700, 7)];
  const told = (different: Partial<Facts>) => calendarOf(due, different).map(({ debit_date, drawn_cents, reason }) => [debit_date, drawn_cents, reason]);
  const later = ['2026-11-24', 700, null];
  /** The amount of the first draw, collected on a day or never. */
  const failed = (left: number, on: string | null, id = 'first') => {
    const collectOn = on === null ? null : isoDate(on);
    return { draw: failedDraw({ id }), left_cents: cents(left), isRetry: true, collectOn, collectUntil: isoDate('2027-05-22') };
  };
  const whole = [openOn('2026-11-20', 5_000, 'first'), openOn('2026-11-24', 700)];
  const forGood = 'is not debited again by itself. Pay it now on the dashboard.';
  const today = isoDate('2026-11-26');

  it.each<[string, Partial<Facts>, [string | null, number, string | null][]]>([
    ['that failed for good', { failed: [failed(5_000, null)], expected: whole }, [[null, 0, `It was to be paid by a debit that failed, and ${forGood}`]]],
    [
      'that is past due since it failed',
      { failed: [failed(5_000, null)], expected: whole, today: isoDate('2026-11-21') },
      [[null, 0, `It is past due: the debit failed, and it ${forGood}`]],
    ],
    [
      'of which a part failed',
      { failed: [failed(100, null)], expected: [openOn('2026-11-20', 100, 'first'), openOn('2026-11-20', 4_900), openOn('2026-11-24', 700)] },
      [['2026-11-20', 4_900, `$1.00 of it was to be paid by a debit that failed, and ${forGood}`]],
    ],
    [
      'that is presented again',
      { failed: [failed(5_000, '2026-11-25')], expected: whole },
      [['2026-11-25', 5_000, 'The debit failed. It is debited once more on Nov 25, 2026. You can also pay now.']],
    ],
    [
      'that waits for the money, its day having passed',
      { failed: [failed(5_000, '2026-11-25')], expected: whole.slice(0, 1), notAtBank: whole.slice(0, 1), today },
      [[null, 0, 'The debit failed. It is debited once more as soon as the money is in your account. You can also pay now.']],
    ],
    [
      'of which a part is on its way, and the rest failed for good',
      { failed: [failed(4_000, null)], expected: [openOn('2026-11-20', 4_000, 'first'), openOn('2026-11-24', 700)] },
      [[null, 0, `$10.00 of it is on its way from your bank. $40.00 of it was to be paid by a debit that failed, and ${forGood}`]],
    ],
    [
      'that is drawn in part',
      { expected: [openOn('2026-11-20', 4_000), openOn('2026-11-24', 700)] },
      [['2026-11-20', 4_000, '$10.00 of it is on its way from your bank.']],
    ],
    ['that is on its way', { expected: [openOn('2026-11-24', 700)] }, [[null, 0, 'It is on its way from your bank.']]],
    [
      'that is on its way in part, and asked for in part',
      { expected: [openOn('2026-11-24', 700)], notAtBank: [openOn('2026-11-20', 1_000), openOn('2026-11-24', 700)] },
      [[null, 0, '$40.00 of it is on its way from your bank. We are asking your bank for $10.00 of it.']],
    ],
  ])('of a payment %s', (_, different, first) => {
    const all = told(different);
    expect(all[0]).toEqual(first[0]);
    if (!('today' in different)) expect(all[1]).toEqual(later);
  });

  it('tells what is on its way of each, and what of it the bank is asked for', () => {
    const [notAtBank, expected] = [[openOn('2026-11-20', 1_000), openOn('2026-11-24', 700)], [openOn('2026-11-20', 400)]];
    expect(partsOnTheirWay({ schedule: due, notAtBank, expected })).toEqual([
      { onItsWay: 4_600, asked: 600 },
      { onItsWay: 700, asked: 700 },
    ]);
  });

  it('tells what failed for good from what is presented again', () => {
    const expected = [openOn('2026-11-20', 5_000, 'first'), openOn('2026-11-24', 700, 'other')];
    expect(told({ failed: [failed(5_000, '2026-11-27'), failed(700, null, 'other')], expected }).map(([day, drawn]) => [day, drawn])).toEqual([
      ['2026-11-27', 5_000],
      [null, 0],
    ]);
  });

  // Of what is due on the 24th a payment by the merchant was to pay $1.00, and failed.
  it.each<[string, string, string | null, number, string]>([
    ['before it', '2026-11-23', '2026-11-23', 100, '$1.00 of it is still owed, and is debited on Nov 23, 2026.'],
    ['with it', '2026-11-24', '2026-11-24', 700, '$1.00 of it is still owed, and is debited on Nov 24, 2026.'],
    ['after it', '2026-11-25', '2026-11-24', 600, '$1.00 of it is still owed, and is debited on Nov 25, 2026.'],
    ['when the money is there', '2026-11-20', '2026-11-24', 600, '$1.00 of it is still owed, and is debited as soon as the money is in your account.'],
  ])('names the next debit of a payment of which a failed part is collected %s', (_, on, day, drawn, words) => {
    const expected = [openOn('2026-11-24', 100, 'first'), openOn('2026-11-24', 600)];
    const [, shown] = told({ failed: [failed(100, on)], expected, today: isoDate('2026-11-21') });
    expect(shown).toEqual([day, drawn, `The debit failed. ${words} You can also pay now.`]);
  });

  it('names no day that has passed: what was not drawn on its day is drawn on the next one', () => {
    const drawDays = new Map([[isoDate('2026-11-20'), isoDate('2026-11-30')]]);
    expect(told({ today, drawDays }).map(([day, , reason]) => [day, reason])).toEqual([
      ['2026-11-30', 'It was due on Nov 20, 2026, and is drawn on Nov 30, 2026.'],
      // Thanksgiving, whose next banking day is Friday.
      ['2026-11-27', 'It was due on Nov 24, 2026, and is drawn on Nov 27, 2026, which counts as in time.'],
    ]);
  });

  it('announces nothing of an account that is not debited', () => {
    const nothing = [null, 0, 'Your bank account is not debited for it: pay it now on the dashboard.'];
    expect(told({ isDrawn: false })).toEqual([nothing, nothing]);
  });
});

describe('the calendar feed', () => {
  it('is an all-day event on each due date, with its amount, its debit and its cashback', () => {
    expect(feedOf(entry('2026-07-04', 123_456, 1_234)).replaceAll('\r\n ', '')).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Harbor//Repayments//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME:Harbor repayments',
        'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
        'X-PUBLISHED-TTL:PT6H',
        'BEGIN:VEVENT',
        'UID:repayment-2026-07-04-0193c8a1-5e2f-7b44-9d10-a6f3e2c4b781',
        'DTSTAMP:20260620T080910Z',
        'DTSTART;VALUE=DATE:20260704',
        'DTEND;VALUE=DATE:20260705',
        'SUMMARY:Harbor: $1\\,234.56 due',
        'DESCRIPTION:Your bank is debited on Mon\\, Jul 6\\, 2026. Banks are closed on Saturday\\, July 4 and Sunday\\, July 5: the debit runs on Monday\\, July 6. Paid in time\\, it earns $12.34 of cashback.',
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('without anything due is a calendar without events', () => {
    expect(feedOf()).not.toContain('VEVENT');
  });

  it('ends a month, a year and a leap February on the right day', () => {
    for (const [due, next] of [
      ['2026-12-31', '20270101'],
      ['2028-02-28', '20280229'],
      ['2027-02-28', '20270301'],
    ] as const)
      expect(feedOf(entry(due, 100))).toContain(`DTEND;VALUE=DATE:${next}`);
  });

  it('has no line longer than 75 octets, whatever the name, and gives the name back when it is unfolded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (name) => {
        const feed = calendarFeed({ name, receiverId: 'r', entries: [], generatedAt: new Date(0) });
        for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(feed).toString()).toBe(feed);
        const shown = /^X-WR-CALNAME:([^\n]*) repayments$/m.exec(feed.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'))?.[1];
        expect(shown?.replaceAll(/\\(n|.)/gs, (_, character) => (character === 'n' ? '\n' : character))).toBe(name.replaceAll('\r\n', '\n'));
      }),
    );
  });

  it('names an event by its day alone, so that a calendar program changes it instead of adding another', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 10 });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 90_000 }), (offsets, amount) => {
        const feed = feedOf(...offsets.map((offset) => entry(addCalendarDays(isoDate('2026-01-01'), offset), amount)));
        const ids = [...feed.matchAll(/^UID:(.*)$/gm)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(offsets.length);
        expect(feed).not.toContain(`UID:${amount}`);
      }),
      { numRuns: 30 },
    );
  });
});
