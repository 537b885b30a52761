import { formatNumericDate } from '../dateFormats.ts';
import { toDollars } from '../money.ts';
import type { Period } from '../periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import { splitFiles } from './splitFiles.ts';

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
export function quickBooksThreeColumnsFiles(rows: Iterable<AccountingRow>, brand: string, period: Period): Generator<string> {
  return splitFiles(['Date', 'Description', 'Amount'], lines(rows, brand, period), limits);
}

function* lines(rows: Iterable<AccountingRow>, brand: string, period: Period): Generator<string[]> {
  for (const entry of rows) {
    if (!isInImportFile(entry, period)) continue;
    yield [formatNumericDate(entry.row.created_at, 'UTC'), describeRow(entry, brand), toDollars(signedAmount(entry))];
  }
}
