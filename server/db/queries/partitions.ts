import { dayMs, type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { cuts, type Partition, type PartitionedTable } from '../../domain/basics/partitions.ts';
import { type Database, Prisma, prismaOf, type Transaction } from '../client.ts';
import { inTransaction } from '../database.ts';

/** Reads the partitions of a table, the oldest first. */
export async function readPartitions(database: Database, table: PartitionedTable): Promise<Partition[]> {
  return prismaOf(database).$queryRaw<Partition[]>`SELECT name, to_char(begins, 'YYYY-MM-DD') AS begins FROM partitions_of(${table})`;
}

const times: Readonly<Record<PartitionedTable, Prisma.Sql>> = { webhook_inbox: Prisma.raw('received_at'), spending_power_snapshot: Prisma.raw('taken_at') };

/** A partition of this many bytes or more is not read while others wait for it. */
const largeBytes = 64 * 1024 * 1024;

/**
 * Ends the newest partition of a table before a day in the future and begins another. Others wait for the moment of the change, but
 * not while a large partition is read for rows of later days, unless a wrong clock has given it any. Throws when others hold the
 * table for more than half a second.
 */
export async function beginPartition(database: Database, table: PartitionedTable, newest: Partition, begins: IsoDate): Promise<void> {
  const [size] = await prismaOf(database).$queryRaw<{ bytes: bigint }[]>`SELECT pg_relation_size(to_regclass(${newest.name})) AS bytes`;
  const isProvable = Number(size?.bytes) >= largeBytes && !(await hasRowsFrom(database, table, newest.name, begins));
  if (isProvable) await proveEnd(database, table, newest.name, begins);
  await prismaOf(database).$executeRaw`SELECT begin_partition(${table}, ${begins}::date)`;
}

/** Tells whether a partition has rows of a day in the future or later, which only a wrong clock can have given it. */
async function hasRowsFrom(database: Database, table: PartitionedTable, partition: string, day: IsoDate): Promise<boolean> {
  const [row] = await prismaOf(database).$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM ${Prisma.raw(partition)} WHERE ${times[table]} >= ${startOfDay(day)}) AS has`;
  return row?.has === true;
}

/** Makes it known to the database that a partition has no rows from a day on, without keeping others waiting. */
async function proveEnd(database: Database, table: PartitionedTable, partition: string, ends: IsoDate): Promise<void> {
  await prismaOf(database).$executeRaw`SELECT announce_partition_end(${table}, ${partition}, ${ends}::date)`;
  await prismaOf(database).$executeRaw`SELECT prove_partition_end(${table}, ${partition})`;
}

/** How long it may take to move the rows that stay, in milliseconds: others wait meanwhile. */
const moveMs = 60_000;

interface OverPartition {
  name: string;
  ends: IsoDate;
  /** Now, from which the time of rows that stay is counted. */
  now: Date;
}

/**
 * Drops the oldest partition with a beginning. Its remaining rows move to the partition with all before: events that are not handled
 * or were handled late, and the first and the newest run of each receiver. Throws when others hold the table for more than half a second.
 */
export async function dropPartition(database: Database, table: PartitionedTable, { name, ends, now }: OverPartition): Promise<void> {
  await proveEnd(database, table, `${table}_old`, ends);
  const stays = table === 'webhook_inbox' ? eventsThatStay(now) : await runsThatStay(database, name);
  const move = async (transaction: Transaction): Promise<void> => {
    const prisma = prismaOf(transaction);
    await prisma.$executeRaw`SELECT detach_partition(${table}, ${name})`;
    await prisma.$executeRaw`INSERT INTO ${Prisma.raw(table)} SELECT * FROM ${Prisma.raw(name)} WHERE ${stays}`;
    await prisma.$executeRaw`SELECT drop_detached(${table}, ${name})`;
  };
  await inTransaction(database, move, { timeout: moveMs });
}

/** An event may be opened again at any time, so this is asked once nobody writes the table. */
function eventsThatStay(now: Date): Prisma.Sql {
  return Prisma.sql`handled_at IS NULL OR handled_at >= ${new Date(now.getTime() - cuts.webhook_inbox.keptDays * dayMs)}`;
}

/** Runs never change, and which was the first or is not the newest is settled for good: so this is read while others write. */
async function runsThatStay(database: Database, partition: string): Promise<Prisma.Sql> {
  const rows = await prismaOf(database).$queryRaw<{ receiver_id: string; id: string }[]>`
    SELECT receiver_id, id FROM ${Prisma.raw(partition)} run
    WHERE NOT EXISTS (
        SELECT FROM spending_power_snapshot first
        WHERE first.receiver_id = run.receiver_id AND first.taken_at <= run.taken_at AND (first.taken_at, first.id) < (run.taken_at, run.id))
      OR NOT EXISTS (
        SELECT FROM spending_power_snapshot later
        WHERE later.receiver_id = run.receiver_id AND later.taken_at >= run.taken_at AND (later.taken_at, later.id) > (run.taken_at, run.id))`;
  return Prisma.sql`(receiver_id, id) IN (SELECT * FROM unnest(${rows.map((row) => row.receiver_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]))`;
}
