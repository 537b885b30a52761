import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { Refused } from '../../providers/failure.ts';
import { storeCard, syncCard } from '../card/syncCard.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';

/**
 * Closes a lost or stolen card at the issuer, which our own decisions have declined since it was reported. May be repeated.
 * Throws the issuer's failure.
 */
export async function closeLostCard(deps: Deps, scope: ReceiverScope, token: string): Promise<void> {
  const card = await databaseOf(deps.database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  if (!card || card.state === 'CLOSED' || card.loss === null) return;
  try {
    const closed = await deps.providers.cardIssuer.closeCard(token, card.loss === 'stolen' ? 'COMPROMISED' : 'LOST');
    await withLockedReceiver(deps, scope, (transaction) => storeCard(deps, transaction, scope, closed));
  } catch (failure) {
    const isClosed = failure instanceof Refused && (await syncCard(deps, scope, token)).state === 'CLOSED';
    if (!isClosed) throw failure;
  }
}
