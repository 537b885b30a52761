import { describe, expect, it } from 'vitest';
import { accountErrorOf, storeErrorOf, storeErrors } from '../../../server/domain/store/storeErrors.ts';
import { platformName, shownDaysText, storeErrorInWords } from '../../../server/domain/store/storeTexts.ts';

describe('why a store could not be read', () => {
  it.each([
    ['http_401', 'access_ended'],
    ['invalid_grant', 'access_ended'],
    ['http_402', 'store_frozen'],
    ['http_403', 'access_denied'],
    ['http_404', 'store_gone'],
    ['http_423', 'store_locked'],
    ['access_denied', 'access_denied'],
    ['customer_data_not_approved', 'customer_data_not_approved'],
    ['max_cost_exceeded', 'too_large'],
    ['throttled', 'throttled'],
    ['http_503', 'unreachable'],
    ['timeout', 'unreachable'],
    ['PRODUCT_NOT_READY', 'failed'],
  ])('of the code %s is %s', (code, error) => {
    expect(storeErrorOf(code)).toBe(error);
  });

  it.each(storeErrors)('%s has words and a remedy, with the platform’s name', (error) => {
    const { text, remedy } = storeErrorInWords(error, platformName('SHOPIFY'));
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
    expect(storeErrorInWords(error, 'BigCommerce').text).not.toContain('Shopify');
  });

  it.each([
    [null, null, null],
    ['denied', null, 'payouts_denied'],
    [null, 'failed', 'disputes_failed'],
    ['denied', 'denied', 'account_denied'],
    ['denied', 'failed', 'account_failed'],
  ] as const)('of payouts %s and chargebacks %s is %s', (payouts, disputes, error) => {
    expect(accountErrorOf(payouts, disputes)).toBe(error);
  });

  it('says what a frozen store’s merchant does, and how many days are shown', () => {
    expect(storeErrorInWords('store_frozen', 'Shopify')).toEqual({
      text: 'Shopify has frozen this store.',
      remedy: 'Settle your bill with Shopify. We then read the store by ourselves.',
    });
    expect(shownDaysText(60)).toBe('Shopify shows us the last 60 days of orders.');
  });
});
