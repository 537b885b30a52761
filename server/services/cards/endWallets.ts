import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

type Ending = Pick<Deps, 'clock' | 'queue'>;

/** Ends the entries in wallets that were made of a card so far, at the issuer by a job; the receiver's row must be held. */
export function endWalletsOfCard(deps: Ending, transaction: Transaction, scope: ReceiverScope, token: string): Promise<void> {
  return endUntil(deps, transaction, scope, token, deps.clock());
}

/**
 * Ends the entries in wallets that a member of the team has made: of the cards that they hold, and of those that they held before, up
 * to the moment at which these got another holder.
 */
export async function endWalletsOfMember(deps: Ending, transaction: Transaction, scope: ReceiverScope, memberId: string): Promise<void> {
  const own = databaseOf(transaction, scope);
  const given = await own.timelineEvent.findMany({
    where: { kind: 'card_holder_changed', details: { path: ['from_id'], equals: memberId } },
    select: { at: true, details: true },
  });
  for (const { at, details } of given) await endUntil(deps, transaction, scope, givenDetails.parse(details).card_token, at);
  const held = await own.card.findMany({ where: { holder_id: memberId }, select: { token: true } });
  for (const { token } of held) await endWalletsOfCard(deps, transaction, scope, token);
}

const givenDetails = z.object({ card_token: z.string() });

async function endUntil(deps: Ending, transaction: Transaction, scope: ReceiverScope, token: string, until: Date): Promise<void> {
  const { count } = await databaseOf(transaction, scope).card.updateMany({
    where: { token, state: { not: 'CLOSED' }, OR: [{ wallets_ended_at: null }, { wallets_ended_at: { lt: until } }] },
    data: { wallets_ended_at: until },
  });
  if (count > 0) await queueEndOfWalletEntries(deps, scope, token, transaction);
}

/** Queues the end of a card's entries in wallets at the issuer. */
export async function queueEndOfWalletEntries(
  { queue }: Pick<Deps, 'queue'>,
  { receiverId }: ReceiverScope,
  card_token: string,
  transaction?: Transaction,
): Promise<void> {
  await queue.send('end-wallet-entries', { receiver_id: receiverId, card_token }, { singletonKey: card_token, ...(transaction && { transaction }) });
}
