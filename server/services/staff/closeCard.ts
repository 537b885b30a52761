import type { ReceiverScope } from '../../db/scope.ts';
import { Refused } from '../../providers/failure.ts';
import { syncCard } from '../card/syncCard.ts';
import type { Deps } from '../deps.ts';

/** Closes a card at the issuer for good; a closed card stays closed. Throws the issuer's failure, so that the job tries again. */
export async function closeCard(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  try {
    await deps.providers.cardIssuer.setCardState(cardToken, 'CLOSED');
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    const { state } = await deps.providers.cardIssuer.getCard(cardToken);
    if (state !== 'CLOSED') throw failure;
  }
  await syncCard(deps, scope, cardToken);
}
