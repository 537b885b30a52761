import { type AccountingFormat, accountingFileTypes } from '../../contract/reports.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readLedgerBalances } from '../../db/queries/ledger.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { outstanding } from '../../domain/ledger/ledger.ts';
import type { AccountingRow } from '../../domain/reports/accounting.ts';
import { ofxFileName, ofxReport } from '../../domain/reports/ofx.ts';
import { quickBooksFileName, quickBooksReport } from '../../domain/reports/quickBooks.ts';
import { quickBooksThreeColumnsName, quickBooksThreeColumnsReport } from '../../domain/reports/quickBooksThreeColumns.ts';
import type { SplitReport } from '../../domain/reports/splitFiles.ts';
import type { ReportWriter } from '../../domain/reports/writer.ts';
import { xeroName, xeroReport } from '../../domain/reports/xero.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';
import { csvType } from './writeFile.ts';

interface AnyFile {
  /** The name begins with the brand; the name of a split file has no extension. */
  name: (brand: string) => string;
  /** Leaves out transactions that may still change, for software that imports a range again and again. */
  onlySettled: boolean;
}

/** A file in one piece, however long it is. */
export interface WholeFile extends AnyFile {
  whole: (deps: Deps, view: ReceiverView, period: Period) => Promise<ReportWriter<AccountingRow>>;
}

/** A file in parts, each as long as the software accepts. */
export interface SplitFile extends AnyFile {
  split: (brand: string, period: Period) => SplitReport<AccountingRow>;
}

/** How to make the file of each format. */
export const accountingFiles: Readonly<Record<AccountingFormat, WholeFile | SplitFile>> = {
  quickbooks: {
    name: quickBooksFileName,
    onlySettled: false,
    whole: async (_deps, { receiver }, period) => quickBooksReport(programOf(receiver).brand, period),
  },
  quickbooks3: { name: quickBooksThreeColumnsName, onlySettled: true, split: quickBooksThreeColumnsReport },
  xero: { name: xeroName, onlySettled: true, split: xeroReport },
  ofx: { name: ofxFileName, onlySettled: true, whole: ofxWriter },
};

/** Returns the media type of a format's files. */
export function contentTypeOf(format: AccountingFormat): string {
  const type = accountingFileTypes[format];
  return type === 'text/csv' ? csvType : type;
}

async function ofxWriter(deps: Deps, { scope, receiver }: ReceiverView, period: Period): Promise<ReportWriter<AccountingRow>> {
  const [balances, card] = await Promise.all([
    readLedgerBalances(deps.database, scope),
    databaseOf(deps.database, scope).card.findFirst({ where: { token: receiver.lithic_card_token ?? '' }, select: { last_four: true } }),
  ]);
  const { brand } = programOf(receiver);
  return ofxReport({ brand, period, generatedAt: deps.clock(), lastFour: card?.last_four ?? '0000', outstanding_cents: outstanding(balances) });
}
