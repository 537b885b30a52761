import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { fillSearchTexts, planSearchTexts } from '../services/transactions/fillSearchTexts.ts';

/** Starts the jobs that fill in search texts of transactions: when a worker starts, and nightly for rows that processes of an older version wrote. */
export async function workOnSearchTexts(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('fill-search-texts', ({ receiver_id }, { signal }) => fillSearchTexts(deps, receiverScope(receiver_id), signal));
  await queue.work('plan-search-texts', (_, run) => planSearchTexts(deps, run));
  await queue.schedule('plan-search-texts', '50 8 * * *', 'UTC', {});
  await queue.send('plan-search-texts', {});
}
