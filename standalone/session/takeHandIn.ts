import { addressBarQuery, type HandIn, readGlobalQuery } from '../../server/domain/queryNames.ts';

/**
 * The session that a platform handed in by the address of this page. It leaves the address bar and the history before
 * anything else runs, and from then on lives in the memory of this page alone.
 */
export const handIn: HandIn | null = takeHandIn(window.location, window.history);

function takeHandIn({ pathname, search, hash }: Location, history: History): HandIn | null {
  const { handIn: found } = readGlobalQuery(search);
  const kept = addressBarQuery(search);
  // Also half a hand-in, which is no session, may hold a credential.
  if (kept !== search) history.replaceState(history.state, '', pathname + kept + hash);
  return found;
}
