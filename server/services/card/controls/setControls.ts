import { InvalidRequest } from '../../../contract/invalidRequest.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { CardControls } from '../../../domain/card/controls/controls.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { requireUsableCard } from '../requireUsableCard.ts';
import { controlProblems } from './controlProblems.ts';
import { requestIssuerFallback } from './issuerFallback.ts';
import { storableControls } from './storedControls.ts';

/**
 * Sets the controls of a card; the next decision about a purchase holds to them. Throws an InvalidRequest that names every wrong
 * field, `not_found`, and `step_out_of_order` for a card that is closed.
 */
export async function setControls(deps: Deps, caller: Caller, { scope, receiver }: ReceiverView, token: string, controls: CardControls): Promise<void> {
  const problems = controlProblems(receiver, controls, deps.clock());
  if (problems.length > 0) throw new InvalidRequest(problems);
  await withLockedReceiver(deps, scope, async (transaction) => {
    await requireUsableCard(transaction, scope, token);
    const set = { controls: storableControls(controls), changed_at: deps.clock(), changed_by: caller.memberId };
    await databaseOf(transaction, scope).cardControl.upsert({
      where: { receiver_id_card_token: { card_token: token } },
      create: { card_token: token, ...set },
      update: set,
    });
    await recordTimeline(deps, scope, 'card_controls_changed', { card_token: token, by_id: caller.memberId }, transaction);
    await requestIssuerFallback(deps, transaction);
  });
}
