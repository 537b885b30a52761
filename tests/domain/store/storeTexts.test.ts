import { describe, expect, it } from 'vitest';
import { disconnectConsequences } from '../../../server/domain/store/disconnectWords.ts';
import { otherCurrenciesText, platformName, storeStateInWords, storeTexts } from '../../../server/domain/store/storeTexts.ts';

describe('the words about a store', () => {
  it.each([
    ['SHOPIFY', 'Shopify'],
    ['QUICKBOOKS', 'QuickBooks'],
    ['SOMETHING_NEW', 'Something new'],
    ['', ''],
  ])('name the platform %s as %j', (platform, name) => {
    expect(platformName(platform)).toBe(name);
  });

  it.each([
    [{ needs_update: false, sync_state: 'waiting' }, 'Connected. We are about to read its sales.'],
    [{ needs_update: false, sync_state: 'running' }, 'Connected. We are reading its sales.'],
    [{ needs_update: false, sync_state: 'done' }, 'Connected.'],
    [{ needs_update: false, sync_state: null }, 'Connected.'],
    [{ needs_update: false, sync_state: 'failed' }, 'Its sales could not be read just now. We try again by ourselves.'],
    [
      { needs_update: true, sync_state: 'done' },
      'It asks you to sign in again. Until then we cannot read its sales, and your spending power falls step by step.',
    ],
  ] as const)('of the state %j are %j', (state, words) => {
    expect(storeStateInWords(state)).toBe(words);
  });

  it.each([
    [['CAD'], 'Sales in Canadian dollars (CAD) do not count toward your limit: it follows from sales in US dollars alone.'],
    [
      ['EUR', 'GBP', 'JPY'],
      'Sales in euros (EUR), British pounds (GBP), and Japanese yen (JPY) do not count toward your limit: it follows from sales in US dollars alone.',
    ],
    [['XZZ'], 'Sales in XZZ do not count toward your limit: it follows from sales in US dollars alone.'],
    [[], null],
    [undefined, null],
  ])('of sales in %j are %j', (currencies, words) => {
    expect(otherCurrenciesText(currencies)).toBe(words);
  });

  it('name the starting limit to which a disconnection leads, where it is known', () => {
    expect(storeTexts.consequences('$1,000.00')[1]).toContain('With no other store it falls to your starting limit of $1,000.00, and');
    expect(storeTexts.consequences(null)[1]).toContain('With no other store it falls to your starting limit, and');
    expect(storeTexts.consequences('$1,000.00', '$30,000.00')[1]).toContain(
      'With no other store it falls to the minimum of $30,000.00 that our team set for you, and',
    );
  });

  it.each([
    [{ initial_spend_limit: 100_000 }, 'your starting limit of $1,000.00,'],
    [{ initial_spend_limit: null }, 'your starting limit,'],
    [{ initial_spend_limit: 100_000, spending_power_override_min: 3_000_000 }, 'the minimum of $30,000.00 that our team set for you,'],
    [{ initial_spend_limit: 100_000, spending_power_override_min: 50_000 }, 'your starting limit of $1,000.00,'],
  ])('say of %j that a disconnection leads to %s', (limits, fallsTo) => {
    const none = {
      override_spend_limit: null,
      spending_power_override_min: null,
      spending_power_override_max: null,
      spending_power_override_expiration_at: null,
    };
    expect(disconnectConsequences({ ...none, ...limits }, new Date('2026-11-27T00:00:00Z'))[1]).toContain(`With no other store it falls to ${fallsTo} and`);
  });
});
