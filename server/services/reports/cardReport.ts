import { databaseOf } from '../../db/databaseOf.ts';
import { readBatches } from '../../db/queries/activityBatches.ts';
import { cardLineTable, cardTable, noCardCheck } from '../../db/queries/activityTables.ts';
import { cardsOf, sumRows, sumSpent } from '../../db/queries/reportRows.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { cardTransactionsFileName, cardTransactionsReport } from '../../domain/reports/cardTransactions.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { newestFirst } from './newestFirst.ts';
import { csvType, type ReportFile } from './reportFile.ts';
import { requireRowLimit } from './rowLimit.ts';
import { writeFile } from './writeFile.ts';

interface Asked {
  cards: readonly string[];
  whitelabel?: string | undefined;
  period: Period;
}

/** Selects the cards' transactions. Throws `not_found` for another program's key: the receiver has no cards there. */
function selectionOf({ scope, receiver }: ReceiverView, { cards, whitelabel, period }: Asked) {
  if (whitelabel !== undefined && whitelabel !== receiver.whitelabel) throw new DomainError('not_found');
  return cardsOf(scope, { period, cards });
}

/** Returns the amount spent with some of a receiver's cards in a period, in cents, and each transaction, newest first. */
export async function presentCardReport({ beginReading, clock }: Deps, view: ReceiverView, asked: Asked) {
  const selection = selectionOf(view, asked);
  const reading = await beginReading();
  const { row_count, total_cents } = await sumRows(reading, cardTable, selection);
  requireRowLimit(row_count);
  const { start: gte, end: lt } = asked.period;
  const rows = await databaseOf(reading, view.scope).cardTransaction.findMany({
    where: { is_counted: true, ...noCardCheck, card_token: { in: [...asked.cards] }, created_at: { gte, lt } },
    orderBy: [{ created_at: 'desc' }, { token: 'asc' }],
  });
  return {
    total: { generatedAt: clock().toISOString(), spent: total_cents },
    transactions: rows.map((row) => ({
      token: row.token,
      card_token: row.card_token,
      status: row.status,
      result: row.result,
      amount_cents: Number(row.amount_cents),
      created_at: row.created_at.toISOString(),
      repayment_date: utcDate(row.repayment_date),
      raw_data: { merchant: { descriptor: row.merchant_descriptor } },
    })),
  };
}

/** Returns the same report as a file of any length. */
export async function writeCardReport({ beginReading, clock }: Deps, view: ReceiverView, asked: Asked): Promise<ReportFile> {
  const selection = selectionOf(view, asked);
  const reading = await beginReading();
  const total_spent_cents = await sumSpent(reading, view.scope, asked);
  const report = cardTransactionsReport({ period: asked.period, generatedAt: clock(), total_spent_cents });
  return {
    contentType: csvType,
    fileName: cardTransactionsFileName(programOf(view.receiver).brand),
    body: writeFile(report, readBatches(reading, cardLineTable, { selection, sort: newestFirst })),
  };
}
