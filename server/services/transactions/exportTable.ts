import { readBatches } from '../../db/queries/activityBatches.ts';
import { receivableTable, transferTable } from '../../db/queries/activityTables.ts';
import { type FoundRows, findCards, findRows } from '../../db/queries/shownRows.ts';
import { shownTableFileName, shownTableReports } from '../../domain/reports/shownTable.ts';
import type { ReportWriter } from '../../domain/reports/writer.ts';
import { searchTerm } from '../../domain/table/table.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../ledger/account.ts';
import { csvType, type ReportFile, writeFile } from '../reports/writeFile.ts';
import { type ShownTable, sortOf } from './listTransactions.ts';

const fileNameOf = ({ receiver }: ReceiverView, { tab }: ShownTable) => shownTableFileName(programOf(receiver).brand, tab);

async function find({ database }: Deps, { scope }: ReceiverView, { tab, q }: ShownTable) {
  const term = searchTerm(q);
  switch (tab) {
    case 'card':
      return { tab, ...(await findCards(database, scope, term)) };
    case 'repayments':
      return { tab, ...(await findRows(database, scope, transferTable, term)) };
    case 'receivables':
      return { tab, ...(await findRows(database, scope, receivableTable, term)) };
  }
}

/** How many rows the file of what a table shows has. */
export async function presentTableExport(deps: Deps, view: ReceiverView, shown: ShownTable) {
  const { total } = await find(deps, view, shown);
  return { file_name: fileNameOf(view, shown), row_count: total };
}

/** All rows that a table shows, search and sort included, as a file of any length. */
export async function writeTableExport(deps: Deps, view: ReceiverView, shown: ShownTable): Promise<ReportFile> {
  const found = await find(deps, view, shown);
  const rows = <Row extends { id: string; created_at: Date }, Cells extends readonly unknown[]>(
    writer: ReportWriter<Row>,
    { source, selection }: FoundRows<Row, Cells>,
  ) => writeFile(writer, readBatches(deps.database, source, { selection, sort: sortOf(shown) }));
  return { contentType: csvType, fileName: fileNameOf(view, shown), body: bodyOf() };

  function bodyOf(): AsyncGenerator<string> {
    if (found.tab === 'card') return rows(shownTableReports.card(), found);
    return found.tab === 'repayments' ? rows(shownTableReports.repayments(), found) : rows(shownTableReports.receivables(), found);
  }
}
