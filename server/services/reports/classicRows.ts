import type { Reading } from '../../db/database.ts';
import { countReversals, readReversals } from '../../db/queries/accountEntries.ts';
import { readBatches } from '../../db/queries/activityBatches.ts';
import { classicCards, classicCardTable, classicTransfers, classicTransferTable } from '../../db/queries/classicRows.ts';
import { sumRows } from '../../db/queries/reportRows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { type AccountingRow, reversalRow } from '../../domain/reports/accounting.ts';
import { mergeByDate } from './mergeByDate.ts';
import { oldestFirst } from './newestFirst.ts';

/** The rows of a classic file. */
interface ClassicRows {
  row_count: number;
  /** Begins with the oldest row: one that arrived late was made before the range. */
  period: Period;
  /** Oldest first. */
  batches: AsyncIterable<AccountingRow[]>;
}

/**
 * Reads the rows of the classic accounting file: card transactions and transfers of a range by the day they were made,
 * as they were before anything of them came back, and what came back in the range. `isSinceLast` adds what was made
 * before the range and arrived in it.
 */
export async function readClassicRows(reading: Reading, scope: ReceiverScope, range: Period, isSinceLast: boolean): Promise<ClassicRows> {
  const [cards, transfers] = [classicCards(scope, range, isSinceLast), classicTransfers(scope, range, isSinceLast)];
  const [reversal_count, ...sums] = await Promise.all([
    countReversals(reading, scope, range),
    sumRows(reading, classicCardTable, cards),
    sumRows(reading, classicTransferTable, transfers),
  ]);
  const oldest = Math.min(range.start.getTime(), ...sums.map(({ oldest_at }) => oldest_at?.getTime() ?? range.start.getTime()));
  return {
    row_count: sums.reduce((count, sum) => count + sum.row_count, reversal_count),
    period: { start: new Date(oldest), end: range.end },
    batches: mergeByDate(
      asRows('card', readBatches(reading, classicCardTable, { selection: cards, sort: oldestFirst })),
      asRows('bank', readBatches(reading, classicTransferTable, { selection: transfers, sort: oldestFirst })),
      reversals(reading, scope, range),
    ),
  };
}

async function* asRows<Kind extends AccountingRow['kind']>(kind: Kind, batches: AsyncIterable<readonly Extract<AccountingRow, { kind: Kind }>['row'][]>) {
  for await (const batch of batches) yield batch.map((row) => ({ kind, row }) as Extract<AccountingRow, { kind: Kind }>);
}

async function* reversals(reading: Reading, scope: ReceiverScope, range: Period): AsyncGenerator<AccountingRow[]> {
  for await (const batch of readReversals(reading, scope, range)) yield batch.map(reversalRow);
}
