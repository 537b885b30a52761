import { receiverScope } from '../db/scope.ts';
import { decisionEndpoint } from '../services/card/decideAuthorization.ts';
import { pushCardState } from '../services/card/pushCardState.ts';
import { pushSpendLimit } from '../services/card/pushSpendLimit.ts';
import type { Deps } from '../services/deps.ts';
import { recomputeSpendingPower } from '../services/spendingPower/recomputeSpendingPower.ts';

/** Starts the jobs that compute spending power and send its limits to the issuer. */
export async function workOnSpendingPower(deps: Deps): Promise<void> {
  const { queue, config, providers } = deps;
  await queue.work('set-decision-endpoint', () => providers.cardIssuer.setDecisionEndpoint(`${config.decisionUrl}${decisionEndpoint(providers.cardIssuer)}`));
  await queue.send('set-decision-endpoint', {});
  await queue.work('recompute-spending-power', ({ receiver_id, cause }) => recomputeSpendingPower(deps, receiverScope(receiver_id), cause), { concurrency: 4 });
  await queue.work('push-spend-limit', ({ receiver_id }) => pushSpendLimit(deps, receiverScope(receiver_id)), { concurrency: 4 });
  await queue.work('spread-spend-limit', ({ receiver_id }) => pushSpendLimit(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('push-card-state', ({ receiver_id }) => pushCardState(deps, receiverScope(receiver_id)), { concurrency: 2 });
}
