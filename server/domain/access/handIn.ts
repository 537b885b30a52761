import type { HandIn } from './queryNames.ts';

/** The session type of a code of our own, with which a platform's frame opens the full site. */
export const handOverType = 'hand_over';

/** The request body that exchanges a handed-in session for one of ours. */
export type HandInBody = { auth_type: string; session: string } | { auth_type: 'shopify'; shopify_session: ShopifySession };

/** A type, not an interface, so that any other fields of the session are passed along. */
type ShopifySession = { shop: string; id_token: string };

/**
 * Returns the body that exchanges a session handed in by the address, or null when it cannot be one. A Shopify session
 * is base64, in the standard or the URL-safe alphabet, of a JSON object that names its shop and holds the platform's
 * token: without that token nothing could prove it. Only the server can tell whether a session is valid.
 */
export function handInBody(handIn: HandIn): HandInBody | null {
  if (handIn.kind === 'jwt') return { auth_type: handIn.sessionType, session: handIn.session };
  const session = readBase64Json(handIn.session);
  return isShopifySession(session) ? { auth_type: 'shopify', shopify_session: session } : null;
}

function readBase64Json(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function isShopifySession(session: unknown): session is ShopifySession {
  return (
    typeof session === 'object' &&
    session !== null &&
    'shop' in session &&
    typeof session.shop === 'string' &&
    'id_token' in session &&
    typeof session.id_token === 'string'
  );
}
