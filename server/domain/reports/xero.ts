import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import type { SplitReport } from './splitFiles.ts';

/** Xero reads at most a thousand lines per file. */
const limits = { rows: 1_000, bytes: Number.POSITIVE_INFINITY };

/** Returns the file's name for `partFileName`. */
export function xeroName(brand: string): string {
  return `${brand}-xero`;
}

/**
 * Xero's bank statement file: date and signed amount, purchases negative, and to identify a row the merchant (or the
 * program), a description and our id. It is split into files within Xero's limit. Rows come oldest first.
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
