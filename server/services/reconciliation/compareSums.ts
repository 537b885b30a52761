import { storeSumDifferences, sumsOfNextReceivers } from '../../db/queries/sums.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { planInPages } from '../upkeep/planInPages.ts';

/**
 * Compares the sums of every receiver that the statements keep with the rows that they are made of. Stores each that differs as a
 * difference for staff, and writes one line in the log when it is found first. Returns how many differ.
 */
export async function compareSums(deps: Deps, run: JobRun): Promise<number> {
  let differing = 0;
  await planInPages(deps, run, {
    planner: 'compare-sums',
    async queuePage(transaction, after) {
      const { ids, differences } = await sumsOfNextReceivers(transaction, after);
      for (const added of await storeSumDifferences(transaction, differences, deps.clock())) deps.log.error(added, 'a sum is not that of its rows');
      differing += differences.length;
      return ids;
    },
  });
  return differing;
}
