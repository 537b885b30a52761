import { InvalidRequest } from '../../contract/invalidRequest.ts';
import type { AccountingFormat } from '../../contract/reports.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readBatches } from '../../db/queries/activityBatches.ts';
import type { Selection } from '../../db/queries/activityRows.ts';
import { cardTable, transferTable } from '../../db/queries/activityTables.ts';
import { readLedgerBalances } from '../../db/queries/ledger.ts';
import { importedCards, importedTransfers, sumRows } from '../../db/queries/reportRows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { outstanding } from '../../domain/ledger/ledger.ts';
import type { AccountingRow } from '../../domain/reports/accounting.ts';
import { ofxFileName, ofxReport } from '../../domain/reports/ofx.ts';
import { quickBooksFileName, quickBooksReport } from '../../domain/reports/quickBooks.ts';
import { quickBooksThreeColumnsName, quickBooksThreeColumnsReport } from '../../domain/reports/quickBooksThreeColumns.ts';
import { partFileName, type SplitReport, splitFiles } from '../../domain/reports/splitFiles.ts';
import { xeroName, xeroReport } from '../../domain/reports/xero.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../ledger/account.ts';
import { mergeByDate } from './mergeByDate.ts';
import { oldestFirst } from './newestFirst.ts';
import { csvType, type ReportFile, writeFile } from './writeFile.ts';

interface Asked {
  format: AccountingFormat;
  start_at?: string | undefined;
  end_at?: string | undefined;
  since_last_export: boolean;
}

/** What an export is of. */
interface Export {
  format: AccountingFormat;
  /** As it is remembered: the next export since this one goes on at its end. */
  range: Period;
  /** From the oldest row that is in it: what settled late was made before the range. */
  period: Period;
  lastExportAt: Date | null;
  /** What it knew of, so that the next one brings what has settled since then. */
  knownAt: Date;
  cards: Selection;
  transfers: Selection;
  row_count: number;
}

const longestYears = 3;

function yearsBefore(instant: Date, years: number): Date {
  const earlier = new Date(instant);
  earlier.setUTCFullYear(instant.getUTCFullYear() - years);
  return earlier;
}

/**
 * What is to be exported. Since the last export means everything made since then, and, in the formats that list only what
 * has settled, what was made before and has settled since. The last export is the last one that ended before this one's
 * end, so that all parts of one export are of the same rows.
 */
