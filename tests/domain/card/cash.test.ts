import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { isCash } from '../../../server/domain/card/cash.ts';

describe('a purchase', () => {
  it.each([
    ['at a bank’s counter', '6010', 0],
    ['at a cash machine', '6011', 20_000],
    ['for a money transfer', '4829', 0],
    ['of foreign or virtual currency', '6051', 0],
    ['at a grocery that hands out a single cent with it', '5411', 1],
    ['of an unknown merchant that hands out cash', null, 1],
  ])('%s is cash', (_, categoryCode, cash) => {
    expect(isCash({ categoryCode, cash_cents: cents(cash) })).toBe(true);
  });

  it.each([
    ['at a grocery', '5411'],
    ['at a bank, for a service or goods', '6012'],
    ['at a shop for furniture', '5712'],
    ['of an unknown merchant', null],
    ['of a merchant without a category', ''],
  ])('%s is not', (_, categoryCode) => {
    expect(isCash({ categoryCode, cash_cents: cents(0) })).toBe(false);
  });
});
