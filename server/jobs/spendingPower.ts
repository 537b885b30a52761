import { receiverScope } from '../db/scope.ts';
import { decisionEndpoint } from '../services/card/purchases/decideAuthorization.ts';
import { pushCardState } from '../services/card/state/pushCardState.ts';
import { pushSpendLimit } from '../services/card/state/pushSpendLimit.ts';
import type { Deps } from '../services/deps.ts';
import { recomputeSpendingPower } from '../services/spendingPower/recomputeSpendingPower.ts';
import { refreshSpendingPower } from '../services/spendingPower/refreshSpendingPower.ts';

const everyQuarterHour = '*/15 * * * *';

/** Starts the jobs that compute spending power, after changes and where time alone changes it, and send its limits to the issuer. */
export async function workOnSpendingPower(deps: Deps): Promise<void> {
  const { queue, config, providers } = deps;
  await queue.work('set-decision-endpoint', () => providers.cardIssuer.setDecisionEndpoint(`${config.decisionUrl}${decisionEndpoint(providers.cardIssuer)}`));
  await queue.send('set-decision-endpoint', {});
  await queue.work('recompute-spending-power', ({ receiver_id, cause }) => recomputeSpendingPower(deps, receiverScope(receiver_id), cause), { concurrency: 4 });
  await queue.work('push-spend-limit', ({ receiver_id }) => pushSpendLimit(deps, receiverScope(receiver_id)), { concurrency: 4 });
  await queue.work('spread-spend-limit', ({ receiver_id }) => pushSpendLimit(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('push-card-state', ({ receiver_id }) => pushCardState(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('refresh-spending-power', (_, run) => refreshSpendingPower(deps, run));
  await queue.schedule('refresh-spending-power', everyQuarterHour, 'UTC', {});
}
