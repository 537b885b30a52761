import { databaseOf } from '../../db/databaseOf.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requireHolder } from './holders.ts';
import type { NewCard } from './newCard.ts';
import { requireUsableCard } from './requireUsableCard.ts';

type Changes = { [Field in 'name' | 'color' | 'purpose' | 'holder_id']?: NewCard[Field] | undefined };

/**
 * Renames a card, or gives it another color, purpose or holder. A card that is paused because its holder left may be opened once it has a new one.
 * Throws `not_found` and, for a card that is closed, `step_out_of_order`.
 */
export async function changeCard(deps: Deps, caller: Caller, { scope }: ReceiverView, token: string, changes: Changes): Promise<void> {
  const { name, color, purpose, holder_id } = changes;
  await withLockedReceiver(deps, scope, async (transaction) => {
    const card = await requireUsableCard(transaction, scope, token);
    if (holder_id !== undefined) await requireHolder(transaction, scope, holder_id);
    const changesHolder = holder_id !== undefined && holder_id !== card.holder_id;
    await databaseOf(transaction, scope).card.update({
      where: { receiver_id_token: { token } },
      data: {
        ...(name !== undefined && { name }),
        ...(color !== undefined && { color }),
        ...(purpose !== undefined && { purpose }),
        ...(changesHolder && { holder_id, is_holder_gone: false }),
      },
    });
    if (changesHolder) {
      const people = { card_token: token, from_id: card.holder_id, to_id: holder_id, by_id: caller.memberId };
      await recordTimeline(deps, scope, 'card_holder_changed', people, transaction);
    }
  });
}
