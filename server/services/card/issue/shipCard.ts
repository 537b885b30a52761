import { databaseOf } from '../../../db/databaseOf.ts';
import type { CardOrder } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { callProviderOnce } from '../../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { storeCard } from '../syncCard.ts';
import { currentCardOrder } from './cardOrder.ts';
import { readShippingAddress } from './shippingAddress.ts';

export const shipmentKey = ({ receiver_id, number }: Pick<CardOrder, 'receiver_id' | 'number'>) => `ship:${receiver_id}:${number}`;

/**
 * Sends the card of a receiver's order as a physical one, once however often it is called. Returns false while there is
 * no card yet or no address. Throws the issuer's failures, and UnreadableContent for a damaged address: the card then
 * waits until the merchant gives the address again.
 */
export async function shipCard(deps: Deps, scope: ReceiverScope): Promise<boolean> {
  const { database, providers } = deps;
  const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
  const { order } = await currentCardOrder(database, scope, receiver);
  if (!order || order.card_token === null || order.shipping_address === null || order.shipped_at !== null) return false;
  const { card_token: token, number } = order;
  const address = readShippingAddress(order.shipping_address);
  await callProviderOnce(
    deps,
    scope,
    { businessKey: shipmentKey(order), provider: providers.cardIssuer.name, operation: 'ship_card' },
    {
      call: () => providers.cardIssuer.shipCard(token, address),
      store: async (transaction, card) => {
        await storeCard(deps, transaction, scope, card);
        const own = databaseOf(transaction, scope);
        await own.card.update({ where: { receiver_id_token: { token } }, data: { shipping_address: address } });
        await own.cardOrder.update({ where: { receiver_id_number: { number } }, data: { shipped_at: deps.clock() } });
        await own.receiver.update({ data: { card_request: 'physical' } });
        await recordTimeline(deps, scope, 'card_sent', { card_token: token }, transaction);
        return token;
      },
    },
  );
  return true;
}
