import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { leadFromCard } from '../../db/queries/ownerIndex.ts';
import type { Card } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isOnItsWay, nameOnCard } from '../../domain/card/card.ts';
import type { IssuedCard } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { readThenStore } from '../providerCalls/readThenStore.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';

/**
 * Reads a card's present state at the issuer and mirrors it. The following spending power run corrects a limit or state
 * that is not the wanted one. May be repeated, in any order. Throws the issuer's failure.
 */
export async function syncCard(deps: Deps, scope: ReceiverScope, token: string): Promise<IssuedCard> {
  return readThenStore(
    deps,
    scope,
    { table: 'card', token },
    {
      read: () => deps.providers.cardIssuer.getCard(token),
      store: (transaction, card) => storeCard(deps, transaction, scope, card),
    },
  );
}

/** Returns when an open card was activated: a virtual one when it was made, and once more when its plastic is. */
function activationOf(known: Card | null, now: Date): Date {
  const isActivated = known !== null && isOnItsWay(known.state);
  return isActivated ? now : (known?.activated_at ?? now);
}

/** Returns the last day of the month that is printed on a card; null where the issuer does not say. */
function lastDayOf(expires: IssuedCard['expires']): Date | null {
  return expires === null ? null : new Date(Date.UTC(expires.year, expires.month, 0));
}

/** Stores a card as the issuer has just reported it. */
export async function storeCard(deps: Deps, transaction: Transaction, scope: ReceiverScope, card: IssuedCard): Promise<void> {
  const where = { receiver_id_token: { token: card.token } };
  const own = databaseOf(transaction, scope);
  const known = await own.card.findUnique({ where });
  const now = deps.clock();
  const state = {
    type: card.kind,
    expires_on: lastDayOf(card.expires),
    state: card.state,
    last_four: card.lastFour,
    spend_limit: BigInt(card.spendLimitCents ?? 0),
    ...(card.state === 'CLOSED' && { closed_at: known?.closed_at ?? now }),
    ...(card.state === 'OPEN' && { activated_at: activationOf(known, now) }),
  };
  if (known) {
    await own.card.update({ where, data: state });
  } else {
    const receiver = await own.receiver.findUniqueOrThrow({ select: { business_name: true, closing_requested_at: true } });
    const fixed = {
      token: card.token,
      account_token: card.accountToken,
      name_on_card: nameOnCard(receiver.business_name ?? ''),
      created_at: card.createdAt,
    };
    await own.card.create({ data: { ...state, ...fixed } });
    await leadFromCard(transaction, scope, card.token);
    // It was ordered before the account began to close, which has closed all others.
    if (receiver.closing_requested_at !== null) await deps.queue.send('close-card', { receiver_id: scope.receiverId, card_token: card.token }, { transaction });
  }
  if (known && known.state !== card.state) {
    await recordTimeline(deps, scope, 'card_state_changed', { card_token: card.token, from: known.state, to: card.state }, transaction);
  }
  const isAsWanted = known?.wanted_spend_limit === state.spend_limit && known.state === card.state;
  if (!isAsWanted) await requestSpendingPower(deps, transaction, scope, 'card');
}
