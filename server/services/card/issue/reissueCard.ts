import { invalidFields } from '../../../contract/invalidRequest.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import { reissueObstacle } from '../../../domain/card/furtherCards.ts';
import type { Page } from '../../../providers/page.ts';
import type { IssuedCard, IssuerEvent } from '../../../providers/ports/cardIssuer.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { failureForReader } from '../../failureForReader.ts';
import { callProviderOnce } from '../../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { requireUsableCard } from '../requireUsableCard.ts';
import { storeCard } from '../syncCard.ts';

/** How far ahead, in milliseconds, the issuer's clock may be. */
const eventDelayMs = 60_000;

/**
 * Orders the plastic of a damaged card again, with the same number. Throws an InvalidRequest for a wrong address, `step_out_of_order` for a
 * virtual card, for an account that staff have stopped and after eight reissues and renewals, and the issuer's failure in words for the reader.
 */
export async function reissueCard(deps: Deps, { scope, receiver }: ReceiverView, token: string, shipping: ShippingAddress): Promise<void> {
  const card = await requireUsableCard(deps.database, scope, token);
  const obstacle = reissueObstacle(card, receiver);
  if (obstacle !== null) throw new DomainError('step_out_of_order', { reason: obstacle });
  const problems = shippingAddressProblems(shipping);
  if (problems.length > 0) throw invalidFields(problems);
  const address = tidyShippingAddress(shipping);
  const { cardIssuer } = deps.providers;
  const businessKey = `reissue:${scope.receiverId}:${token}:${card.reissues + 1}`;
  await callProviderOnce(
    deps,
    scope,
    { businessKey, provider: cardIssuer.name, operation: 'reissue_card' },
    {
      call: async ({ isRepeat }) => (isRepeat && (await reissuedSince(deps, scope, businessKey, token))) || cardIssuer.reissueCard(token, address),
      store: async (transaction, reissued) => {
        await storeCard(deps, transaction, scope, reissued);
        await databaseOf(transaction, scope).card.update({
          where: { receiver_id_token: { token } },
          data: { reissues: card.reissues + 1, shipping_address: { ...address }, shipped_at: null, tracking_number: null, shipping_method: null },
        });
        await recordTimeline(deps, scope, 'card_reissued', { card_token: token, number: card.reissues + 1 }, transaction);
        return token;
      },
    },
  ).catch((failure: unknown) => {
    throw failureForReader(failure);
  });
}

/** Returns the card where an interrupted call has ordered its plastic after all, by the issuer's events since that call; else null. */
async function reissuedSince(deps: Deps, scope: ReceiverScope, business_key: string, token: string): Promise<IssuedCard | null> {
  const call = await databaseOf(deps.database, scope).providerCall.findUniqueOrThrow({ where: { receiver_id_business_key: { business_key } } });
  const { cardIssuer } = deps.providers;
  const period = { since: call.created_at, until: new Date(deps.clock().getTime() + eventDelayMs) };
  let after: string | null = null;
  do {
    const page: Page<IssuerEvent> = await cardIssuer.listEvents(period, after);
    if (page.items.some((event) => event.type === 'card.reissued' && event.about === 'card' && event.token === token)) return cardIssuer.getCard(token);
    after = page.next;
  } while (after !== null);
  return null;
}
