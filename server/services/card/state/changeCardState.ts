import type { CardAnswer } from '../../../contract/card.ts';
import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { can } from '../../../domain/access/access.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { requestedState } from '../../../domain/card/card.ts';
import { blockLabels, blocksOf } from '../../../domain/spendingPower/blocks.ts';
import { Refused } from '../../../providers/failure.ts';
import type { IssuedCard } from '../../../providers/ports/cardIssuer.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { failureForReader } from '../../failureForReader.ts';
import { blockFacts, isHeld, readAccount } from '../../ledger/account.ts';
import { readThenStore } from '../../providerCalls/readThenStore.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { presentCard } from '../presentCard.ts';
import { storeCard, syncCard } from '../syncCard.ts';

interface Change {
  token: string;
  state: 'OPEN' | 'PAUSED';
}

/**
 * Pauses or reopens a card at the issuer, and stores that the receiver wanted it. Opening it releases the merchant's hold. May be repeated. Throws
 * `card_not_toggleable` in a state that cannot be switched, `forbidden` for reopening the card of a held account, and
 * the issuer's failure in words for the reader.
 */
export async function changeCardState(deps: Deps, caller: Caller, view: ReceiverView, { token, state }: Change): Promise<CardAnswer> {
  const { scope } = view;
  const where = { receiver_id_token: { token } };
  const card = await databaseOf(deps.database, scope).card.findUnique({ where, select: { state: true } });
  if (!card) throw new DomainError('not_found');
  const wanted = requestedState(card.state, state);
  if (wanted === 'OPEN') await requireOpenAccount(deps, caller, view);
  const setState = () =>
    deps.providers.cardIssuer.setCardState(token, wanted).catch(async (failure: unknown) => {
      // The card's state may differ from our copy.
      if (failure instanceof Refused) await syncCard(deps, scope, token);
      throw failureForReader(failure);
    });
  // The issuer's answer may be older than what another request or a webhook has stored since: then the card is read again.
  let readings = 0;
  await readThenStore(
    deps,
    scope,
    { table: 'card', token },
    {
      read: () => (readings++ === 0 ? setState() : deps.providers.cardIssuer.getCard(token)),
      store: (transaction, card, receiver) => storeSwitched(deps, transaction, { scope, receiver, card, wanted }),
    },
  );
  return presentCard(deps, view, token);
}

interface Switched {
  scope: ReceiverScope;
  receiver: Receiver;
  /** The card at the issuer. */
  card: IssuedCard;
  wanted: 'OPEN' | 'PAUSED';
}

/** Stores a card and that the receiver wanted its state; only the card when somebody has switched it since. */
async function storeSwitched(deps: Deps, transaction: Transaction, { scope, receiver, card, wanted }: Switched): Promise<void> {
  await storeCard(deps, transaction, scope, card);
  if (card.state !== wanted) return;
  const where = { receiver_id_token: { token: card.token } };
  const known = await databaseOf(transaction, scope).card.findUniqueOrThrow({ where, select: { held_by_receiver_at: true } });
  // Opening the card shows that its holder wants to use it.
  const releases = wanted === 'OPEN' && known.held_by_receiver_at !== null;
  await databaseOf(transaction, scope).card.update({
    where,
    data: { is_paused_by_receiver: wanted === 'PAUSED', ...(wanted === 'OPEN' && { is_holder_gone: false }), ...(releases && { held_by_receiver_at: null }) },
  });
  if (releases) await recordTimeline(deps, scope, 'card_released', { card_token: card.token }, transaction);
  const becameHeld = wanted === 'OPEN' && isHeld(receiver, await readAccount(deps, transaction, scope, receiver));
  if (becameHeld) await deps.queue.send('push-card-state', { receiver_id: receiver.id }, { transaction, singletonKey: receiver.id });
}

/** Throws `forbidden` with the reason while anything blocks the account: its cards stay paused. */
async function requireOpenAccount(deps: Deps, caller: Caller, { scope, receiver }: ReceiverView): Promise<void> {
  if (!can(caller, 'reopen_card', receiver))
    throw new DomainError('forbidden', { reason: 'This account is on hold, so its card stays paused. Ask support what it needs.' });
  const blocks = blocksOf(blockFacts(receiver, await readAccount(deps, deps.database, scope, receiver)));
  if (blocks.includes('unpaid_draw'))
    throw new DomainError('forbidden', { reason: 'A repayment did not go through and is still owed. The card opens again when it is paid.' });
  if (blocks.includes('debits_stopped'))
    throw new DomainError('forbidden', {
      reason: 'Your bank account may not be debited. The card opens again when you authorize debits, in the bank settings.',
    });
  if (blocks.length > 0) throw new DomainError('forbidden', { reason: `${blockLabels(blocks)}. The card stays paused meanwhile.` });
}
