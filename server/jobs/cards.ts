import { receiverScope } from '../db/scope.ts';
import { setIssuerFallback } from '../services/card/controls/issuerFallback.ts';
import { issueFurtherCard } from '../services/card/issue/issueFurtherCard.ts';
import { issueWaitingCard } from '../services/card/issue/issueWaitingCard.ts';
import { planRenewals, renewCards } from '../services/card/issue/renewCards.ts';
import { closeLostCard } from '../services/card/state/closeLostCard.ts';
import { endWalletEntries } from '../services/card/wallets/tokenizations.ts';
import type { Deps } from '../services/deps.ts';
import { closeCard } from '../services/staff/closeCard.ts';

/** Once a day, at a quiet hour. */
const daily = '17 9 * * *';
const everyFiveMinutes = '*/5 * * * *';

/** Starts the jobs that issue, renew and close cards at the issuer, and the one that keeps the issuer's rules. */
export async function workOnCards(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('issue-card', ({ receiver_id }) => issueWaitingCard(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('issue-further-card', async ({ receiver_id, issue_id }) => {
    await issueFurtherCard(deps, receiverScope(receiver_id), issue_id);
  });
  await queue.work('plan-renewals', (_, run) => planRenewals(deps, run));
  await queue.work('renew-cards', ({ receiver_id }) => renewCards(deps, receiverScope(receiver_id)));
  await queue.schedule('plan-renewals', daily, 'UTC', {});
  await queue.work('set-issuer-fallback', () => setIssuerFallback(deps));
  await queue.schedule('set-issuer-fallback', everyFiveMinutes, 'UTC', {});
  await queue.work('close-card', ({ receiver_id, card_token }) => closeCard(deps, receiverScope(receiver_id), card_token));
  await queue.work('close-lost-card', ({ receiver_id, card_token }) => closeLostCard(deps, receiverScope(receiver_id), card_token));
  await queue.work('end-wallet-entries', ({ receiver_id, card_token }) => endWalletEntries(deps, receiverScope(receiver_id), card_token));
}
