import { readBatches } from '../../db/queries/activityBatches.ts';
import { cardTable, transferTable } from '../../db/queries/activityTables.ts';
import { cardsOf, sumRows, transfersOf } from '../../db/queries/reportRows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { type Month, monthOf, periodOfMonth, readMonth } from '../../domain/basics/periods.ts';
import { cardSheet, repaymentSheet } from '../../domain/reports/statementSheet.ts';
import { cardStatement, repaymentStatement, type StatementKind, statementFileName, statementLabel } from '../../domain/reports/statements.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';
import { newestFirst } from './newestFirst.ts';
import type { ReportFile } from './reportFile.ts';
import { writePdf } from './statementPdf.ts';
import { csvType, writeFile } from './writeFile.ts';

interface Asked {
  kind: StatementKind;
  /** `YYYY-MM`. */
  month: string;
}

type StatementFormat = 'csv' | 'pdf';

/** Reads a month from text. Throws `not_found` for a month that has not begun. */
function monthThatHasBegun({ clock }: Deps, text: string): Month {
  const month = readMonth(text);
  if (month > monthOf(clock())) throw new DomainError('not_found');
  return month;
}

/** Returns the number of a statement's rows and their total in cents: card spending, or debits from the bank. */
async function sumStatement({ database }: Deps, { scope }: ReceiverView, kind: StatementKind, month: Month) {
  const period = periodOfMonth(month);
  if (kind === 'card') return sumRows(database, cardTable, cardsOf(scope, { period, settled: true }));
  const { row_count } = await sumRows(database, transferTable, transfersOf(scope, { period, settled: true }));
  const { total_cents } = await sumRows(database, transferTable, transfersOf(scope, { period, settled: true, drawn: true }));
  return { row_count, total_cents };
}

/** Returns the totals of a month's statement. */
export async function presentStatement(deps: Deps, view: ReceiverView, asked: Asked) {
  const month = monthThatHasBegun(deps, asked.month);
  const { row_count, total_cents } = await sumStatement(deps, view, asked.kind, month);
  return {
    kind: asked.kind,
    month,
    label: statementLabel(asked.kind, month),
    file_name: statementFileName(programOf(view.receiver).brand, asked.kind, month, 'csv'),
    total_cents,
    row_count,
  };
}

/** Writes a month's approved and settled purchases, or its settled repayments, newest first, as CSV or PDF. */
export async function writeStatement(deps: Deps, view: ReceiverView, asked: Asked, format: StatementFormat): Promise<ReportFile> {
  const month = monthThatHasBegun(deps, asked.month);
  const program = programOf(view.receiver);
  const fileName = statementFileName(program.brand, asked.kind, month, format);
  const sums = await sumStatement(deps, view, asked.kind, month);
  const generatedAt = deps.clock();
  if (format === 'csv') return { contentType: csvType, fileName, body: statementCsv(deps, view, { kind: asked.kind, month, generatedAt, ...sums }) };
  const letterhead = { program, holder: view.receiver.business_name ?? view.receiver.email, generatedAt, row_count: sums.row_count };
  const facts = { generatedAt, total_cents: sums.total_cents };
  const body =
    asked.kind === 'card'
      ? writePdf(cardSheet(month, facts), letterhead, purchasesOf(deps, view, month))
      : writePdf(repaymentSheet(month, facts), letterhead, repaymentsOf(deps, view, month));
  return { contentType: 'application/pdf', fileName, body };
}

interface CsvStatement {
  kind: StatementKind;
  month: Month;
  generatedAt: Date;
  total_cents: Cents;
}

function statementCsv(deps: Deps, view: ReceiverView, { kind, month, generatedAt, total_cents }: CsvStatement) {
  return kind === 'card'
    ? writeFile(cardStatement(month, { generatedAt, total_spent_cents: total_cents }), purchasesOf(deps, view, month))
    : writeFile(repaymentStatement(month, { generatedAt, total_debited_cents: total_cents }), repaymentsOf(deps, view, month));
}

function purchasesOf({ database }: Deps, { scope }: ReceiverView, month: Month) {
  return readBatches(database, cardTable, { selection: cardsOf(scope, { period: periodOfMonth(month), settled: true }), sort: newestFirst });
}

function repaymentsOf({ database }: Deps, { scope }: ReceiverView, month: Month) {
  return readBatches(database, transferTable, { selection: transfersOf(scope, { period: periodOfMonth(month), settled: true }), sort: newestFirst });
}
