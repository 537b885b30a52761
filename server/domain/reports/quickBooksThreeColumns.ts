import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import { type AccountEntry, describeEntry, signedAmount } from './accountEntry.ts';
import { withoutNumbers } from './descriptors.ts';
import { type SplitReport, splitCsv } from './splitFiles.ts';

/** QuickBooks Online reads at most a thousand rows and 350 KB per file, and silently ignores the rest. */
const limits = { rows: 1_000, bytes: 350_000 };

/** Returns the file's name for `partFileName`. */
export function quickBooksThreeColumnsName(brand: string): string {
  return `${brand}-quickbooks-import`;
}

/**
 * The accounting import file that QuickBooks accepts at the first try: date, description without telephone and store
 * numbers, and one signed amount, purchases negative, split into files within QuickBooks' limits. Rows come oldest first.
 */
export function quickBooksThreeColumnsReport(brand: string): SplitReport<AccountEntry> {
  return splitCsv(['Date', 'Description', 'Amount'], limits, (entry) => [
    formatNumericDate(entry.posted_at),
    withoutNumbers(describeEntry(entry, brand)),
    toDollars(signedAmount(entry)),
  ]);
}
