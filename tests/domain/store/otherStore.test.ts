import { describe, expect, it } from 'vitest';
import { isOtherStore } from '../../../server/domain/store/otherStore.ts';

const shop = { platform: 'shopify', domain: 'harbor-books.myshopify.com' };
const panel = { platform: 'bigcommerce', domain: 'abc123' };

describe('a store that was connected by the link window', () => {
  it.each([
    ['another shop of the platform', { platform: 'SHOPIFY', domain: 'harbor-prints.myshopify.com' }, shop],
    ['a store at another platform', { platform: 'WOO_COMMERCE', domain: 'harbor-books.example' }, shop],
    ['another store of a control panel', { platform: 'BIG_COMMERCE', domain: 'store-def456.mybigcommerce.com' }, panel],
    ['an accounting system, from which no sales are read', { platform: 'QUICKBOOKS', domain: null }, shop],
    ['a shop beside a store of a control panel', { platform: 'SHOPIFY', domain: 'abc123.myshopify.com' }, panel],
  ])('is another one when it is %s', (_what, linked, store) => {
    expect(isOtherStore(linked, store)).toBe(true);
  });

  it.each([
    ['the very shop', { platform: 'SHOPIFY', domain: 'https://Harbor-Books.myshopify.com/' }, shop],
    ['a shop by an address of its own, which may be the same', { platform: 'SHOPIFY', domain: 'harborbooks.com' }, shop],
    ['the very store of a control panel', { platform: 'BIG_COMMERCE', domain: 'store-abc123.mybigcommerce.com' }, panel],
    ['a store of a control panel by an address of its own', { platform: 'BIG_COMMERCE', domain: 'harborbooks.com' }, panel],
    ['a store whose address is not known yet', { platform: 'WOO_COMMERCE', domain: null }, panel],
  ])('is not known to be another one when it is %s', (_what, linked, store) => {
    expect(isOtherStore(linked, store)).toBe(false);
  });
});
