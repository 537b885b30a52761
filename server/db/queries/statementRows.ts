import type { AccountEntry } from '../../domain/reports/accountEntry.ts';
import type { Reading } from '../client.ts';
import { databaseOf } from '../databaseOf.ts';
import type { ReceiverScope } from '../scope.ts';
import { accountEntryOf } from './accountEntries.ts';

const batchSize = 1_000;

/** Yields a stored statement's rows, of the card or the others, newest first, a thousand at a time. */
export async function* readStatementRows(
  reading: Reading,
  scope: ReceiverScope,
  { number, isCard }: { number: number; isCard: boolean },
): AsyncGenerator<AccountEntry[]> {
  for (let before = Number.MAX_SAFE_INTEGER, hasMore = true; hasMore; ) {
    const where = { number, is_card: isCard, ...(before < Number.MAX_SAFE_INTEGER && { place: { lt: before } }) };
    const rows = await databaseOf(reading, scope).accountStatementRow.findMany({ where, orderBy: { place: 'desc' }, take: batchSize });
    if (rows.length > 0) yield rows.map(accountEntryOf);
    before = rows.at(-1)?.place ?? 0;
    hasMore = rows.length === batchSize;
  }
}
