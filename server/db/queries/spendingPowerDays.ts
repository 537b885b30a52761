import { prismaOf, type Transaction } from '../client.ts';
import type { SpendingPowerSnapshot } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The last run of a day, and how the outstanding amount moved to it, over all runs since the day before. */
export interface SpendingPowerDay extends SpendingPowerSnapshot {
  /** Whether no day with a run came before; the movements then begin with the first run of all. */
  is_first: boolean;
  rose_cents: bigint;
  fell_cents: bigint;
}

/**
 * Reads the newest run of the spending power rule and the last run of each earlier day of a time zone, newest first:
 * at most `days` of them. Days without a run are skipped.
 */
export async function readSpendingPowerDays(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<SpendingPowerDay[]> {
  // The days are found by one row of the index each; the runs of those days alone are read for the movements.
  return prismaOf(transaction).$queryRaw<SpendingPowerDay[]>`
    WITH RECURSIVE day AS (
      (SELECT snapshot.*, 1 AS number FROM spending_power_snapshot snapshot
      WHERE receiver_id = ${receiverId}::uuid ORDER BY taken_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT before.* FROM day CROSS JOIN LATERAL (
        SELECT snapshot.*, day.number + 1 FROM spending_power_snapshot snapshot
        WHERE receiver_id = day.receiver_id AND taken_at < date_trunc('day', day.taken_at, ${timeZone})
        ORDER BY taken_at DESC, id DESC LIMIT 1
      ) before WHERE day.number <= ${days}
    ), move AS (
      SELECT date_trunc('day', taken_at, ${timeZone}) AS day,
        outstanding_cents - lag(outstanding_cents) OVER (ORDER BY taken_at, id) AS moved
      FROM spending_power_snapshot
      WHERE receiver_id = ${receiverId}::uuid AND taken_at >= (SELECT date_trunc('day', min(taken_at), ${timeZone}) FROM day)
    ), moves AS (
      SELECT day,
        coalesce(sum(moved) FILTER (WHERE moved > 0), 0)::bigint AS rose_cents,
        coalesce(-sum(moved) FILTER (WHERE moved < 0), 0)::bigint AS fell_cents
      FROM move GROUP BY day
    )
    SELECT receiver_id, id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at,
      number = (SELECT count(*) FROM day) AS is_first, rose_cents, fell_cents
    FROM day JOIN moves ON moves.day = date_trunc('day', day.taken_at, ${timeZone})
    WHERE number <= ${days} ORDER BY number`;
}

/** The limit at the end of a day. */
export interface LimitDay extends Pick<SpendingPowerSnapshot, 'receiver_id' | 'id' | 'total_cents'> {
  date: string;
  /** The inputs of the run; null where the limit is that of the days before and after, so that nothing is to be explained. */
  inputs: SpendingPowerSnapshot['inputs'] | null;
}

/**
 * Reads the limit at the end of the newest UTC day that has a run of the rule, and of each such day before it, newest
 * first: at most `days` of them, none before an instant.
 */
export async function readLimitDays(transaction: Transaction, { receiverId }: ReceiverScope, since: Date, days: number): Promise<LimitDay[]> {
  // The inputs are read of the days alone on whose way to or from the limit moved: most of their bytes are never needed otherwise.
  return prismaOf(transaction).$queryRaw<LimitDay[]>`
    WITH RECURSIVE day AS (
      (SELECT receiver_id, id, taken_at, total_cents, 1 AS number FROM spending_power_snapshot
      WHERE receiver_id = ${receiverId}::uuid AND taken_at >= ${since} ORDER BY taken_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT before.* FROM day CROSS JOIN LATERAL (
        SELECT snapshot.receiver_id, snapshot.id, snapshot.taken_at, snapshot.total_cents, day.number + 1 FROM spending_power_snapshot snapshot
        WHERE receiver_id = day.receiver_id AND taken_at < date_trunc('day', day.taken_at, 'UTC') AND taken_at >= ${since}
        ORDER BY taken_at DESC, id DESC LIMIT 1
      ) before WHERE day.number < ${days}
    ), moved AS (
      SELECT *, total_cents <> lag(total_cents, 1, total_cents) OVER (ORDER BY number)
        OR total_cents <> lead(total_cents, 1, total_cents) OVER (ORDER BY number) AS is_explained
      FROM day
    )
    SELECT receiver_id, id, to_char(taken_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, total_cents,
      CASE WHEN is_explained THEN (SELECT inputs FROM spending_power_snapshot run
        WHERE run.receiver_id = moved.receiver_id AND run.id = moved.id AND run.taken_at = moved.taken_at) END AS inputs
    FROM moved ORDER BY number`;
}
