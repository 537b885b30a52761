import { storeIdentities } from '../receiver/claims.ts';

export interface AddressedStore {
  /** The platform in the words of any provider, such as SHOPIFY or big_commerce. */
  readonly platform: string;
  /** The address of the store at its platform; null while unknown. */
  readonly domain: string | null;
}

/** The accounting systems of the link window. No sales are read from them, so they take nobody's place. */
const accountingSystems: ReadonlySet<string> = new Set(['QUICKBOOKS', 'QUICKBOOKS_DESKTOP', 'XERO', 'NETSUITE', 'FRESHBOOKS', 'SAGE_INTACCT', 'ZOHO_BOOKS']);

/** An address at the platform itself, by which each store has exactly one. A store may have any number of its own. */
const ownAddress = /^(shopify:[^.]+\.myshopify\.com|bigcommerce:\w+)$/;

/**
 * Tells whether what was connected by the link window surely holds other sales than a store that has our app, so that those of both
 * count. Where that is not known they may be the same: two addresses at one platform may be of one store.
 */
export function isOtherStore(linked: AddressedStore, store: AddressedStore): boolean {
  if (accountingSystems.has(linked.platform)) return true;
  const [one] = storeIdentities({ ...linked, connectionId: null });
  const [other] = storeIdentities({ ...store, connectionId: null });
  if (one === undefined || other === undefined || one === other) return false;
  const isSamePlatform = one.split(':')[0] === other.split(':')[0];
  return !isSamePlatform || (ownAddress.test(one) && ownAddress.test(other));
}
