import { receiverScope } from '../db/scope.ts';
import { setBackstop } from '../services/cards/backstop.ts';
import { closeLostCard } from '../services/cards/closeLostCard.ts';
import { issueFurtherCard } from '../services/cards/issueFurtherCard.ts';
import { planRenewals, renewCards } from '../services/cards/renewCards.ts';
import type { Deps } from '../services/deps.ts';

/** Once a day, at a quiet hour. */
const daily = '17 9 * * *';
const everyFiveMinutes = '*/5 * * * *';

/** Works on what an interrupted call left to do for further cards, on renewals, and on the issuer's rules. */
export async function workOnCards(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('issue-further-card', async ({ receiver_id, issue_id }) => {
    await issueFurtherCard(deps, receiverScope(receiver_id), issue_id);
  });
  await queue.work('plan-renewals', (_, run) => planRenewals(deps, run));
  await queue.work('renew-cards', ({ receiver_id }) => renewCards(deps, receiverScope(receiver_id)));
  await queue.schedule('plan-renewals', daily, 'UTC', {});
  await queue.work('set-backstop', () => setBackstop(deps));
  await queue.schedule('set-backstop', everyFiveMinutes, 'UTC', {});
  await queue.work('close-lost-card', ({ receiver_id, card_token }) => closeLostCard(deps, receiverScope(receiver_id), card_token));
}
