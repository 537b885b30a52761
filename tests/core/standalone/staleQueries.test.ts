import { describe, expect, it } from 'vitest';
import type { Change } from '../../../server/domain/receiver/changes.ts';
import { isStaleAfter } from '../../../standalone/live/staleQueries.ts';

const viewed = { id: 'receiver-1', token: 'person-1', isOnboarding: false };

describe.each<[Change, [readonly unknown[], boolean][]]>([
  [
    'transactions',
    [
      [['dashboard', 'person-1', 'table', { tab: 'card' }], true],
      [['dashboard', 'person-1', 'bank-account'], false],
      [['dashboard', 'person-1', 'card-frame', 'card-1', false], false],
      [['dashboard', 'person-1', 'a subject that is not listed'], true],
      [['dashboard', 'person-2', 'table', { tab: 'card' }], false],
      [['receiver', 'person-1', null], true],
      [['staff', 'customer', 'person-1'], false],
    ],
  ],
  [
    'store',
    [
      [['commerce', 'person-1', 'h_1'], true],
      [['dashboard', 'person-1', 'spending-power'], true],
      [['dashboard', 'person-1', 'declines'], false],
      [['kyb', 'person-1'], false],
    ],
  ],
  ['receiver', [[['plaid_account', 'receiver-1', 'h_2'], false]]],
])('after a change of %s', (change, queries) => {
  it.each(queries)('%j is stale: %s', (queryKey, isStale) => {
    expect(isStaleAfter(new Set([change]), queryKey, viewed)).toBe(isStale);
  });
});

describe('during onboarding', () => {
  it('the record stays as the shown step left it', () => {
    expect(isStaleAfter(new Set<Change>(['receiver']), ['receiver', 'person-1', null], { ...viewed, isOnboarding: true })).toBe(false);
  });
});
