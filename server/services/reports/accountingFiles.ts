import type { Clock } from '../../clock.ts';
import type { Reading } from '../../db/database.ts';
import { owedAt } from '../../db/queries/accountEntries.ts';
import type { Period } from '../../domain/basics/periods.ts';
import type { AccountEntry } from '../../domain/reports/accountEntry.ts';
import type { AccountingRow } from '../../domain/reports/accounting.ts';
import { type AccountingFormat, accountingFileTypes } from '../../domain/reports/accountingFormats.ts';
import { ofxName, ofxReport } from '../../domain/reports/ofx.ts';
import { quickBooksFileName, quickBooksReport } from '../../domain/reports/quickBooks.ts';
import { quickBooksThreeColumnsName, quickBooksThreeColumnsReport } from '../../domain/reports/quickBooksThreeColumns.ts';
import type { SplitReport } from '../../domain/reports/splitFiles.ts';
import type { ReportWriter } from '../../domain/reports/writer.ts';
import { xeroName, xeroReport } from '../../domain/reports/xero.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { programOf } from '../receiver/programOf.ts';
import { csvType } from './reportFile.ts';

/** The classic file, in one piece, however long it is. */
export interface ClassicFile {
  fileName: (brand: string) => string;
  classic: (brand: string, period: Period) => ReportWriter<AccountingRow>;
}

/** A file of bookings, in parts as long as the software accepts, for ranges that are imported again and again. */
export interface SplitFile {
  /** The name without an extension. */
  name: (brand: string) => string;
  extension: 'csv' | 'qbo';
  split: (source: { reading: Reading; clock: Clock }, view: ReceiverView, period: Period) => Promise<SplitReport<AccountEntry>>;
}

const ofxOf: SplitFile['split'] = async ({ reading, clock }, { scope, receiver }, period) => {
  const opening_cents = await owedAt(reading, scope, period.start);
  return ofxReport({ brand: programOf(receiver).brand, period, generatedAt: clock(), receiverId: scope.receiverId, opening_cents });
};

/** How to make the file of each format. */
export const accountingFiles: Readonly<Record<AccountingFormat, ClassicFile | SplitFile>> = {
  quickbooks: { fileName: quickBooksFileName, classic: quickBooksReport },
  quickbooks3: {
    name: quickBooksThreeColumnsName,
    extension: 'csv',
    split: async (_source, { receiver }) => quickBooksThreeColumnsReport(programOf(receiver).brand),
  },
  xero: { name: xeroName, extension: 'csv', split: async (_source, { receiver }) => xeroReport(programOf(receiver).brand) },
  ofx: { name: ofxName, extension: 'qbo', split: ofxOf },
};

/** Returns the media type of a format's files. */
export function contentTypeOf(format: AccountingFormat): string {
  const type = accountingFileTypes[format];
  return type === 'text/csv' ? csvType : type;
}
