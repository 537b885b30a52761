import { InvalidRequest } from '../../contract/invalidRequest.ts';
import { maximumYears } from '../../contract/period.ts';
import type { AccountingFormat } from '../../contract/reports.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readBatches } from '../../db/queries/activityBatches.ts';
import type { Selection } from '../../db/queries/activityRows.ts';
import { cardTable, transferTable } from '../../db/queries/activityTables.ts';
import { importedCards, importedTransfers, sumRows } from '../../db/queries/reportRows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Period } from '../../domain/basics/periods.ts';
import type { AccountingRow } from '../../domain/reports/accounting.ts';
import { partFileName, type SplitReport, splitFiles } from '../../domain/reports/splitFiles.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';
import { accountingFiles, contentTypeOf, type SplitFile, type WholeFile } from './accountingFiles.ts';
import { mergeByDate } from './mergeByDate.ts';
import { oldestFirst } from './newestFirst.ts';
import type { MadeFile, ReportFile } from './reportFile.ts';
import { writeFile } from './writeFile.ts';

interface Asked {
  format: AccountingFormat;
  start_at?: string | undefined;
  end_at?: string | undefined;
  since_last_export: boolean;
}

/** The plan of one export: its format, range and rows. */
interface Export {
  format: AccountingFormat;
  /** The range as stored: the next export since this one starts at its end. */
  range: Period;
  /** Starts at the oldest row in the export: a row that settled late was made before the range. */
  period: Period;
  lastExportAt: Date | null;
  /** The time up to which the export includes settlements, so that the next one brings those since then. */
  knownAt: Date;
  cards: Selection;
  transfers: Selection;
  row_count: number;
}

function yearsBefore(instant: Date, years: number): Date {
  const earlier = new Date(instant);
  earlier.setUTCFullYear(instant.getUTCFullYear() - years);
  return earlier;
}

/**
 * Plans an export. "Since the last export" means everything made since then and, in formats that list settled rows
 * only, older rows that have settled since. The last export is the last one that ended before this one's end, so that
 * all parts of one export have the same rows.
 */
async function planExport({ database, clock }: Deps, { scope, receiver }: ReceiverView, asked: Asked): Promise<Export> {
  const { format } = asked;
  const now = clock();
  const end = asked.end_at === undefined ? now : new Date(asked.end_at);
  const last = await databaseOf(database, scope).reportExport.findFirst({
    where: { format, ...(asked.since_last_export && { end_at: { lt: end } }) },
    orderBy: [{ end_at: 'desc' }, { created_at: 'desc' }],
  });
  const earliest = Math.max(yearsBefore(end, maximumYears).getTime(), (last?.end_at ?? receiver.created_at).getTime());
  const start = asked.start_at === undefined ? new Date(earliest) : new Date(asked.start_at);
  if (start >= end) {
    throw new InvalidRequest([{ path: 'query.end_at', message: 'The range has not begun yet.', fix: 'Leave end_at out, or send a later one.' }]);
  }
  const range = { start, end };
  const imported = { period: range, onlySettled: accountingFiles[format].onlySettled, knownAt: asked.since_last_export && last ? last.created_at : null };
  const [cards, transfers] = [importedCards(scope, imported), importedTransfers(scope, imported)];
  const sums = await Promise.all([sumRows(database, cardTable, cards), sumRows(database, transferTable, transfers)]);
  const oldest = Math.min(start.getTime(), ...sums.map(({ oldest_at }) => oldest_at?.getTime() ?? start.getTime()));
  return {
    format,
    range,
    period: { start: new Date(oldest), end },
    lastExportAt: last?.created_at ?? null,
    knownAt: asked.since_last_export ? end : now,
    cards,
    transfers,
    row_count: sums.reduce((count, sum) => count + sum.row_count, 0),
  };
}

