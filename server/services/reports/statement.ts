import { storedCents } from '../../db/cents.ts';
import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { owedAt, readAccountEntries, sumAccountEntries } from '../../db/queries/accountEntries.ts';
import { readStatementRows } from '../../db/queries/statementRows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { add, subtract } from '../../domain/basics/money.ts';
import { type Month, monthOf, periodOfMonth, readMonth } from '../../domain/basics/periods.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import type { AccountEntry } from '../../domain/reports/accountEntry.ts';
import { statementSheet } from '../../domain/reports/statementSheet.ts';
import { type StatementFacts, type StatementKind, statementFileName, statementLabel, statementReport } from '../../domain/reports/statements.ts';
import { requireStatements } from '../../domain/staff/accountTerms.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { closeBooks } from './closeBooks.ts';
import { closeMonths } from './closeMonths.ts';
import { csvType, type ReportFile } from './reportFile.ts';
import { writePdf } from './statementPdf.ts';
import { writeFile } from './writeFile.ts';

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

/** A statement with its rows, newest first. */
interface Statement {
  facts: StatementFacts;
  holder: string;
  row_count: number;
  rows: AsyncIterable<readonly AccountEntry[]>;
}

/** Returns a month's statement as it was stored; null when the month has none. */
async function storedStatement(reading: Reading, { scope }: ReceiverView, { kind, month }: { kind: StatementKind; month: Month }): Promise<Statement | null> {
  const stored = await databaseOf(reading, scope).accountStatement.findUnique({ where: { receiver_id_month: { month: periodOfMonth(month).start } } });
  if (!stored) return null;
  const { number, holder, made_at: generatedAt, card_count, credit_count } = stored;
  const facts = {
    month,
    number,
    generatedAt,
    opening_cents: storedCents(stored.opening_cents),
    card_cents: storedCents(stored.card_cents),
    credit_cents: storedCents(stored.credit_cents),
    debited_cents: storedCents(stored.debited_cents),
    closing_cents: storedCents(stored.closing_cents),
  };
  const isCard = kind === 'card';
  return { facts, holder, row_count: isCard ? card_count : credit_count, rows: readStatementRows(reading, scope, { number, isCard }) };
}

/** Returns the statement of a month that lasts, or that ended before the account had any, as the books are now. */
async function presentMonth(deps: Deps, { scope, receiver }: ReceiverView, { kind, month }: { kind: StatementKind; month: Month }): Promise<Statement> {
  const generatedAt = await closeBooks(deps, scope);
  const reading = await deps.beginReading();
  const { start, end } = periodOfMonth(month);
  const period = { start, end: new Date(Math.min(generatedAt.getTime(), end.getTime())) };
  const [opening_cents, { card_count, credit_count, ...sums }] = await Promise.all([owedAt(reading, scope, start), sumAccountEntries(reading, scope, period)]);
  const closing_cents = subtract(add(opening_cents, sums.card_cents), sums.credit_cents);
  const isCard = kind === 'card';
  return {
    facts: { month, number: null, generatedAt, opening_cents, ...sums, closing_cents },
    holder: customerName(receiver),
    row_count: isCard ? card_count : credit_count,
    rows: readAccountEntries(reading, scope, period, { isCard, newestFirst: true }),
  };
}

/** Returns a month's statement. The first look at a month that is over stores it, if no job has done so. */
async function statementOf(deps: Deps, view: ReceiverView, wanted: { kind: StatementKind; month: Month }): Promise<Statement> {
  const find = async () => storedStatement(await deps.beginReading(), view, wanted);
  const stored = await find();
  if (stored) return stored;
  if (wanted.month === monthOf(deps.clock())) return presentMonth(deps, view, wanted);
  await closeMonths(deps, view.scope);
  return (await find()) ?? presentMonth(deps, view, wanted);
}

/** Returns the totals of a month's statement: card spending, or debits from the bank, and the balances. */
export async function presentStatement(deps: Deps, view: ReceiverView, { kind, month: text }: Asked) {
  requireStatements(view.receiver);
  const month = monthThatHasBegun(deps, text);
  const { facts, row_count } = await statementOf(deps, view, { kind, month });
  return {
    kind,
    month,
    label: statementLabel(kind, month),
    file_name: statementFileName(programOf(view.receiver).brand, kind, month, 'csv'),
    number: facts.number,
    opening_cents: facts.opening_cents,
    total_cents: kind === 'card' ? facts.card_cents : facts.debited_cents,
    closing_cents: facts.closing_cents,
    row_count,
  };
}

/** Writes a month's settled purchases, or its repayments and credits, newest first, as CSV or PDF. */
export async function writeStatement(deps: Deps, view: ReceiverView, { kind, month: text }: Asked, format: StatementFormat): Promise<ReportFile> {
  requireStatements(view.receiver);
  const month = monthThatHasBegun(deps, text);
  const program = programOf(view.receiver);
  const fileName = statementFileName(program.brand, kind, month, format);
  const { facts, holder, row_count, rows } = await statementOf(deps, view, { kind, month });
  if (format === 'csv') return { contentType: csvType, fileName, body: writeFile(statementReport(kind, facts), rows) };
  const letterhead = { program, holder, generatedAt: facts.generatedAt, row_count };
  return { contentType: 'application/pdf', fileName, body: writePdf(statementSheet(kind, facts), letterhead, rows) };
}
