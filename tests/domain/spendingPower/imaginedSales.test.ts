import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { imaginedSalesWords, readTypedSales, typedFrom } from '../../../server/domain/spendingPower/imaginedSales.ts';

/** Nothing that the tests type: each figure of theirs is a changed one. */
const own = { monthly_sales_cents: 77_700, returned_basis_points: 777 };

describe('typed sales', () => {
  it.each([
    ['12000', '5', '', 1_200_000, 500, 0],
    ['$12,000.50', '4.25%', '3,000', 1_200_050, 425, 300_000],
    ['0', '100', '0', 0, 10_000, 0],
    ['999999999', '0.', '', 99_999_999_900, 0, 0],
  ])('%s, %s and %s are read', (monthly, returned, secondStore, sold, share, second) => {
    expect(readTypedSales({ monthly, returned, secondStore }, own)).toEqual({
      imagined: {
        said: { monthly_cents: sold, returned_basis_points: share, second_store_cents: second },
        query: { monthly_sales_cents: `${sold}`, returned_basis_points: `${share}`, second_store_cents: `${second}` },
      },
      problems: {},
    });
  });

  it.each([
    [{}, { second_store_cents: '0' }],
    [{ monthly: '9001' }, { monthly_sales_cents: '900100', second_store_cents: '0' }],
    [{ returned: '9' }, { returned_basis_points: '900', second_store_cents: '0' }],
    [{ secondStore: '500' }, { second_store_cents: '50000' }],
  ])('over one’s own, only what is changed is asked about: %j', (changed, query) => {
    const sales = { monthly_sales_cents: 900_099, returned_basis_points: 888 };
    expect(readTypedSales({ ...typedFrom(sales), ...changed }, sales).imagined?.query).toEqual(query);
  });

  it('are in order while untouched, also when more came back than was sold', () => {
    const sales = { monthly_sales_cents: 900_099, returned_basis_points: 12_345 };
    expect(readTypedSales(typedFrom(sales), sales).problems).toEqual({});
  });

  it.each([
    ['', '5', '', ['monthly']],
    ['12.000,00', '5', '', ['monthly']],
    ['1000', '', 'x', ['secondStore', 'returned']],
    ['1000', '100.01', '', ['returned']],
    ['1000', '-1', '', ['returned']],
  ])('%s, %s and %s are not, each with what is wrong', (monthly, returned, secondStore, fields) => {
    const { imagined, problems } = readTypedSales({ monthly, returned, secondStore }, own);
    expect([imagined, Object.keys(problems)]).toEqual([null, fields]);
  });

  it('begin from the present ones', () => {
    expect(typedFrom({ monthly_sales_cents: 900_099, returned_basis_points: 888 })).toEqual({ monthly: '9000', returned: '8.88', secondStore: '' });
  });
});

describe('the limit of imagined sales in words', () => {
  const said = { monthly_cents: cents(1_200_000), returned_basis_points: 500, second_store_cents: cents(0) };
  it.each([
    [said, 112_000, 'If you sell $12,000.00 a month and 5% of it comes back, your limit is $9,120.00: $1,120.00 more than now.'],
    [said, 0, 'If you sell $12,000.00 a month and 5% of it comes back, your limit is $9,120.00: the same as now.'],
    [
      { ...said, second_store_cents: cents(300_000) },
      -100,
      'If you sell $12,000.00 a month, a second store sells $3,000.00 and 5% of it comes back, your limit is $9,120.00: $1.00 less than now.',
    ],
  ])('of %j, %i apart, are %s', (asked, total_change_cents, words) => {
    expect(imaginedSalesWords({ said: asked, total_cents: 912_000, total_change_cents })).toBe(words);
  });
});
