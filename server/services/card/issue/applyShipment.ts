import { inTransaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { syncCard } from '../syncCard.ts';

interface Shipment {
  token: string;
  tracking_number: string | null;
  /** Empty where the issuer does not name it. */
  shipping_method: string;
}

/** Stores that a card was handed to the post. The issuer gives the tracking number and the way it is mailed only in this webhook event. */
export async function applyShipment(deps: Deps, scope: ReceiverScope, { token, tracking_number, shipping_method }: Shipment): Promise<void> {
  await syncCard(deps, scope, token);
  await inTransaction(deps.database, async (transaction) => {
    const { count } = await databaseOf(transaction, scope).card.updateMany({
      where: { token, shipped_at: null },
      data: { shipped_at: deps.clock(), tracking_number, shipping_method: shipping_method || null },
    });
    if (count === 0) return;
    await recordTimeline(deps, scope, 'card_shipped', { card_token: token }, transaction);
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'card_shipped', about: token }, { transaction });
  });
}
