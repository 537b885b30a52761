import { readBatches } from '../../db/queries/activityBatches.ts';
import { receivableTable } from '../../db/queries/activityTables.ts';
import { receivablesOf, sumRows } from '../../db/queries/reportRows.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { recentReceivablesFileName, recentReceivablesReport } from '../../domain/reports/recentReceivables.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { newestFirst } from './newestFirst.ts';
import { csvType, type ReportFile } from './reportFile.ts';
import { writeFile } from './writeFile.ts';

const fileNameOf = ({ receiver }: ReceiverView) => recentReceivablesFileName(programOf(receiver).brand);

/** Returns the file name of a period's receivables and their number. */
export async function presentReceivablesReport({ beginReading }: Deps, view: ReceiverView, period: Period) {
  const { row_count } = await sumRows(await beginReading(), receivableTable, receivablesOf(view.scope, { period }));
  return { file_name: fileNameOf(view), row_count };
}

/** Returns the store's receivables of a period, newest first, as a file of any length. */
export async function writeReceivablesReport({ beginReading }: Deps, view: ReceiverView, period: Period): Promise<ReportFile> {
  const reading = await beginReading();
  const selection = receivablesOf(view.scope, { period });
  return {
    contentType: csvType,
    fileName: fileNameOf(view),
    body: writeFile(recentReceivablesReport(period), readBatches(reading, receivableTable, { selection, sort: newestFirst })),
  };
}
