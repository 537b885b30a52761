import { expect, it } from 'vitest';
import { readGlobalQuery } from '../../server/domain/queryNames.ts';
import { viewDate } from '../../server/domain/viewDate.ts';

const present = new Date('2026-11-21T10:00:00Z');

it.each([
  ['?now=2026-07-04', '2026-07-04T00:00:00.000Z'],
  ['?now=2026-07-04T12:30:00Z', '2026-07-04T12:30:00.000Z'],
  ['?now=2026-07-04T12:30:00.250-05:00', '2026-07-04T17:30:00.250Z'],
  ['?now=2016-11-21', '2016-11-21T00:00:00.000Z'],
  ['?now=2036-11-20', '2036-11-20T00:00:00.000Z'],
  ['?now=2016-11-20', '2026-11-21T10:00:00.000Z'],
  ['?now=2036-11-23', '2026-11-21T10:00:00.000Z'],
  ['?now=2026-02-30', '2026-11-21T10:00:00.000Z'],
  ['?now=tomorrow', '2026-11-21T10:00:00.000Z'],
  ['', '2026-11-21T10:00:00.000Z'],
])('a page asked for by %j shows %s', (query, shown) => {
  expect(viewDate(readGlobalQuery(query).now, present).shown_now.toISOString()).toBe(shown);
});
