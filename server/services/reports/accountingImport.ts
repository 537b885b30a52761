import { InvalidRequest } from '../../contract/invalidRequest.ts';
import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAccountEntries, sumAccountEntries } from '../../db/queries/accountEntries.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Period } from '../../domain/basics/periods.ts';
import type { AccountingFormat } from '../../domain/reports/accountingFormats.ts';
import { partFileName, splitFiles } from '../../domain/reports/splitFiles.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { accountingFiles, type ClassicFile, contentTypeOf, type SplitFile } from './accountingFiles.ts';
import { readClassicRows } from './classicRows.ts';
import { closeBooks } from './closeBooks.ts';
import type { MadeFile, ReportFile } from './reportFile.ts';
import { writeFile } from './writeFile.ts';

interface Asked {
  format: AccountingFormat;
  start_at?: string | undefined;
  end_at?: string | undefined;
  since_last_export: boolean;
}

/** The plan of one export: its format and range. */
interface Export {
  format: AccountingFormat;
  /** The next export since this one begins at its end. */
  range: Period;
  isSinceLast: boolean;
  lastExportAt: Date | null;
  /** When it was asked for. */
  madeAt: Date;
  /** The export has everything that was booked until then. */
  reading: Reading;
}

/**
 * Plans an export. It ends now at the latest, when the books are closed, so that the next one has all that is booked
 * after it. "Since the last export" begins where the last one ended that ended before this one's end, so that all parts
 * of one export have the same rows.
 */
async function planExport(deps: Deps, { scope, receiver }: ReceiverView, asked: Asked): Promise<Export> {
  const { format, since_last_export: isSinceLast } = asked;
  const madeAt = await closeBooks(deps, scope);
  const end = new Date(Math.min(madeAt.getTime(), asked.end_at === undefined ? madeAt.getTime() : new Date(asked.end_at).getTime()));
  const last = await databaseOf(deps.database, scope).reportExport.findFirst({
    where: { format, ...(isSinceLast && { end_at: { lt: end } }) },
    orderBy: [{ end_at: 'desc' }, { created_at: 'desc' }],
  });
  const start = asked.start_at === undefined ? (last?.end_at ?? receiver.created_at) : new Date(asked.start_at);
  if (start >= end) {
    throw new InvalidRequest([{ path: 'query.end_at', message: 'The range has not begun yet.', fix: 'Leave end_at out, or send a later one.' }]);
  }
  return { format, range: { start, end }, isSinceLast, lastExportAt: last?.created_at ?? null, madeAt, reading: await deps.beginReading() };
}

/** Yields the parts one after the other, as their rows are read. */
async function* partsOf({ clock }: Deps, view: ReceiverView, { range, reading }: Export, { split }: SplitFile): AsyncGenerator<string> {
  const splitter = splitFiles(await split({ reading, clock }, view, range));
  for await (const batch of readAccountEntries(reading, view.scope, range)) yield* splitter.rows(batch);
  yield splitter.end();
}

/** One file of an export, or the only one. */
interface ImportFile extends ReportFile {
  part: number;
  parts: number;
}

async function writePart(deps: Deps, view: ReceiverView, plan: Export, { file, part }: { file: SplitFile; part: number }): Promise<ImportFile> {
  let parts = 0;
  let body: string | undefined;
  for await (const text of partsOf(deps, view, plan, file)) {
    parts += 1;
    if (parts === part) body = text;
  }
  if (body === undefined) throw new DomainError('not_found');
  const fileName = partFileName(file.name(programOf(view.receiver).brand), part, parts, file.extension);
  return { contentType: contentTypeOf(plan.format), fileName, body, part, parts };
}

async function writeClassic({ scope, receiver }: ReceiverView, plan: Export, file: ClassicFile): Promise<ImportFile> {
  const { brand } = programOf(receiver);
  const { period, batches } = await readClassicRows(plan.reading, scope, plan.range, plan.isSinceLast);
  return { contentType: contentTypeOf(plan.format), fileName: file.fileName(brand), body: writeFile(file.classic(brand, period), batches), part: 1, parts: 1 };
}

async function countRows({ scope }: ReceiverView, { format, range, isSinceLast, reading }: Export): Promise<number> {
  if ('classic' in accountingFiles[format]) return (await readClassicRows(reading, scope, range, isSinceLast)).row_count;
  const { card_count, credit_count } = await sumAccountEntries(reading, scope, range);
  return card_count + credit_count;
}

/** Stores an export as the start of the next one; once, however often it is fetched. */
async function remember(deps: Deps, view: ReceiverView, plan: Export): Promise<void> {
  const { format, range, madeAt } = plan;
  const { reportExport } = databaseOf(deps.database, view.scope);
  const same = { format, start_at: range.start, end_at: range.end };
  if (await reportExport.findFirst({ where: same, select: { id: true } })) return;
  await reportExport.create({ data: { ...same, row_count: await countRows(view, plan), created_at: madeAt } });
}

/** Returns the names of an export's files, part by part. */
async function fileNamesOf(deps: Deps, view: ReceiverView, plan: Export): Promise<readonly string[]> {
  const file = accountingFiles[plan.format];
  const { brand } = programOf(view.receiver);
  if ('classic' in file) return [file.fileName(brand)];
  let parts = 0;
  for await (const _part of partsOf(deps, view, plan, file)) parts += 1;
  return Array.from({ length: parts }, (_, place) => partFileName(file.name(brand), place + 1, parts, file.extension));
}

/** Returns an export's files and its range: a request for each file with that range returns the same rows. */
export async function presentAccountingImport(deps: Deps, view: ReceiverView, asked: Asked) {
  const plan = await planExport(deps, view, asked);
  const fileNames = await fileNamesOf(deps, view, plan);
  return {
    format: plan.format,
    start_at: plan.range.start.toISOString(),
    end_at: plan.range.end.toISOString(),
    last_export_at: plan.lastExportAt?.toISOString() ?? null,
    row_count: await countRows(view, plan),
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
  if ('classic' in format && asked.part !== 1) throw new DomainError('not_found');
  const { part, parts, ...file } =
    'classic' in format ? await writeClassic(view, plan, format) : await writePart(deps, view, plan, { file: format, part: asked.part });
  return { ...file, ...(part === parts && view.isOwn && { onSent: () => remember(deps, view, plan) }) };
}
