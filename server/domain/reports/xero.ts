import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import type { SplitReport } from './splitFiles.ts';

/** Xero takes a thousand lines a file. */
const limits = { rows: 1_000, bytes: Number.POSITIVE_INFINITY };

/** For `partFileName`. */
export function xeroName(brand: string): string {
  return `${brand}-xero`;
}

/**
 * Xero's bank statement file: date and signed amount, purchases negative, and for finding a row again the merchant (or
 * the program), what it was and our id of it. In as many files as Xero's limit demands. Rows come oldest first.
 */
export function xeroReport(brand: string, period: Period): SplitReport<AccountingRow> {
  return { header: ['*Date', '*Amount', 'Payee', 'Description', 'Reference'], limits, cells: (entry) => cellsOf(entry, brand, period) };
}

function cellsOf(entry: AccountingRow, brand: string, period: Period): string[] | null {
  if (!isInImportFile(entry, period)) return null;
  const payee = entry.kind === 'card' ? entry.row.descriptor : brand;
  const description = entry.kind === 'card' ? 'CARD TRANSACTION' : describeRow(entry, brand);
  return [formatNumericDate(entry.row.created_at, 'UTC'), toDollars(signedAmount(entry)), payee, description, entry.row.id];
}