function rowsOf({ database }: Deps, { cards, transfers }: Export): AsyncGenerator<AccountingRow[]> {
  return mergeByDate(
    readBatches(database, cardTable, { selection: cards, sort: oldestFirst }),
    readBatches(database, transferTable, { selection: transfers, sort: oldestFirst }),
  );
}

/** Yields the parts one after the other, as their rows are read. */
async function* partsOf(report: SplitReport<AccountingRow>, batches: AsyncIterable<readonly AccountingRow[]>): AsyncGenerator<string> {
  const splitter = splitFiles(report);
  for await (const batch of batches) yield* splitter.rows(batch);
  yield splitter.end();
}

/** One file of an export, or the only one. */
interface ImportFile extends ReportFile {
  part: number;
  parts: number;
}

async function writePart(deps: Deps, brand: string, plan: Export, { name, split }: SplitFile, part: number): Promise<ImportFile> {
  let parts = 0;
  let body: string | undefined;
  for await (const file of partsOf(split(brand, plan.period), rowsOf(deps, plan))) {
    parts += 1;
    if (parts === part) body = file;
  }
  if (body === undefined) throw new DomainError('not_found');
  return { contentType: contentTypeOf(plan.format), fileName: partFileName(name(brand), part, parts), body, part, parts };
}

async function writeWhole(deps: Deps, view: ReceiverView, plan: Export, { name, whole }: WholeFile): Promise<ImportFile> {
  const writer = await whole(deps, view, plan.period);
  const fileName = name(programOf(view.receiver).brand);
  return { contentType: contentTypeOf(plan.format), fileName, body: writeFile(writer, rowsOf(deps, plan)), part: 1, parts: 1 };
}

/** Stores an export as the start of the next one; once, however often it is fetched. */
async function remember({ database }: Deps, { scope }: ReceiverView, { format, range, knownAt, row_count }: Export): Promise<void> {
  const same = { format, start_at: range.start, end_at: range.end };
  if (await databaseOf(database, scope).reportExport.findFirst({ where: same, select: { id: true } })) return;
  await databaseOf(database, scope).reportExport.create({ data: { ...same, row_count, created_at: knownAt } });
}

/** Returns the names of an export's files, part by part. */
async function fileNamesOf(deps: Deps, brand: string, plan: Export): Promise<readonly string[]> {
  const file = accountingFiles[plan.format];
  const name = file.name(brand);
  if ('whole' in file) return [name];
  let parts = 0;
  for await (const _part of partsOf(file.split(brand, plan.period), rowsOf(deps, plan))) parts += 1;
  return Array.from({ length: parts }, (_, place) => partFileName(name, place + 1, parts));
}

/** Returns an export's files and its range: a request for each file with that range returns the same rows. */
export async function presentAccountingImport(deps: Deps, view: ReceiverView, asked: Asked) {
  const plan = await planExport(deps, view, asked);
  const { brand } = programOf(view.receiver);
  const fileNames = await fileNamesOf(deps, brand, plan);
  return {
    format: plan.format,
    start_at: plan.range.start.toISOString(),
    end_at: plan.range.end.toISOString(),
    last_export_at: plan.lastExportAt?.toISOString() ?? null,
    row_count: plan.row_count,
    files: fileNames.map((file_name, place) => ({ part: place + 1, file_name })),
  };
}

/**
 * Returns one file of an export. Sending the last one completely to the customer makes it the last export. Throws
 * `not_found` for a part that does not exist.
 */
export async function writeAccountingImport(deps: Deps, view: ReceiverView, asked: Asked & { part: number }): Promise<MadeFile> {
  const plan = await planExport(deps, view, asked);
  const format = accountingFiles[plan.format];
  if ('whole' in format && asked.part !== 1) throw new DomainError('not_found');
  const { part, parts, ...file } =
    'whole' in format ? await writeWhole(deps, view, plan, format) : await writePart(deps, programOf(view.receiver).brand, plan, format, asked.part);
  return { ...file, ...(part === parts && view.isOwn && { onSent: () => remember(deps, view, plan) }) };
}
