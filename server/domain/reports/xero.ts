import { formatNumericDate } from '../basics/dateFormats.ts';
import { toDollars } from '../basics/money.ts';
import { type AccountEntry, describeEntry, signedAmount } from './accountEntry.ts';
import { type SplitReport, splitCsv } from './splitFiles.ts';

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
export function xeroReport(brand: string): SplitReport<AccountEntry> {
  return splitCsv(['*Date', '*Amount', 'Payee', 'Description', 'Reference'], limits, (entry) => [
    formatNumericDate(entry.posted_at),
    toDollars(signedAmount(entry)),
    entry.isCard ? entry.descriptor : brand,
    entry.isCard ? `CARD TRANSACTION${entry.isReversal ? ' REVERSED' : ''}` : describeEntry(entry, brand),
    entry.id,
  ]);
}
