import { formatDayMonthYear } from '../basics/dateFormats.ts';
import { negate, toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInClassicFile } from './accounting.ts';
import { csvLine, csvLines } from './csv.ts';
import type { ReportWriter } from './writer.ts';

/**
 * The accounting import file in four columns. Merchants' scripts rely on it, so its format must not change:
 * `05-Jan-2026`, the merchant always in quotes, a chargeback as a negative credit. What came back after it had settled
 * is a row of the day on which it did: a negative credit for a card's, a credit for a repayment.
 */

export function quickBooksFileName(brand: string): string {
  return `${brand}-quickbooks.csv`;
}

/** Rows come oldest first; see `compareByDate`. */
export function quickBooksReport(brand: string, period: Period): ReportWriter<AccountingRow> {
  return {
    begin: () => csvLines([['Date', 'Description', 'Credit', 'Debit']]),
    rows: (batch) =>
      batch
        .filter((entry) => isInClassicFile(entry, period))
        .map((entry) => line(entry, brand))
        .join(''),
    end: () => '',
  };
}

function line(entry: AccountingRow, brand: string): string {
  const start = [formatDayMonthYear(entry.row.created_at), describeRow(entry, brand)];
  if (entry.kind === 'card') return csvLine([...start, toDollars(entry.row.amount_cents), ''], [1]);
  const isChargeback = entry.row.is_manual && entry.row.transaction_type === 'chargeback';
  const wentToMerchant = !entry.row.is_manual && entry.row.amount_cents < 0;
  const amounts = isChargeback || wentToMerchant ? [toDollars(negate(entry.row.amount_cents)), ''] : ['', toDollars(entry.row.amount_cents)];
  return csvLine([...start, ...amounts], []);
}
