import type { HandIn } from './queryNames.ts';

/** What is sent to exchange a handed-in session for one of ours. */
export type HandInBody = { auth_type: string; session: string } | { auth_type: 'shopify'; shopify_session: Readonly<Record<string, unknown>> };

/**
 * The body for a session handed in by the address. A store's session arrives as base64 of a JSON object, in the standard
 * or the URL-safe alphabet, and is sent as the object; null when it is neither. Nothing here proves anything: that is the
 * server's to do.
 */
export function handInBody(handIn: HandIn): HandInBody | null {
  if (handIn.kind === 'jwt') return { auth_type: handIn.sessionType, session: handIn.session };
  const session = readBase64Json(handIn.session);
  return session === null ? null : { auth_type: 'shopify', shopify_session: session };
}

function readBase64Json(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
