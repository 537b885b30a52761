import { formatNumericDate } from '../dateFormats.ts';
import { toDollars } from '../money.ts';
import type { Period } from '../periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import { splitFiles } from './splitFiles.ts';

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
export function xeroFiles(rows: Iterable<AccountingRow>, brand: string, period: Period): Generator<string> {
  return splitFiles(['*Date', '*Amount', 'Payee', 'Description', 'Reference'], lines(rows, brand, period), limits);
}

function* lines(rows: Iterable<AccountingRow>, brand: string, period: Period): Generator<string[]> {
  for (const entry of rows) {
    if (!isInImportFile(entry, period)) continue;
    const payee = entry.kind === 'card' ? entry.row.descriptor : brand;
    const description = entry.kind === 'card' ? 'CARD TRANSACTION' : describeRow(entry, brand);
    yield [formatNumericDate(entry.row.created_at, 'UTC'), toDollars(signedAmount(entry)), payee, description, entry.row.id];
  }
}
