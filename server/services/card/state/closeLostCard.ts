import { databaseOf } from '../../../db/databaseOf.ts';
import type { Card } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { Refused } from '../../../providers/failure.ts';
import type { ClosingReason } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { storeCard, syncCard } from '../syncCard.ts';
import { endTokenizations } from '../wallets/tokenizations.ts';

/** Returns the issuer's word for why a card is replaced. */
export const closingReason = ({ loss }: Pick<Card, 'loss'>): ClosingReason => (loss === 'stolen' ? 'COMPROMISED' : 'LOST');

/**
 * Closes a lost or stolen card at the issuer, which our own decisions have declined since it was reported. May be repeated.
 * Throws the issuer's failure.
 */
export async function closeLostCard(deps: Deps, scope: ReceiverScope, token: string): Promise<void> {
  const card = await databaseOf(deps.database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  if (!card || card.state === 'CLOSED' || card.loss === null) return;
  try {
    const closed = await deps.providers.cardIssuer.closeCard(token, closingReason(card));
    await withLockedReceiver(deps, scope, (transaction) => storeCard(deps, transaction, scope, closed));
    await endTokenizations(deps, scope, token);
  } catch (failure) {
    const isClosed = failure instanceof Refused && (await syncCard(deps, scope, token)).state === 'CLOSED';
    if (!isClosed) throw failure;
  }
}
