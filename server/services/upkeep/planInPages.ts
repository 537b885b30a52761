import { randomUUID } from 'node:crypto';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { advancePlanner, lockPlanner, receiversAtOnce, releasePlanner, takePlanner } from '../../db/queries/plannerRuns.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';

/** How long a process that stopped between two pages keeps others from planning, in seconds. */
const leaseSeconds = 60;
/** How long one page may take, in milliseconds: less than the lease. */
const pageMs = 45_000;

interface Plan {
  /** Names the planner with what it plans, such as `plan-draws boost`: one process at a time plans it. */
  planner: string;
  /**
   * Queues, in the given transaction, the jobs of the next receivers after one, in the order of their ids. Returns their ids,
   * `receiversAtOnce` unless they were the last.
   */
  queuePage: (transaction: Transaction, after: string) => Promise<readonly string[]>;
}

/**
 * Queues jobs for many receivers in pages. The jobs of a page and how far the planner has come are stored together, so that a
 * run that is interrupted goes on where it was when its job is repeated: nobody is planned twice and nobody is left out. Does
 * nothing while another run of the planner goes on.
 */
export async function planInPages(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  { id: jobId, signal }: JobRun,
  { planner, queuePage }: Plan,
): Promise<void> {
  const holder = randomUUID();
  if (!(await takePlanner(database, { planner, holder, jobId, leaseSeconds }))) {
    log.info({ planner }, 'this is being planned already');
    return;
  }
  const planPage = async (transaction: Transaction): Promise<boolean> => {
    const after = await lockPlanner(transaction, { planner, holder });
    if (after === null) throw new Error(`another process has taken over ${planner}`);
    const ids = new Set(await queuePage(transaction, after));
    const last = [...ids].at(-1);
    if (last !== undefined) await advancePlanner(transaction, { planner, after: last, leaseSeconds });
    return ids.size === receiversAtOnce;
  };
  do signal.throwIfAborted();
  while (await inTransaction(database, planPage, { timeout: pageMs }));
  await releasePlanner(database, { planner, holder });
}

/** Returns one job for each receiver. Of each receiver, one of them waits at most. */
export const jobsOf = (ids: readonly string[]) => ids.map((receiver_id) => ({ data: { receiver_id }, singletonKey: receiver_id }));
