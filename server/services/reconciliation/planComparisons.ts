import type { Transaction } from '../../db/database.ts';
import { receiversToCompare } from '../../db/queries/activeReceivers.ts';
import { comparedEveryMs, type SweepDepth, sweepReachMs } from '../../domain/ledger/sweepDepth.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { planInPages } from '../upkeep/planInPages.ts';

/** Returns the instant from which a comparison of this depth looks. */
export function sweepSince({ clock }: Pick<Deps, 'clock'>, depth: SweepDepth): Date {
  return new Date(clock().getTime() - sweepReachMs[depth]);
}

/** The most receivers that one run plans: enough for two million in a week, and few enough to leave the calls to others. */
const comparedAtOnce = 12_000;

/**
 * Queues a deep comparison with the providers for each receiver who has a card or a transfer under way and was not compared for a
 * week. Those beyond the most of one run follow with the next.
 */
export async function planComparisons(deps: Deps, run: JobRun): Promise<void> {
  const since = new Date(deps.clock().getTime() - comparedEveryMs);
  let planned = 0;
  await planInPages(deps, run, {
    planner: 'reconcile-all',
    async queuePage(transaction, after) {
      if (planned >= comparedAtOnce) return [];
      const ids = await receiversToCompare(transaction, since, after);
      await deps.queue.sendMany('reconcile-receiver', ids.map(comparisonOf('deep')), transaction);
      planned += ids.length;
      return ids;
    },
  });
}

/** Returns the job that compares a receiver. A quick comparison that waits does not stand for a deep one. */
const comparisonOf = (depth: SweepDepth) => (receiver_id: string) => ({ data: { receiver_id, depth }, singletonKey: `${receiver_id} ${depth}` });

/** Queues a comparison of the last days for receivers about whom something differed. */
export async function compareSoon({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, receiverIds: readonly string[]): Promise<void> {
  await queue.sendMany('reconcile-receiver', receiverIds.map(comparisonOf('quick')), transaction);
}
