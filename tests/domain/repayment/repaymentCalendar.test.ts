import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, epochSeconds, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import type { ReservedAmount } from '../../../server/domain/repayment/failedDebits.ts';
import { calendarFeed, comingDebit, partsAsked, partsOnTheirWay, repaymentCalendar } from '../../../server/domain/repayment/repaymentCalendar.ts';
import { dueDateOf } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
const usual = { preference: usualDraws, arrangements: [], today: isoDate('2026-06-01') };

function entry(date: string, amount: number, cashback = 0) {
  return { payment_due_date: { seconds: epochSeconds(isoDate(date)) }, total_owed_cents: cents(amount), potential_cashback: cents(cashback) };
}

type Facts = Parameters<typeof repaymentCalendar>[0];

function calendarOf(schedule: ReturnType<typeof entry>[], different: Partial<Facts> = {}) {
  return repaymentCalendar({
    schedule,
    reserved: [],
    inFlight: cents(0),
    cashback: new Map(),
    isDrawn: true,
    drawDays: new Map(),
    ...usual,
    isBankHoliday,
    ...different,
  });
}

function feedOf(...entries: ReturnType<typeof entry>[]) {
  return calendarFeed({
    name: 'Harbor',
    receiverId: '0193c8a1-5e2f-7b44-9d10-a6f3e2c4b781',
    entries: calendarOf(entries, { cashback: new Map(entries.map((one) => [dueDateOf(one), one.potential_cashback])) }),
    generatedAt: new Date('2026-06-20T08:09:10.123Z'),
  });
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
    ['2026-12-25', '2026-12-28', null],
  ])('of %s debits on %s', (due, debit, reason) => {
    const [shown] = calendarOf([entry(due, 10_000)], { cashback: new Map([[isoDate(due), cents(100)]]) });
    expect(shown).toMatchObject({ due_date: due, debit_date: debit, amount_cents: 10_000, cashback_cents: 100 });
    if (reason !== null || due === debit) expect(shown?.reason).toBe(reason);
    else expect(shown?.reason).toContain('bank holiday');
  });

  const due = [entry('2026-11-20', 5_000), entry('2026-11-24', 700, 7)];
  const shownWith = (reserved: readonly ReservedAmount[], isDrawn = true) =>
    calendarOf(due, { reserved, isDrawn }).map(({ debit_date, reason }) => [debit_date, reason]);
  const failed = (amount: number, on: string | null): ReservedAmount => ({
    due_date: isoDate('2026-11-20'),
    amount_cents: cents(amount),
    retry: on === null ? null : { of: 'first', on: isoDate(on) },
  });

  it('announces no debit of what failed for good: it is past due', () => {
    expect(shownWith([failed(5_000, null)])).toEqual([
      [null, 'It is past due: the debit failed, and it is not debited again by itself. Pay it now on the dashboard.'],
      ['2026-11-24', null],
    ]);
    expect(shownWith([failed(5_100, null)])[1]).toEqual([
      '2026-11-24',
      '$1.00 of it is past due: the debit failed, and it is not debited again by itself. Pay it now on the dashboard.',
    ]);
  });

  it('names the day on which a failed debit is presented again', () => {
    expect(shownWith([failed(5_000, '2026-11-25')])).toEqual([
      ['2026-11-25', 'The debit failed. It is debited once more on Nov 25, 2026. You can also pay now.'],
      ['2026-11-24', null],
    ]);
  });

  it('names no day of a failed debit that waits for the money once its day has passed', () => {
    const [shown] = calendarOf(due, { reserved: [failed(5_000, '2026-11-25')], today: isoDate('2026-11-26') });
    expect(shown).toMatchObject({
      debit_date: null,
      drawn_cents: 0,
      reason: 'The debit failed. It is debited once more as soon as the money is in your account. You can also pay now.',
    });
  });

  it.each([
    [0, [null, null], ['2026-11-20', '2026-11-24']],
    [1_000, ['$10.00 of it is on its way from your bank.', null], ['2026-11-20', '2026-11-24']],
    [5_000, ['It is on its way from your bank.', null], [null, '2026-11-24']],
    [5_100, ['It is on its way from your bank.', '$1.00 of it is on its way from your bank.'], [null, '2026-11-24']],
    [9_000, ['It is on its way from your bank.', 'It is on its way from your bank.'], [null, null]],
  ])('with %i cents on their way says so of what is due first', (inFlight, reasons, debits) => {
    const shown = calendarOf(due, { inFlight: cents(inFlight) });
    expect(shown.map(({ reason }) => reason)).toEqual(reasons);
    expect(shown.map(({ debit_date }) => debit_date)).toEqual(debits);
    expect(shown.map(({ amount_cents }) => amount_cents)).toEqual([5_000, 700]);
  });

  it('says of what the bank has not answered for that it is asked, after what it has, and announces no second debit', () => {
    const shown = calendarOf(due, { inFlight: cents(5_700), asked: cents(1_700) });
    expect(shown.map(({ reason, debit_date, on_its_way_cents }) => [reason, debit_date, on_its_way_cents])).toEqual([
      ['$40.00 of it is on its way from your bank. We are asking your bank for $10.00 of it.', null, 5_000],
      ['We are asking your bank for it.', null, 700],
    ]);
    expect(partsAsked({ schedule: due, inFlight: cents(5_700), asked: cents(1_700), reserved: [] })).toEqual([1_000, 700]);
  });

  it('names of a failed debit the whole amount that is presented again, beside what is on its way for a later due', () => {
    const shown = calendarOf(due, { inFlight: cents(700), reserved: [failed(5_000, '2026-11-25')] });
    expect(shown.map(({ debit_date, drawn_cents, on_its_way_cents }) => [debit_date, drawn_cents, on_its_way_cents])).toEqual([
      ['2026-11-25', 5_000, 0],
      [null, 0, 700],
    ]);
    expect(partsOnTheirWay({ schedule: due, inFlight: cents(700), reserved: [failed(5_000, '2026-11-25')] })).toEqual([0, 700]);
  });

  it('names no debit of what failed and is paid in part by a payment on its way', () => {
    const [first] = calendarOf(due, { inFlight: cents(1_000), reserved: [failed(4_000, null)] });
    expect(first).toMatchObject({
      debit_date: null,
      drawn_cents: 0,
      reason:
        '$10.00 of it is on its way from your bank. $40.00 of it is past due: the debit failed, and it is not debited again by itself. Pay it now on the dashboard.',
    });
  });

  it('tells what failed for good from what is presented again by their own due dates', () => {
    const again: ReservedAmount = { due_date: isoDate('2026-11-20'), amount_cents: cents(5_000), retry: { of: 'first', on: isoDate('2026-11-27') } };
    const forGood: ReservedAmount = { due_date: isoDate('2026-11-24'), amount_cents: cents(700), retry: null };
    const shown = calendarOf(due, { reserved: [forGood, again], today: isoDate('2026-11-25') });
    expect(shown.map(({ debit_date, drawn_cents }) => [debit_date, drawn_cents])).toEqual([
      ['2026-11-27', 5_000],
      [null, 0],
    ]);
  });

  it('names no day that has passed: what was not drawn on its day is drawn on the next one', () => {
    const today = isoDate('2026-11-26');
    const drawDays = new Map([[isoDate('2026-11-20'), isoDate('2026-11-30')]]);
    const cashback = new Map([[isoDate('2026-11-24'), cents(7)]]);
    expect(calendarOf(due, { today, drawDays, cashback }).map(({ debit_date, reason }) => [debit_date, reason])).toEqual([
      ['2026-11-30', 'It was due on Nov 20, 2026, and is drawn on Nov 30, 2026.'],
      // Thanksgiving, whose next banking day is Friday.
      ['2026-11-27', 'It was due on Nov 24, 2026, and is drawn on Nov 27, 2026, which counts as in time.'],
    ]);
  });

  it('announces nothing of an account that is not debited', () => {
    const words = 'Your bank account is not debited for it: pay it now on the dashboard.';
    expect(shownWith([], false)).toEqual([
      [null, words],
      [null, words],
    ]);
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
