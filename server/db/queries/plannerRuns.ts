import { lowestUuid } from '../../domain/basics/uuid.ts';
import { type Database, Prisma, prismaOf, type Transaction } from '../client.ts';

/** The number of receivers in a page of a planner. */
export const receiversAtOnce = 1_000;

/**
 * Ends a subquery about one receiver in the search for a page of them. Without it PostgreSQL may read the whole table for each page,
 * to look the page's receivers up in it: a planner of a million would read it a thousand times.
 */
export const perReceiver = Prisma.sql`OFFSET 0`;

interface Holding {
  planner: string;
  /** The process that plans. */
  holder: string;
}

/**
 * Takes a planner for `leaseSeconds`. Returns false while another job holds it. The repetition of a job takes over from its
 * own earlier run, which was interrupted, and goes on where that was; another job begins with the first receiver.
 */
export async function takePlanner(database: Database, { planner, holder, jobId, leaseSeconds }: Holding & { jobId: string; leaseSeconds: number }) {
  const taken = await prismaOf(database).$executeRaw`
    INSERT INTO planner_run AS run (planner, job_id, holder, leased_until, began_at)
    VALUES (${planner}, ${jobId}::uuid, ${holder}::uuid, now() + ${leaseSeconds} * interval '1 second', headway_now())
    ON CONFLICT (planner) DO UPDATE SET
      job_id = excluded.job_id, holder = excluded.holder, leased_until = excluded.leased_until,
      began_at = CASE WHEN run.job_id = excluded.job_id THEN run.began_at ELSE excluded.began_at END,
      after_receiver_id = CASE WHEN run.job_id = excluded.job_id THEN run.after_receiver_id END
    WHERE run.leased_until < now() OR run.job_id = excluded.job_id`;
  return taken > 0;
}

/** Locks a planner until the transaction ends, and returns the receiver up to whom all are planned. Returns null when another process has taken it over. */
export async function lockPlanner(transaction: Transaction, { planner, holder }: Holding): Promise<string | null> {
  const [run] = await prismaOf(transaction).$queryRaw<{ after_receiver_id: string | null }[]>`
    SELECT after_receiver_id FROM planner_run WHERE planner = ${planner} AND holder = ${holder}::uuid FOR UPDATE`;
  return run ? (run.after_receiver_id ?? lowestUuid) : null;
}

/** Stores how far a planner has come, and holds it for `leaseSeconds` more. */
export async function advancePlanner(transaction: Transaction, { planner, after, leaseSeconds }: { planner: string; after: string; leaseSeconds: number }) {
  await prismaOf(transaction).$executeRaw`
    UPDATE planner_run SET after_receiver_id = ${after}::uuid, leased_until = now() + ${leaseSeconds} * interval '1 second' WHERE planner = ${planner}`;
}

/** Gives a planner back that has planned everybody. */
export async function releasePlanner(database: Database, { planner, holder }: Holding): Promise<void> {
  await prismaOf(database).$executeRaw`
    UPDATE planner_run SET leased_until = now() - interval '1 second', planned_until = began_at WHERE planner = ${planner} AND holder = ${holder}::uuid`;
}
