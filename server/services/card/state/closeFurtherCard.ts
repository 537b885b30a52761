import { databaseOf } from '../../../db/databaseOf.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { failureForReader } from '../../failureForReader.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { requireUsableCard } from '../requireUsableCard.ts';
import { storeCard } from '../syncCard.ts';
import { endTokenizations } from '../wallets/tokenizations.ts';

/**
 * Closes a card for good, without another in its place. May be repeated. Throws `not_found`, `step_out_of_order` for the card of home,
 * which only a loss replaces, and the issuer's failure in words for the reader: the card is then still open.
 */
export async function closeFurtherCard(deps: Deps, { scope, receiver }: ReceiverView, token: string): Promise<void> {
  const known = await databaseOf(deps.database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  if (known?.state === 'CLOSED') return;
  await requireUsableCard(deps.database, scope, token);
  if (receiver.lithic_card_token === token)
    throw new DomainError('step_out_of_order', {
      reason: 'This is your account’s first card, which stays. Pause it instead, or report it lost to get another number.',
    });
  const closed = await deps.providers.cardIssuer.closeCard(token, 'END_USER_REQUEST').catch((failure: unknown) => {
    throw failureForReader(failure);
  });
  await withLockedReceiver(deps, scope, (transaction) => storeCard(deps, transaction, scope, closed));
  await endTokenizations(deps, scope, token);
}
