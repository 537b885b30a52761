import { readBatches } from '../../db/queries/activityBatches.ts';
import { type ActivityTable, cardTable, type RowSource, receivableTable, transferTable } from '../../db/queries/activityTables.ts';
import { countMatches, matchingRows } from '../../db/queries/shownRows.ts';
import { tableFileName, tableReports } from '../../domain/reports/tableFile.ts';
import type { ReportWriter } from '../../domain/reports/writer.ts';
import type { TabKey } from '../../domain/table/table.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { readNamedCards } from '../card/namedCards.ts';
import type { FileDeps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { type AskedTable, sortOf, wantedOf } from '../transactions/listTransactions.ts';
import { csvType, type ReportFile } from './reportFile.ts';
import { writeFile } from './writeFile.ts';

const tables: Readonly<Record<TabKey, RowSource>> = { card: cardTable, repayments: transferTable, receivables: receivableTable };

const fileNameOf = ({ receiver }: ReceiverView, { tab }: AskedTable) => tableFileName(programOf(receiver).brand, tab);

const filed = (shown: AskedTable) => ({ ...wantedOf(shown), isFile: true });

/** Returns the name of a table's file and the number of its rows. */
export async function presentTableExport({ beginReading }: FileDeps, view: ReceiverView, shown: AskedTable) {
  const row_count = await countMatches(await beginReading(), tables[shown.tab], view.scope, filed(shown));
  return { file_name: fileNameOf(view, shown), row_count };
}

/** Writes all rows that a table shows but card checks, search, filters and sort included, as a file of any length. */
export async function writeTableExport({ beginReading }: FileDeps, view: ReceiverView, shown: AskedTable): Promise<ReportFile> {
  const reading = await beginReading();
  const rows = <Row extends { id: string; created_at: Date }, Cells extends readonly unknown[]>(writer: ReportWriter<Row>, source: ActivityTable<Row, Cells>) =>
    writeFile(writer, readBatches(reading, source, { selection: matchingRows(source, view.scope, filed(shown)), sort: sortOf(shown) }));
  return { contentType: csvType, fileName: fileNameOf(view, shown), body: await bodyOf(shown.tab) };

  async function bodyOf(tab: TabKey): Promise<AsyncGenerator<string>> {
    switch (tab) {
      case 'card':
        return rows(tableReports.card(await readNamedCards(reading, view)), cardTable);
      case 'repayments':
        return rows(tableReports.repayments(), transferTable);
      case 'receivables':
        return rows(tableReports.receivables(), receivableTable);
    }
  }
}
