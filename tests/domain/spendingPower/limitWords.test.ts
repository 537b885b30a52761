import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { blockKinds } from '../../../server/domain/spendingPower/blocks.ts';
import { blocksEnded } from '../../../server/domain/spendingPower/blocksEnded.ts';
import { limitInShort } from '../../../server/domain/spendingPower/limitInShort.ts';
import { limitWords } from '../../../server/domain/spendingPower/limitWords.ts';
import { type SpendingPowerInputs, termForStaff } from '../../../server/domain/spendingPower/spendingPower.ts';
import { firstLimit, spendingPowerChanges, spendingPowerReasons } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { goodSales } from './goodSales.ts';

const inputs: SpendingPowerInputs = { ...goodSales, shown_days: 60 };

/** Everything that can be said of a limit differs from `inputs` here. */
const changed: SpendingPowerInputs = {
  ...inputs,
  returned_cents: cents(2_400_000),
  history_days: 80,
  advance_rate_basis_points: 6_000,
  concentration_basis_points: 7_500,
  freshness_basis_points: 5_000,
  initial_spend_limit_cents: cents(200_000),
  override_min_cents: cents(300_000),
  override_max_cents: cents(400_000),
  override_spend_limit_cents: cents(350_000),
  blocks: blockKinds,
};

const addressesTheCustomer = /\b(you|your|yours|we|us|our)\b/i;
const noSales = { ...inputs, gross_sales_cents: cents(0) };
const snapshot = (of: SpendingPowerInputs, total: number) => ({ inputs: of, total_cents: cents(total), outstanding_cents: cents(0) });
const moves = { rose_cents: cents(500), fell_cents: cents(700) };

const saidToStaff = [
  ...spendingPowerReasons({ ...changed, shown_days: null }, null, 'staff'),
  ...spendingPowerReasons({ ...noSales, shown_days: null }, null, 'staff'),
  ...spendingPowerReasons({ ...noSales, shown_days: null }, { months_read: 2, months_wanted: 12 }, 'staff'),
  ...spendingPowerChanges(snapshot(noSales, 100_000), snapshot({ ...noSales, initial_spend_limit_cents: cents(200_000) }, 200_000), moves, 'staff'),
  ...spendingPowerChanges({ ...snapshot(inputs, 1), inputs: null }, { ...snapshot(inputs, 2), inputs: null }, moves, 'staff'),
  ...firstLimit({ total_cents: cents(1) }, 'staff'),
].map(({ text }) => text);

describe('the words about a limit', () => {
  it('to staff address nobody', () => {
    expect(saidToStaff.length).toBeGreaterThan(8);
    expect(saidToStaff.filter((text) => addressesTheCustomer.test(text))).toEqual([]);
    const { terms, blocks, sells, teamSet, teamEnded, staleData, teamLimit, followsFrom, ...plain } = limitWords.staff;
    const made = [sells('$1.00', '80%'), teamSet('limit', '$1.00'), teamEnded('limit'), staleData('50%'), teamLimit('$1.00'), followsFrom('those')];
    const all = [...Object.values(plain), ...Object.values(terms), ...Object.values(blocks), blocksEnded(blockKinds, 'staff'), ...made];
    expect(all.filter((text) => addressesTheCustomer.test(text))).toEqual([]);
  });

  it.each([
    ['sales', 'Sales of the last 90 days'],
    ['initial_spend_limit', 'The starting limit of $2,000.00'],
    ['override_min', 'The minimum that staff set'],
    ['override_max', 'The maximum that staff set'],
    ['override_spend_limit', 'The limit that staff set'],
    ['a step of another rule', null],
  ])('name the step %s for staff', (key, words) => {
    expect(termForStaff(key, changed)).toBe(words);
  });

  it('say in short to staff what decides the limit', () => {
    expect(limitInShort(inputs, [{ key: 'month', subtotal_cents: cents(4_000_000) }], 'staff')).toBe(
      'The customer sells $40,000.00 a month on average, and 80% of that is advanced.',
    );
    expect(limitInShort({ ...inputs, blocks: ['locked'] }, [], 'staff')).toBe('The account is locked.');
  });
});
