import type { z } from 'zod';
import type { postAccessToken } from '../../server/contract/session.ts';
import type { HandIn } from '../../server/domain/access/queryNames.ts';

type ExchangeBody = z.input<(typeof postAccessToken)['body']>;

/**
 * Returns the body that exchanges a handed-in session, or null when it is malformed: a store platform's session must be base64 of a
 * JSON object. Only the server can decide whether a session is valid.
 */
export function handInBody(handIn: HandIn): ExchangeBody | null {
  if (handIn.kind === 'jwt') return { auth_type: handIn.sessionType, session: handIn.session };
  const session = readBase64Json(handIn.session);
  if (!isShopifySession(session)) return null;
  return { auth_type: 'shopify', shopify_session: session };
}

function readBase64Json(text: string): unknown {
  try {
    // Base64 in addresses often uses the URL-safe alphabet.
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isShopifySession(session: unknown): session is { shop: string; id_token: string } {
  return (
    typeof session === 'object' &&
    session !== null &&
    'shop' in session &&
    typeof session.shop === 'string' &&
    'id_token' in session &&
    typeof session.id_token === 'string'
  );
}
