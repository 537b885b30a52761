import { formatShortDate } from '../basics/dateFormats.ts';
import type { AccountingFormat } from './accountingFormats.ts';

/** The words to a merchant about each accounting format, in the order in which they are offered. */
export const accountingWords: Readonly<Record<AccountingFormat, { readonly name: string; readonly explanation: string }>> = {
  quickbooks3: {
    name: 'QuickBooks',
    explanation:
      'Three columns: day of settlement, description and amount. Purchases are negative. Long ranges come in several files, each as long as QuickBooks takes.',
  },
  quickbooks: {
    name: 'QuickBooks, four columns',
    explanation: 'Day of purchase or debit, description, credit and debit, as this file has always been: for whoever has set up their import for it.',
  },
  xero: { name: 'Xero', explanation: 'With the column names that Xero asks for, by the day of settlement. Purchases are negative.' },
  ofx: { name: 'OFX', explanation: 'For QuickBooks Desktop and other programs, by the day of settlement. A transaction that is imported twice is recognized.' },
};

/** The formats in the order in which they are offered. */
export const offeredFormats = Object.keys(accountingWords) as readonly AccountingFormat[];

/** Says that an import would be empty, and how the merchant finds something. */
export function nothingToImport(isSinceLast: boolean, lastExportAt: string | null): string {
  if (!isSinceLast) return 'Nothing was booked in this range, so there is no file. Choose an earlier first day or a later last day.';
  if (lastExportAt === null) return 'Nothing has been booked yet, so there is no file. Your purchases and repayments are offered here once they have settled.';
  const day = formatShortDate(new Date(lastExportAt), 'local');
  return `Nothing new has been booked since your last export on ${day}. Choose “Of a range” to download earlier transactions again.`;
}
