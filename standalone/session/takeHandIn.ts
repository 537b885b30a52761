import { addressBarQuery, type HandIn, readGlobalQuery } from '../../server/domain/access/queryNames.ts';
import { isInPanel } from './framed.ts';

const name = 'storeSession';

/**
 * The session that a platform handed in by this page's address; null when there is none. It is removed from the address bar and the
 * history before any other code runs, and then exists only in this page's memory. In a control panel's frame, which has no other
 * place for it, the frame's history keeps it as well, so that the frame can be reloaded.
 */
export const handIn: HandIn | null = takeHandIn(window.location, window.history);

function takeHandIn({ pathname, search, hash }: Location, history: History): HandIn | null {
  const { handIn: found } = readGlobalQuery(search);
  const kept = addressBarQuery(search);
  // Remove an incomplete hand-in too: it may hold a credential.
  if (kept !== search) history.replaceState(history.state, '', pathname + kept + hash);
  return isInPanel() ? keepInHistory(found ?? handInOf(history.state), history) : found;
}

/** Stores the session in every entry of the frame's history. Only our pages can read it there, and the server accepts it again only from this browser. */
function keepInHistory(session: HandIn | null, history: History): HandIn | null {
  if (session?.kind !== 'jwt') return session;
  const { pushState, replaceState } = history;
  const carrying = (state: unknown) => ({ ...(typeof state === 'object' ? state : {}), [name]: session });
  history.pushState = (state, unused, url) => pushState.call(history, carrying(state), unused, url);
  history.replaceState = (state, unused, url) => replaceState.call(history, carrying(state), unused, url);
  history.replaceState(history.state, '');
  return session;
}

function handInOf(state: unknown): HandIn | null {
  const kept: unknown = typeof state === 'object' && state !== null && name in state ? state[name] : null;
  if (typeof kept !== 'object' || kept === null || !('session' in kept) || !('sessionType' in kept)) return null;
  return { kind: 'jwt', session: String(kept.session), sessionType: String(kept.sessionType) };
}
