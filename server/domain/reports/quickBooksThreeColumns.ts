import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import type { SplitReport } from './splitFiles.ts';

/** QuickBooks Online reads at most a thousand rows and 350 KB per file, and silently ignores the rest. */
const limits = { rows: 1_000, bytes: 350_000 };

/** Returns the file's name for `partFileName`. */
export function quickBooksThreeColumnsName(brand: string): string {
  return `${brand}-quickbooks-import`;
}

/**
 * The accounting import file that QuickBooks accepts at the first try: date, description and one signed amount, purchases
 * negative, no rows of 0, split into files within QuickBooks' limits. Rows come oldest first.
 */
export function quickBooksThreeColumnsReport(brand: string, period: Period): SplitReport<AccountingRow> {
  return { header: ['Date', 'Description', 'Amount'], limits, cells: (entry) => cellsOf(entry, brand, period) };
}

function cellsOf(entry: AccountingRow, brand: string, period: Period): string[] | null {
  if (!isInImportFile(entry, period)) return null;
  return [formatNumericDate(entry.row.created_at, 'UTC'), describeRow(entry, brand), toDollars(signedAmount(entry))];
}
