import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';

type Ending = Pick<Deps, 'clock' | 'queue'>;

/** Ends the entries in wallets that were made of a card so far, at the issuer by a job; the receiver's row must be held. */
export async function endWalletsOfCard(deps: Ending, transaction: Transaction, scope: ReceiverScope, token: string): Promise<void> {
  const now = deps.clock();
  const { count } = await databaseOf(transaction, scope).card.updateMany({
    where: { token, state: { not: 'CLOSED' }, OR: [{ wallets_ended_at: null }, { wallets_ended_at: { lt: now } }] },
    data: { wallets_ended_at: now },
  });
  if (count > 0) await queueEndOfWalletEntries(deps, scope, token, transaction);
}

/** Ends the entries in wallets that a member of the team has made of the cards that they hold. Those of a card ended when it got another holder. */
export async function endWalletsOfMember(deps: Ending, transaction: Transaction, scope: ReceiverScope, memberId: string): Promise<void> {
  const held = await databaseOf(transaction, scope).card.findMany({ where: { holder_id: memberId }, select: { token: true } });
  for (const { token } of held) await endWalletsOfCard(deps, transaction, scope, token);
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
