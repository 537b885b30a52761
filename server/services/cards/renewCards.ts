import { shippingAddressSchema } from '../../contract/cardIssue.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { receiversWithExpiringCards } from '../../db/queries/expiringCards.ts';
import type { Card } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { addCalendarDays, type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import { reissuesMost, renewalDays } from '../../domain/card/furtherCards.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { storeCard } from '../card/syncCard.ts';
import type { Deps } from '../deps.ts';
import { jobsOf, planInPages } from '../planning/planInPages.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../receiver/timeline.ts';

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
 * plastic is mailed to where the old one went. Leaves printed cards that were made again eight times already. May be repeated.
 * Throws the issuer's failure.
 */
export async function renewCards(deps: Deps, scope: ReceiverScope): Promise<void> {
  const until = renewedUntil(deps);
  const cards = await databaseOf(deps.database, scope).card.findMany({ where: { state: { not: 'CLOSED' }, lost_at: null, expires_on: { not: null } } });
  for (const card of cards) {
    const ends = card.expires_on === null ? null : utcDate(card.expires_on);
    const isPrinted = card.type === 'PHYSICAL';
    if (ends === null || ends > until || card.type === 'SINGLE_USE' || (isPrinted && card.reissues >= reissuesMost)) continue;
    await renew(deps, scope, card, ends);
  }
}

async function renew(deps: Deps, scope: ReceiverScope, card: Card, ends: IsoDate): Promise<void> {
  const { cardIssuer } = deps.providers;
  const { token, reissues } = card;
  const stored = shippingAddressSchema.safeParse(card.shipping_address);
  const isPrinted = card.type === 'PHYSICAL';
  if (isPrinted && !stored.success) {
    deps.log.error({ card: token }, 'a printed card ends soon and has no address to be mailed to');
    return;
  }
  await callProviderOnce(
    deps,
    scope,
    { businessKey: `renew:${scope.receiverId}:${token}:${ends}`, provider: cardIssuer.name, operation: 'renew_card' },
    {
      call: () => cardIssuer.renewCard(token, { after: ends, shippingAddress: stored.success ? stored.data : null }),
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