async function planExport({ database, clock }: Deps, { scope, receiver }: ReceiverView, asked: Asked): Promise<Export> {
  const { format } = asked;
  const now = clock();
  const end = asked.end_at === undefined ? now : new Date(asked.end_at);
  const last = await databaseOf(database, scope).reportExport.findFirst({
    where: { format, ...(asked.since_last_export && { end_at: { lt: end } }) },
    orderBy: [{ end_at: 'desc' }, { created_at: 'desc' }],
  });
  const earliest = Math.max(yearsBefore(end, longestYears).getTime(), (last?.end_at ?? receiver.created_at).getTime());
  const start = asked.start_at === undefined ? new Date(earliest) : new Date(asked.start_at);
  if (start >= end) {
    throw new InvalidRequest([{ path: 'query.end_at', message: 'The range has not begun yet.', fix: 'Leave end_at out, or send a later one.' }]);
  }
  const range = { start, end };
  const imported = { period: range, onlySettled: format !== 'quickbooks', knownAt: asked.since_last_export && last ? last.created_at : null };
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

/** A file that comes in parts. */
function splitReportOf({ format, period }: Export, brand: string): { name: string; report: SplitReport<AccountingRow> } | null {
  if (format === 'quickbooks3') return { name: quickBooksThreeColumnsName(brand), report: quickBooksThreeColumnsReport(brand, period) };
  return format === 'xero' ? { name: xeroName(brand), report: xeroReport(brand, period) } : null;
}

/** The parts one after the other, as their rows come. */
async function* partsOf(report: SplitReport<AccountingRow>, batches: AsyncIterable<readonly AccountingRow[]>): AsyncGenerator<string> {
  const splitter = splitFiles(report);
  for await (const batch of batches) yield* splitter.rows(batch);
  yield splitter.end();
}

/** The file, or one of the files, of an export. */
interface ImportFile extends ReportFile {
  part: number;
  parts: number;
}

async function writePart(deps: Deps, plan: Export, { name, report }: { name: string; report: SplitReport<AccountingRow> }, part: number): Promise<ImportFile> {
  let parts = 0;
  let body: string | undefined;
  for await (const file of partsOf(report, rowsOf(deps, plan))) {
    parts += 1;
    if (parts === part) body = file;
  }
  if (body === undefined) throw new DomainError('not_found');
  return { contentType: csvType, fileName: partFileName(name, part, parts), body, part, parts };
}

async function writeWhole(deps: Deps, { scope, receiver }: ReceiverView, plan: Export): Promise<ImportFile> {
  const { brand } = programOf(receiver);
  const whole = { part: 1, parts: 1 };
  if (plan.format === 'quickbooks') {
    return { ...whole, contentType: csvType, fileName: quickBooksFileName(brand), body: writeFile(quickBooksReport(brand, plan.period), rowsOf(deps, plan)) };
  }
  const [balances, card] = await Promise.all([
    readLedgerBalances(deps.database, scope),
    databaseOf(deps.database, scope).card.findFirst({ where: { token: receiver.lithic_card_token ?? '' }, select: { last_four: true } }),
  ]);
  const facts = { brand, period: plan.period, generatedAt: deps.clock(), lastFour: card?.last_four ?? '0000', outstanding_cents: outstanding(balances) };
  return { ...whole, contentType: 'application/x-ofx', fileName: ofxFileName(brand), body: writeFile(ofxReport(facts), rowsOf(deps, plan)) };
}

/** Remembers an export once all of it was handed over, for the next one since the last. Once, however often it is fetched. */
async function* remember({ database }: Deps, { scope }: ReceiverView, { format, range, knownAt, row_count }: Export, body: ReportFile['body']) {
  if (typeof body === 'string' || Buffer.isBuffer(body)) yield body;
  else yield* body;
  const same = { format, start_at: range.start, end_at: range.end };
  if (await databaseOf(database, scope).reportExport.findFirst({ where: same, select: { id: true } })) return;
  await databaseOf(database, scope).reportExport.create({ data: { ...same, row_count, created_at: knownAt } });
}

/** Which files an export has, and of what range: asking for each of them with that range brings the same rows. */
export async function presentAccountingImport(deps: Deps, view: ReceiverView, asked: Asked) {
  const plan = await planExport(deps, view, asked);
  const { brand } = programOf(view.receiver);
  const split = splitReportOf(plan, brand);
  let parts = split ? 0 : 1;
  if (split) for await (const _file of partsOf(split.report, rowsOf(deps, plan))) parts += 1;
  const wholeName = plan.format === 'ofx' ? ofxFileName(brand) : quickBooksFileName(brand);
  const nameOf = (part: number) => (split ? partFileName(split.name, part, parts) : wholeName);
  return {
    format: plan.format,
    start_at: plan.range.start.toISOString(),
    end_at: plan.range.end.toISOString(),
    last_export_at: plan.lastExportAt?.toISOString() ?? null,
    row_count: plan.row_count,
    files: Array.from({ length: parts }, (_, place) => ({ part: place + 1, file_name: nameOf(place + 1) })),
  };
}

/**
 * One file of an export. The last of them, handed over whole to the customer, makes it the last export. Throws
 * `not_found` for a part that there is not.
 */
export async function writeAccountingImport(deps: Deps, view: ReceiverView, asked: Asked & { part: number }): Promise<ReportFile> {
  const plan = await planExport(deps, view, asked);
  const split = splitReportOf(plan, programOf(view.receiver).brand);
  if (!split && asked.part !== 1) throw new DomainError('not_found');
  const { part, parts, body, ...file } = split ? await writePart(deps, plan, split, asked.part) : await writeWhole(deps, view, plan);
  return { ...file, body: part === parts && view.isOwn ? remember(deps, view, plan, body) : body };
}
