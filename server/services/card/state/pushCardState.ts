import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Card } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { isHeld as isAccountHeld, readAccount } from '../../ledger/account.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { storeCard } from '../syncCard.ts';

/**
 * Pauses a receiver's open cards at the issuer while the account is held, and those whose holder left the team. When the hold ends,
 * reopens the cards that it paused, except those that the receiver has paused too. Leaves the issuer's own pauses alone. May be
 * repeated. Throws the issuer's failure.
 */
export async function pushCardState(deps: Deps, scope: ReceiverScope): Promise<void> {
  for (let steps = 0; steps < maximumSteps; steps += 1) {
    const step = await nextStep(deps, scope);
    if (step === null) return;
    await take(deps, scope, step);
  }
  throw new Error('the card state keeps changing at the issuer');
}

/** The most steps in one run: enough for as many cards as a program allows, some of them held and released meanwhile. */
const maximumSteps = 150;

interface Step {
  card: Card;
  kind: 'hold' | 'release' | 'holder_gone';
}

/**
 * Returns the next card whose state does not match the account yet. The hold is stored on all cards before the issuer is told, so
 * that a pause that was interrupted, or whose answer is late, is known as ours when the hold ends. It is told of once, however
 * many cards it pauses.
 */
function nextStep(deps: Deps, scope: ReceiverScope): Promise<Step | null> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const held = isAccountHeld(receiver, await readAccount(deps, transaction, scope, receiver));
    const cards = await databaseOf(transaction, scope).card.findMany({ where: { state: { not: 'CLOSED' } } });
    const left = cards.find((one) => one.is_holder_gone && one.state === 'OPEN' && !held);
    if (left) return { card: left, kind: 'holder_gone' };
    const card = cards.find((one) => (held ? one.state === 'OPEN' : one.is_held));
    if (!card) return null;
    if (held) {
      if (!cards.some(({ is_held }) => is_held)) await sendLetter(deps, transaction, scope, 'card_paused');
      await databaseOf(transaction, scope).card.updateMany({ where: { state: 'OPEN', is_held: false }, data: { is_held: true } });
    }
    return { card, kind: held ? 'hold' : 'release' };
  });
}

function take(deps: Deps, scope: ReceiverScope, { card, kind }: Step): Promise<void> {
  if (kind === 'release') return releaseCard(deps, scope, card);
  return pause(deps, scope, card, { isHeld: kind === 'hold' });
}

async function pause(deps: Deps, scope: ReceiverScope, { token }: Card, { isHeld }: { isHeld: boolean }): Promise<void> {
  const answered = await deps.providers.cardIssuer.setCardState(token, 'PAUSED');
  await withLockedReceiver(deps, scope, async (transaction) => {
    await storeCard(deps, transaction, scope, answered);
    // The hold may have been released before the issuer learned of it.
    if (isHeld) await databaseOf(transaction, scope).card.updateMany({ where: { token }, data: { is_held: true } });
  });
}

/**
 * Releases a held card; with the last of them the end of the hold is told. After an interrupted pause the issuer's state is unknown, so
 * the issuer is told even when our copy says OPEN.
 */
async function releaseCard(deps: Deps, scope: ReceiverScope, card: Card): Promise<void> {
  const isToReopen = (card.state === 'PAUSED' || card.state === 'OPEN') && !card.is_paused_by_receiver;
  const answered = isToReopen ? await deps.providers.cardIssuer.setCardState(card.token, 'OPEN') : null;
  await withLockedReceiver(deps, scope, async (transaction) => {
    if (answered) await storeCard(deps, transaction, scope, answered);
    const own = databaseOf(transaction, scope);
    const { count } = await own.card.updateMany({ where: { token: card.token, is_held: true }, data: { is_held: false } });
    if (count === 0 || (await own.card.count({ where: { is_held: true, state: { not: 'CLOSED' } } })) > 0) return;
    await sendLetter(deps, transaction, scope, 'card_reopened');
  });
}

function sendLetter({ queue, clock }: Deps, transaction: Transaction, { receiverId }: ReceiverScope, kind: 'card_paused' | 'card_reopened'): Promise<void> {
  return queue.send('send-letter', { receiver_id: receiverId, kind, about: clock().toISOString() }, { transaction });
}
