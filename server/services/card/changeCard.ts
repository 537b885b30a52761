import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { mayGiveCard } from '../../domain/access/teamRules.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { mailAddressOf } from '../receiver/mailAddress.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requireHolder } from './holders.ts';
import type { NewCard } from './issue/newCard.ts';
import { requireUsableCard } from './requireUsableCard.ts';
import { endWalletsOfCard } from './wallets/endWallets.ts';

const givingIsTheOwners = 'Only the owner gives a card that somebody else holds to another person. Ask the owner of the account.';

type Changes = { [Field in 'name' | 'color' | 'purpose' | 'holder_id']?: NewCard[Field] | undefined };

/**
 * Renames a card, or gives it another color, purpose or holder. A card that is paused because its holder left may be opened once it has a new one.
 * With another holder the card leaves all wallets, and old holder, new holder and owner get a letter. Throws `not_found`, `forbidden` for
 * somebody who gives away a card of another person and is not the owner, and, for a card that is closed, `step_out_of_order`.
 */
export async function changeCard(deps: Deps, caller: Caller, view: ReceiverView, token: string, changes: Changes): Promise<void> {
  const { scope } = view;
  const { name, color, purpose, holder_id } = changes;
  await withLockedReceiver(deps, scope, async (transaction) => {
    const card = await requireUsableCard(transaction, scope, token);
    if (holder_id !== undefined) await requireHolder(transaction, scope, holder_id);
    const changesHolder = holder_id !== undefined && holder_id !== card.holder_id;
    if (changesHolder && !mayGiveCard(caller, card.holder_id)) throw new DomainError('forbidden', { reason: givingIsTheOwners });
    await databaseOf(transaction, scope).card.update({
      where: { receiver_id_token: { token } },
      data: {
        ...(name !== undefined && { name }),
        ...(color !== undefined && { color }),
        ...(purpose !== undefined && { purpose }),
        ...(changesHolder && { holder_id, is_holder_gone: false }),
      },
    });
    if (!changesHolder) return;
    await endWalletsOfCard(deps, transaction, scope, token);
    const people = { card_token: token, from_id: card.holder_id, to_id: holder_id, by_id: caller.memberId };
    const event = await recordTimeline(deps, scope, 'card_holder_changed', people, transaction);
    await tellOfNewHolder(deps, transaction, view, { event, members: [card.holder_id, holder_id] });
  });
}

/** Queues the letter about another holder to the members and to the owner, each mailbox once. */
async function tellOfNewHolder(
  { queue }: Deps,
  transaction: Transaction,
  { scope, receiver }: ReceiverView,
  { event, members }: { event: string; members: (string | null)[] },
): Promise<void> {
  const people = await databaseOf(transaction, scope).teamMember.findMany({
    where: { id: { in: members.filter((id) => id !== null) } },
    select: { email: true },
  });
  for (const address of new Set([mailAddressOf(receiver), ...people.map(({ email }) => email)])) {
    if (address) await queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'card_holder_changed', about: `${event} ${address}` }, { transaction });
  }
}
