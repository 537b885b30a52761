import { z } from 'zod';

/** Who is in a shop's admin, by a verified session token. */
export interface ShopSession {
  /** Such as `corner-shop.myshopify.com`: the shop's stable name. */
  shop: string;
  /** The shop's member of staff. */
  userId: string;
  /** Of the token: it may be used once. */
  tokenId: string;
  expiresAt: Date;
}

/** One label under the platform's own domain, lower case, and nothing else. */
const SHOP = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/;

/** Whether a text may be taken for a shop's name at all. */
export function isShopName(shop: string): boolean {
  return SHOP.test(shop);
}

const wireClaims = z.object({ iss: z.string(), dest: z.string(), sub: z.string().min(1), jti: z.string().min(1), exp: z.int() });

/** The session in the claims of a token for that shop, or null when issuer and destination are not that very shop. Throws a ZodError when a claim is missing. */
export function shopSession(claims: unknown, shop: string): ShopSession | null {
  const { iss, dest, sub, jti, exp } = wireClaims.parse(claims);
  if (!isShopName(shop) || dest !== `https://${shop}` || iss !== `${dest}/admin`) return null;
  return { shop, userId: sub, tokenId: jti, expiresAt: new Date(exp * 1000) };
}
