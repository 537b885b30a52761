import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import type { SplitReport } from './splitFiles.ts';

/** QuickBooks Online takes a thousand rows and 350 KB a file; beyond that it stops without saying so. */
const limits = { rows: 1_000, bytes: 350_000 };

/** For `partFileName`. */
export function quickBooksThreeColumnsName(brand: string): string {
  return `${brand}-quickbooks-import`;
}

/**
 * The accounting import file that QuickBooks takes the first time: date, description and one signed amount, purchases
 * negative, no rows of nothing, in as many files as QuickBooks' limits demand. Rows come oldest first.
 */
export function quickBooksThreeColumnsReport(brand: string, period: Period): SplitReport<AccountingRow> {
  return { header: ['Date', 'Description', 'Amount'], limits, cells: (entry) => cellsOf(entry, brand, period) };
}

function cellsOf(entry: AccountingRow, brand: string, period: Period): string[] | null {
  if (!isInImportFile(entry, period)) return null;
  return [formatNumericDate(entry.row.created_at, 'UTC'), describeRow(entry, brand), toDollars(signedAmount(entry))];
}
