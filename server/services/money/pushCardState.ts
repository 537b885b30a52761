import type { Card } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { isHeld, readAccount } from './account.ts';
import { withLockedReceiver } from './lockedReceiver.ts';
import { storeCard } from './syncCard.ts';

/**
 * Pauses a receiver's open cards at the issuer while the account is held, and reopens those that were paused for that
 * when it ends, unless the receiver has paused them too. A pause of the issuer's own is left alone. May be repeated.
 * Throws the issuer's failure.
 */
export async function pushCardState(deps: Deps, scope: ReceiverScope): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const step = await nextStep(deps, scope);
    if (step === null) return;
    await take(deps, scope, step);
  }
  throw new Error('a card does not stay in the state that the issuer was told');
}

/** A card or two, held and let go again meanwhile. */
const mostSteps = 10;

interface Step {
  card: Card;
  held: boolean;
}

/** A card whose state does not follow from the account yet. */
function nextStep(deps: Deps, scope: ReceiverScope): Promise<Step | null> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const held = isHeld(receiver, await readAccount(deps, transaction, scope, receiver));
    const cards = await transaction.card.findMany({ where: { receiver_id: scope.receiverId, state: { not: 'CLOSED' } } });
    const card = cards.find((one) => (held ? one.state === 'OPEN' : one.is_held));
    return card ? { card, held } : null;
  });
}

async function take(deps: Deps, scope: ReceiverScope, { card, held }: Step): Promise<void> {
  const { cardIssuer } = deps.providers;
  const receiver_id = scope.receiverId;
  const isToReopen = !held && card.state === 'PAUSED' && !card.is_paused_by_receiver;
  const answered = held ? await cardIssuer.setCardState(card.token, 'PAUSED') : isToReopen ? await cardIssuer.setCardState(card.token, 'OPEN') : null;
  await withLockedReceiver(deps, scope, async (transaction) => {
    if (answered) await storeCard(deps, transaction, scope, answered);
    const { count } = await transaction.card.updateMany({ where: { receiver_id, token: card.token, is_held: !held }, data: { is_held: held } });
    const kind = held ? 'card_paused' : isToReopen ? 'card_reopened' : null;
    const about = `${card.token} ${deps.clock().toISOString()}`;
    if (count === 1 && kind !== null) await deps.queue.send('send-letter', { receiver_id, kind, about }, { transaction });
  });
}
