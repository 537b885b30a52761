import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  accountPages,
  disputesQuery,
  exportQuery,
  orderPages,
  orderQuery,
  ordersQuery,
  paymentsOfOrder,
  paymentsOfPage,
  payoutsQuery,
  profileQuery,
  startExportQuery,
} from '../../server/providers/shopify/queries.ts';
import { askedFields, costOf, missingScopes, needlessScopes, problemsOfExchange } from './shopifyRules.ts';

const scopes = (/^scopes = "(.*)"$/m.exec(readFileSync('shopify.app.toml', 'utf8'))?.[1] ?? '').split(',');

/** Every query of the product, with the sizes it sends, and its points worked out by hand. */
const queries: [string, string, Record<string, number>, number][] = [
  ['the shop and its scopes', profileQuery, {}, 3],
  // 2 + 25 × (1 + 5 × 3)
  ['the first page of orders', ordersQuery, { first: orderPages.first, payments: paymentsOfPage }, 402],
  // 2 + 50 × (1 + 5 × 3)
  ['a later page of orders', ordersQuery, { first: orderPages.later, payments: paymentsOfPage }, 802],
  // 1 + 250 × 3
  ['one order', orderQuery, { payments: paymentsOfOrder }, 751],
  ['the start of an export', startExportQuery, {}, 10],
  ['an export', exportQuery, {}, 1],
  // 1 + 2 + 40 × 2
  ['the first payouts', payoutsQuery, { first: accountPages.first }, 83],
  // 1 + 2 + 100 × 2
  ['later payouts', payoutsQuery, { first: accountPages.later }, 203],
  // 1 + 2 + 40 × 3
  ['the first disputes', disputesQuery, { first: accountPages.first }, 123],
  // 1 + 2 + 100 × 3
  ['later disputes', disputesQuery, { first: accountPages.later }, 303],
];

describe('the queries to a shop', () => {
  it.each(queries)('of %s cost what the platform allows, by its published table', (_what, query, variables, points) => {
    expect(costOf(askedFields(query, variables))).toBe(points);
    expect(points).toBeLessThanOrEqual(1_000);
  });

  it('need the scopes that the app asks for, and no others are asked for', () => {
    const all = queries.flatMap(([, query, variables]) => askedFields(query, variables));
    expect(missingScopes(all, scopes)).toEqual([]);
    expect(needlessScopes(all, scopes)).toEqual([]);
    expect(missingScopes(all, ['read_orders', 'read_shopify_payments_payouts'])).toContain(
      'shopifyPaymentsAccount needs read_shopify_payments_accounts or read_shopify_payments',
    );
    expect(needlessScopes(all, [...scopes, 'read_customers'])).toEqual(['read_customers']);
  });
});

describe('a call to the Admin API', () => {
  const query = '{ orders(first: 10) { nodes { id } } }';
  const throttleStatus = { maximumAvailable: 1000, currentlyAvailable: 988, restoreRate: 100 };
  const exchange = (answer: object, status = 200) => ({ method: 'POST', path: '/', status, request: { query }, answer });
  const cost = (requestedQueryCost: number, actualQueryCost: number | null) => ({
    extensions: { cost: { requestedQueryCost, actualQueryCost, throttleStatus } },
  });

  it.each<[string, object, number, string[]]>([
    ['as the platform answers it', { data: {}, ...cost(12, 5) }, 200, []],
    ['of a cost that is always the same', { data: {}, ...cost(10, 10) }, 200, ['requestedQueryCost is 10, not 12']],
    ['that cost more than it could', { data: {}, ...cost(12, 13) }, 200, ['actualQueryCost is 13 of 12']],
    ['throttled with a status', { errors: [{ extensions: { code: 'THROTTLED' } }], ...cost(12, null) }, 429, ['THROTTLED came with status 429']],
    ['throttled as it is', { errors: [{ extensions: { code: 'THROTTLED' } }], ...cost(12, null) }, 200, []],
    ['refused as too costly, though it is not', { errors: [{ extensions: { code: 'MAX_COST_EXCEEDED' } }] }, 200, ['12 points were refused as too many']],
  ])('%s', (_what, answer, status, problems) => {
    expect(problemsOfExchange(exchange(answer, status))).toEqual(problems);
  });
});
