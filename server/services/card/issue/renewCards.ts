import { databaseOf } from '../../../db/databaseOf.ts';
import { receiversWithExpiringCards } from '../../../db/queries/expiringCards.ts';
import type { Card } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { addCalendarDays, type IsoDate, utcDate } from '../../../domain/basics/dates.ts';
import { knownShippingAddress, newShippingAddress, type ShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import { maximumReissues, renewalDays, renewedExpiry } from '../../../domain/card/furtherCards.ts';
import type { JobRun } from '../../../jobs/queue.ts';
import type { Deps } from '../../deps.ts';
import { callProviderOnce } from '../../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { jobsOf, planInPages } from '../../upkeep/planInPages.ts';
import { storeCard } from '../syncCard.ts';
import { knownAddressOfCard } from './shippingAddress.ts';

/** Returns the last day of use of the cards that are renewed now. */
const renewedUntil = ({ clock }: Pick<Deps, 'clock'>): IsoDate => addCalendarDays(utcDate(clock()), renewalDays);

/** Queues one job per receiver with a card in use that ends within thirty days. */
export async function planRenewals(deps: Deps, run: JobRun): Promise<void> {
  const by = renewedUntil(deps);
  await planInPages(deps, run, {
    planner: 'plan-renewals',
    async queuePage(transaction, after) {
      const ids = await receiversWithExpiringCards(transaction, by, after);
      await deps.queue.sendMany('renew-cards', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Renews a receiver's cards that end within thirty days, each once: number and controls stay, expiry and security code are new, and
 * plastic is mailed to where the old one went. Leaves printed cards that were made again eight times already, and cards for one purchase or
 * merchant, which the issuer does not renew. May be repeated. Throws the issuer's failures, after it has tried all cards.
 */
export async function renewCards(deps: Deps, scope: ReceiverScope): Promise<void> {
  const until = renewedUntil(deps);
  const cards = await databaseOf(deps.database, scope).card.findMany({ where: { state: { not: 'CLOSED' }, lost_at: null, expires_on: { not: null } } });
  const failures: unknown[] = [];
  for (const card of cards) {
    const ends = card.expires_on === null ? null : utcDate(card.expires_on);
    const isRenewable = card.type === 'VIRTUAL' || (card.type === 'PHYSICAL' && card.reissues < maximumReissues);
    if (ends === null || ends > until || !isRenewable) continue;
    await renew(deps, scope, card, ends).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not every card could be renewed');
}

/** Returns where new plastic goes. The issuer asks for an address also of a card that is a number alone: the business's is sent. */
async function addressOf({ database }: Deps, scope: ReceiverScope, { type, shipping_address }: Card): Promise<ShippingAddress | null> {
  const known = knownAddressOfCard(shipping_address);
  if (known !== null || type === 'PHYSICAL') return known;
  const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
  const business = knownShippingAddress(receiver.business_address);
  return business && { ...newShippingAddress(receiver), ...business };
}

async function renew(deps: Deps, scope: ReceiverScope, card: Card, ends: IsoDate): Promise<void> {
  const { cardIssuer } = deps.providers;
  const { token, reissues } = card;
  const isPrinted = card.type === 'PHYSICAL';
  const address = await addressOf(deps, scope, card);
  if (address === null) {
    deps.log.error({ card: token }, 'a card ends soon, and no address is known for it');
    return;
  }
  await callProviderOnce(
    deps,
    scope,
    { businessKey: `renew:${scope.receiverId}:${token}:${ends}`, provider: cardIssuer.name, operation: 'renew_card' },
    {
      call: () => cardIssuer.renewCard(token, address, renewedExpiry(ends)),
      store: async (transaction, renewed) => {
        await storeCard(deps, transaction, scope, renewed);
        await databaseOf(transaction, scope).card.update({
          where: { receiver_id_token: { token } },
          data: { ...(isPrinted && { reissues: reissues + 1, shipped_at: null, tracking_number: null, shipping_method: null }) },
        });
        await recordTimeline(deps, scope, 'card_renewed', { card_token: token, ended: ends }, transaction);
        return token;
      },
    },
  );
}
