import { type AccountingRow, compareByDate } from '../../domain/reports/accounting.ts';

type Batches = AsyncIterable<readonly AccountingRow[]>;

async function* eachRow(batches: Batches): AsyncGenerator<AccountingRow> {
  for await (const batch of batches) yield* batch;
}

const batchSize = 1_000;

/** Merges sources of rows, each oldest first, into one list, oldest first, in batches. */
export async function* mergeByDate(...sources: readonly Batches[]): AsyncGenerator<AccountingRow[]> {
  const readers = sources.map(eachRow);
  try {
    const heads = await Promise.all(readers.map(async (reader) => ({ reader, head: await reader.next() })));
    let batch: AccountingRow[] = [];
    for (;;) {
      const next = heads.reduce<(typeof heads)[number] | null>((first, one) => {
        if (one.head.done) return first;
        return first === null || first.head.done || compareByDate(one.head.value, first.head.value) < 0 ? one : first;
      }, null);
      if (next === null || next.head.done) break;
      batch.push(next.head.value);
      next.head = await next.reader.next();
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    await Promise.all(readers.map((reader) => reader.return(undefined)));
  }
}
