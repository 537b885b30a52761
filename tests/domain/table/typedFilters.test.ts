import { expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { noFilters } from '../../../server/domain/table/filters.ts';
import { readTyped, typedOf } from '../../../server/domain/table/typedFilters.ts';

const nothing = { from: '', to: '', min: '', max: '' };
const unread = { from: null, to: null, min_cents: null, max_cents: null };

it('reads days and amounts as they are typed, and writes them again', () => {
  const typed = { from: '2026-11-02', to: '2026-11-23', min: '25.00', max: '1,200' };
  const { read, problems } = readTyped(typed);
  expect(read).toEqual({ from: '2026-11-02', to: '2026-11-23', min_cents: 2_500, max_cents: 120_000 });
  expect(problems).toEqual({});
  expect(typedOf({ ...noFilters, ...read })).toEqual({ from: '2026-11-02', to: '2026-11-23', min: '25.00', max: '1200.00' });
});

it('takes an empty field for no filter', () => {
  expect(readTyped(nothing)).toEqual({ read: unread, problems: {} });
  expect(readTyped({ ...nothing, min: '  ' })).toEqual({ read: unread, problems: {} });
  expect(typedOf(noFilters)).toEqual(nothing);
});

it.each([
  ['a year that is being typed', { from: '0002-11-02' }, { from: 'Choose a day from 2000 to 2999.' }],
  ['no day', { to: 'yesterday' }, { to: 'Choose a day from 2000 to 2999.' }],
  // As much of the world writes 25 dollars: not to be taken for 2,500.
  ['a comma before the cents', { min: '25,00' }, { min: 'Enter an amount such as 25.00.' }],
  ['no amount', { min: 'ten', max: '-5' }, { min: 'Enter an amount such as 25.00.', max: 'Enter an amount such as 25.00.' }],
])('says what is wrong with %s, and reads it as no filter', (_, typed, problems) => {
  expect(readTyped({ ...nothing, ...typed })).toEqual({ read: unread, problems });
});

it('says which of two contradicts the other', () => {
  const { read, problems } = readTyped({ from: '2026-11-23', to: '2026-11-02', min: '30', max: '25' });
  expect(read).toMatchObject({ min_cents: cents(3_000), max_cents: cents(2_500) });
  expect(problems).toEqual({ to: 'The last day lies before the first.', max: 'The largest amount is below the smallest.' });
});
