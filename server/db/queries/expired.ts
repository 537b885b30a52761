import { dayMs } from '../../domain/basics/dates.ts';
import { cuts } from '../../domain/basics/partitions.ts';
import { type Database, Prisma, prismaOf, type Transaction } from '../client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** The present instant: the product's, and the machine's, by which access tokens and rate limits go. */
export interface Instants {
  now: Date;
  machineNow: Date;
}

interface Retention {
  /** The primary key, by which the rows are deleted. */
  key: readonly string[];
  /** The column of the end. It has an index, along which the oldest rows are found: without it each few would read the table through. */
  end: string;
  /** Whether the column has no index, as one would cost each change of a busy row: few rows end there. */
  isUnordered?: boolean;
  /** The partition with the rows that are deleted one by one, where whole partitions of the others are dropped. */
  partition?: string;
  /** How long after its end a row is kept, in milliseconds. */
  keptMs: number;
  /** Selects the rows that ended before an instant, where that is not said by comparing the column with it. */
  endedBefore?: (instant: Date) => Prisma.Sql;
  /** Whether the end goes by the machine's time. */
  isMachineTime?: boolean;
}

/** How long rows are kept after they have ended, by table. server/docs/operating.md tells it to operators. */
export const retentions = {
  rate_limit: { key: ['key'], keptMs: 0, end: 'expire', endedBefore: (instant) => Prisma.sql`expire < ${instant.getTime()}`, isMachineTime: true },
  idempotency_key: { key: ['receiver_id', 'key'], keptMs: 0, end: 'expires_at' },
  hand_in_jti: { key: ['issuer', 'jti'], keptMs: dayMs, end: 'expires_at' },
  launch_code: { key: ['code_hash'], keptMs: dayMs, end: 'expires_at' },
  handed_in_session: { key: ['receiver_id', 'token_hash'], keptMs: dayMs, end: 'ends_at' },
  platform_session: { key: ['receiver_id', 'id'], keptMs: dayMs, end: 'ends_at' },
  sign_in: {
    key: ['receiver_id'],
    keptMs: dayMs,
    end: 'seen_at',
    // A log-out or a bar refuses tokens for as long as they live.
    endedBefore: (instant) =>
      Prisma.sql`seen_at < ${instant} AND coalesce(signed_out_at, '-infinity') < ${instant} AND coalesce(barred_at, '-infinity') < ${instant}`,
    isMachineTime: true,
  },
  // One for each store; a store that is asked again has its whole budget.
  provider_budget: { key: ['name'], keptMs: dayMs, end: 'as_of', isMachineTime: true, isUnordered: true },
  webhook_inbox: { key: ['provider', 'event_id'], keptMs: cuts.webhook_inbox.keptDays * dayMs, end: 'handled_at', partition: 'webhook_inbox_old' },
  webhook_seen: { key: ['provider', 'event_id'], keptMs: 180 * dayMs, end: 'received_at' },
  // A row keeps its fact from being told twice by one way. Facts are told again by a job that is repeated, within days; by a debit that
  // comes back, which banks allow for sixty days; and by an event that comes again, which is known for 180. No alert waits longer than a
  // day for its hour, so that one this old and not sent was given up.
  alert_sent: { key: ['receiver_id', 'id'], keptMs: 180 * dayMs, end: 'created_at' },
} as const satisfies Record<string, Retention>;

export type PurgedTable = keyof typeof retentions;

/** Rows that one statement deletes: few, so that others hardly wait. */
const rowsAtOnce = 5_000;

/** Deletes rows of a table that have been over for as long as they are kept. Returns whether there may be more of them. */
export async function deleteExpired(database: Database, table: PurgedTable, { now, machineNow }: Instants): Promise<boolean> {
  const { key, keptMs, end, endedBefore, isMachineTime = false, isUnordered = false, partition = table }: Retention = retentions[table];
  const before = new Date((isMachineTime ? machineNow : now).getTime() - keptMs);
  const [name, column] = [Prisma.raw(partition), Prisma.raw(end)];
  const named = Prisma.raw(key.join(', '));
  const order = isUnordered ? Prisma.empty : Prisma.sql`ORDER BY ${column}`;
  const isOver = endedBefore?.(before) ?? Prisma.sql`${column} < ${before}`;
  const deleted = await prismaOf(database).$executeRaw`
    WITH gone AS MATERIALIZED (SELECT ${named} FROM ${name} WHERE ${isOver} ${order} LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED)
    DELETE FROM ${name} WHERE (${named}) IN (SELECT ${named} FROM gone)`;
  return deleted === rowsAtOnce;
}

interface KeptRuns {
  /** All runs since this instant are kept. */
  allSince: Date;
  /** The last run of each UTC day since this instant is kept. */
  dailySince: Date;
}

/**
 * Deletes old runs of the spending power rule of the next receivers, after one and ordered by id; each receiver's first and newest
 * run stay. Returns the ids of those receivers.
 */
export async function deleteOldRuns(transaction: Transaction, { allSince, dailySince }: KeptRuns, after: string): Promise<string[]> {
  const page = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver WHERE id > ${after}::uuid ORDER BY id LIMIT ${receiversAtOnce}`;
  const ids = page.map(({ id }) => id);
  await prismaOf(transaction).$executeRaw`
    DELETE FROM spending_power_snapshot old
    WHERE receiver_id = ANY (${ids}::uuid[]) AND taken_at < ${allSince}
      AND EXISTS (SELECT FROM spending_power_snapshot first WHERE first.receiver_id = old.receiver_id AND (first.taken_at, first.id) < (old.taken_at, old.id))
      AND EXISTS (
        SELECT FROM spending_power_snapshot later
        WHERE later.receiver_id = old.receiver_id AND (later.taken_at, later.id) > (old.taken_at, old.id)
          AND (old.taken_at < ${dailySince} OR later.taken_at < date_trunc('day', old.taken_at, 'UTC') + interval '1 day'))`;
  return ids;
}
