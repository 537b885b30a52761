import { expect, expectTypeOf, it } from 'vitest';
import { readViewDate, type ViewDate } from '../../../server/domain/access/viewDate.ts';
import type { IsoDate } from '../../../server/domain/basics/dates.ts';

const present = new Date('2026-11-21T10:00:00Z');

it.each([
  ['2026-07-04', '2026-07-04T00:00:00.000Z'],
  ['2026-07-04T12:30:00Z', '2026-07-04T12:30:00.000Z'],
  ['2026-07-04T12:30Z', '2026-07-04T12:30:00.000Z'],
  ['2026-07-04T12:30:00.250-05:00', '2026-07-04T17:30:00.250Z'],
  ['2016-11-21', '2016-11-21T00:00:00.000Z'],
  ['2036-11-20', '2036-11-20T00:00:00.000Z'],
])('a page asked for %s shows it', (parameter, shown) => {
  expect(readViewDate(parameter, present).shown_now.toISOString()).toBe(shown);
});

it.each([
  null,
  '',
  'tomorrow',
  '2026-02-30',
  '2026-07-04T12:30:00',
  '2026-07-04T25:00:00Z',
  '2026-02-30T10:00:00Z',
  '2016-11-20',
  '2036-11-23',
  '99999',
  '1783296000',
])('a page asked for %j shows the present', (parameter) => {
  expect(readViewDate(parameter, present).shown_now).toEqual(present);
});

it('cannot be handed to a rule that takes an instant or a day', () => {
  expectTypeOf<ViewDate>().not.toExtend<Date>();
  expectTypeOf<ViewDate>().not.toExtend<IsoDate>();
});
