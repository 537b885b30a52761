import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { type Cents, cents } from '../../../domain/basics/money.ts';
import { Refused } from '../../../providers/failure.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { syncCard } from '../syncCard.ts';

/**
 * Sends the issuer each card's wanted limit until the last one sent is the wanted one: of two concurrent runs, the one
 * that ends last has sent the latest limit. May be repeated. Throws the issuer's failure.
 */
export async function pushSpendLimit(deps: Deps, scope: ReceiverScope): Promise<void> {
  const cards = await databaseOf(deps.database, scope).card.findMany({ where: { state: { not: 'CLOSED' } }, select: { token: true } });
  for (const { token } of cards) await pushLimitOf(deps, scope, token);
}

async function pushLimitOf(deps: Deps, scope: ReceiverScope, token: string): Promise<void> {
  const { cardIssuer } = deps.providers;
  const where = { receiver_id_token: { token } };
  let told: Cents | null = null;
  for (let wanted = await wantedLimit(deps, scope, token); wanted !== null && wanted !== told; wanted = await wantedLimit(deps, scope, token)) {
    try {
      const { spendLimitCents } = await cardIssuer.setSpendLimit(token, wanted);
      // Under the receiver's lock: the first limit ends onboarding, which changes that row too.
      await withLockedReceiver(deps, scope, (transaction) =>
        databaseOf(transaction, scope).card.update({ where, data: { spend_limit: BigInt(spendLimitCents ?? 0) } }),
      );
      told = wanted;
    } catch (failure) {
      const isClosed = failure instanceof Refused && (await syncCard(deps, scope, token)).state === 'CLOSED';
      if (!isClosed) throw failure;
      return;
    }
  }
}

/** Returns the limit to send, in cents; null when the issuer has it. It holds the receiver's row to wait for a change under way. */
function wantedLimit(deps: Deps, scope: ReceiverScope, token: string): Promise<Cents | null> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const card = await databaseOf(transaction, scope).card.findUniqueOrThrow({ where: { receiver_id_token: { token } } });
    return card.wanted_spend_limit === null || card.wanted_spend_limit === card.spend_limit ? null : cents(Number(card.wanted_spend_limit));
  });
}
