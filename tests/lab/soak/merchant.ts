import type { SoakedProduct } from './product.ts';

/** The parts of a running product by which merchants are made. */
export type Product = Pick<SoakedProduct, 'url' | 'sandboxUrl' | 'deps' | 'press'>;

/** The access tokens of the people in a merchant's team. */
export interface Team {
  cardholder: string;
  bookkeeper: string;
}

/** A merchant with a card, and the access token with which its pages would call. */
export interface Merchant {
  host: string;
  token: string;
  accessToken: string;
  receiverId: string;
  cardToken: string;
  /** All cards, the first of them included. */
  cards: readonly [string, ...string[]];
  /** The people besides the owner; none in most teams. */
  team: Team | null;
  bankHandle: string;
  storeHandle: string;
}
