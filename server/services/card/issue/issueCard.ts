import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { CardOrder, Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { nameOnCard } from '../../../domain/card/card.ts';
import { isKybAccepted } from '../../../domain/kyb/kybStatus.ts';
import { BLANK } from '../../../domain/receiver/receiver.ts';
import type { Deps } from '../../deps.ts';
import { callProviderOnce } from '../../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { requestSpendingPower } from '../../spendingPower/requestSpendingPower.ts';
import { storeCard } from '../syncCard.ts';
import { currentCardOrder } from './cardOrder.ts';

/** Decides whether a card may be issued: the issuer has accepted the business, or staff have said that it needs no verification. */
function mayBeIssued({ lithic_account_holder_token: holder, kyb_status }: Receiver): boolean {
  return holder === BLANK || (holder !== null && isKybAccepted(kyb_status));
}

/** The first limit of a card without spending power, in cents: the issuer reads 0 as no limit at all. */
const leastSpendLimit = 1n;

/**
 * Returns the memo and first limit of a card's order. They are stored before the issuer is asked, since it takes a
 * repeat with different values for another order. The first limit is the program's initial one, and a cent without one; the real limit
 * follows at once.
 */
async function orderTerms({ database }: Deps, scope: ReceiverScope, receiver: Receiver, order: CardOrder): Promise<{ memo: string; limit: bigint }> {
  const memo = order.name_on_card ?? nameOnCard(receiver.business_name ?? '');
  const beginning = receiver.initial_spend_limit > leastSpendLimit && !isFrozen(receiver) ? receiver.initial_spend_limit : leastSpendLimit;
  const limit = order.first_spend_limit ?? beginning;
  await databaseOf(database, scope).cardOrder.update({
    where: { receiver_id_number: { number: order.number } },
    data: { name_on_card: memo, first_spend_limit: limit },
  });
  return { memo, limit };
}

/**
 * Issues the virtual card of a receiver's order, once however often it is called. Returns the order's number, or null
 * while there is nothing to issue or the issuer has not accepted the business. Throws the issuer's failures.
 */
export async function issueCard(deps: Deps, scope: ReceiverScope): Promise<number | null> {
  const { database, providers } = deps;
  const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
  const { order } = await currentCardOrder(database, scope, receiver);
  const accountToken = receiver.lithic_account_token;
  if (!order || order.card_token !== null || accountToken === null || !mayBeIssued(receiver)) return null;

  const { memo, limit } = await orderTerms(deps, scope, receiver, order);
  const businessKey = `card:${scope.receiverId}:${order.number}`;
  await callProviderOnce(
    deps,
    scope,
    { businessKey, provider: providers.cardIssuer.name, operation: 'issue_card' },
    {
      call: ({ key }) => providers.cardIssuer.issueCard({ accountToken, kind: 'VIRTUAL', memo, spendLimitCents: storedCents(limit), key }),
      store: async (transaction, card) => {
        await storeCard(deps, transaction, scope, card);
        await databaseOf(transaction, scope).cardOrder.update({
          where: { receiver_id_number: { number: order.number } },
          data: { card_token: card.token, issued_at: deps.clock() },
        });
        await databaseOf(transaction, scope).receiver.update({ data: { lithic_card_token: card.token } });
        await recordTimeline(deps, scope, 'card_issued', { card_token: card.token, last_four: card.lastFour }, transaction);
        await requestSpendingPower(deps, transaction, scope, 'card issued');
        return card.token;
      },
    },
  );
  return order.number;
}
