import { beginPartition, dropPartition, readPartitions } from '../../db/queries/partitions.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { cuts, missingBeginnings, overPartition, type PartitionedTable } from '../../domain/basics/partitions.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';

type Upkeep = Pick<Deps, 'database' | 'clock'>;

/** Makes the partitions of the next weeks and months. May be repeated and interrupted; at most one run at a time. */
export async function makePartitions({ database, clock }: Upkeep, { signal }: JobRun): Promise<void> {
  for (const table of Object.keys(cuts) as PartitionedTable[]) {
    const partitions = await readPartitions(database, table);
    for (const begins of missingBeginnings(table, partitions, utcDate(clock()))) {
      signal.throwIfAborted();
      const newest = (await readPartitions(database, table)).at(-1);
      if (newest) await beginPartition(database, table, newest, begins);
    }
  }
}

/** Drops the partitions of a table whose rows are over. May be repeated and interrupted; at most one run at a time. */
export async function dropPartitions({ database, clock }: Upkeep, table: PartitionedTable, { signal }: JobRun): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = clock();
    const over = overPartition(table, await readPartitions(database, table), utcDate(now));
    if (over === null) return;
    await dropPartition(database, table, { ...over, now });
  }
}
