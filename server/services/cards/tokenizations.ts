import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Page } from '../../providers/page.ts';
import type { Tokenization } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';

/** The states in which a wallet or merchant can pay no more with a card. */
export const endedStates = ['DEACTIVATED', 'INACTIVE'];

/** Reads in which wallets and at which merchants a card is stored, and mirrors it. May be repeated. Throws the issuer's failure. */
export async function syncTokenizations(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  const found: Tokenization[] = [];
  let after: string | null = null;
  do {
    const page: Page<Tokenization> = await deps.providers.cardIssuer.listTokenizations(cardToken, after);
    found.push(...page.items);
    after = page.next;
  } while (after !== null);
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope).cardTokenization;
    for (const { token, status, requestor, createdAt, updatedAt } of found) {
      const known = await own.findUnique({ where: { receiver_id_token: { token } }, select: { updated_at: true } });
      if (known && known.updated_at > updatedAt) continue;
      const present = { state: status, updated_at: updatedAt };
      await own.upsert({
        where: { receiver_id_token: { token } },
        create: { token, card_token: cardToken, wallet: requestor, created_at: createdAt, ...present },
        update: present,
      });
    }
  });
}

/**
 * Ends a closed card in wallets and at merchants. Nobody can pay with it as it is closed, so that a failure is logged and the issuer's
 * next event brings its state.
 */
export async function endTokenizations(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  const stored = await databaseOf(deps.database, scope).cardTokenization.findMany({ where: { card_token: cardToken, state: { notIn: endedStates } } });
  for (const { token } of stored) {
    try {
      await deps.providers.cardIssuer.deactivateTokenization(token);
    } catch (failure) {
      if (!(failure instanceof ProviderFailure)) throw failure;
      deps.log.warn({ err: failure, card: cardToken }, 'a closed card is still in a wallet');
    }
  }
}
