import type { Database, Transaction } from '../../../db/database.ts';
import { firstUseOfToken, takeHandInToken } from '../../../db/queries/handInTokens.ts';
import type { ControlPanelCall } from '../../../providers/ports/controlPanel.ts';

type Payload = Pick<ControlPanelCall, 'tokenId' | 'expiresAt'>;

/** The issuers under which the ids of payloads are stored, by their uses. */
const shownAtLoad = 'bc:load';
const handedIn = 'bc';
const takenAsMessage = 'bc:message';

/** Records that a browser has shown a payload: its user can read it in the address bar, so it is good for opening the app alone. May be repeated. */
export async function noteShown(database: Database, { tokenId, expiresAt }: Payload, at: Date): Promise<void> {
  await takeHandInToken(database, { issuer: shownAtLoad, jti: tokenId, bound_to: null, used_at: at, expires_at: expiresAt });
}

/** Returns whether a browser has shown a payload. */
export async function wasShown(database: Database, { tokenId }: Payload): Promise<boolean> {
  const uses = await Promise.all([shownAtLoad, handedIn].map((issuer) => firstUseOfToken(database, issuer, tokenId)));
  return uses.some((use) => use !== null);
}

/** Takes a message of the platform's servers. Returns false when it has come before. */
export function takeMessage(transaction: Transaction, { tokenId, expiresAt }: Payload, at: Date): Promise<boolean> {
  return takeHandInToken(transaction, { issuer: takenAsMessage, jti: tokenId, bound_to: null, used_at: at, expires_at: expiresAt });
}
