import { type AccountingRow, compareByDate } from '../../domain/reports/accounting.ts';
import type { CardActivity, TransferActivity } from '../../domain/table/activity.ts';

async function* eachRow<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

const batchSize = 1_000;

/** Merges card transactions and transfers, each oldest first, into one list, oldest first, in batches. */
export async function* mergeByDate(
  cards: AsyncIterable<readonly CardActivity[]>,
  transfers: AsyncIterable<readonly TransferActivity[]>,
): AsyncGenerator<AccountingRow[]> {
  const [cardRows, transferRows] = [eachRow(cards), eachRow(transfers)];
  try {
    let card = await cardRows.next();
    let transfer = await transferRows.next();
    let batch: AccountingRow[] = [];
    while (!card.done || !transfer.done) {
      const ofCard: AccountingRow | null = card.done ? null : { kind: 'card', row: card.value };
      const ofBank: AccountingRow | null = transfer.done ? null : { kind: 'bank', row: transfer.value };
      if (ofCard && (!ofBank || compareByDate(ofCard, ofBank) <= 0)) {
        batch.push(ofCard);
        card = await cardRows.next();
      } else if (ofBank) {
        batch.push(ofBank);
        transfer = await transferRows.next();
      }
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    await Promise.all([cardRows.return(undefined), transferRows.return(undefined)]);
  }
}
