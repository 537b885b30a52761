import type { AccountingFormat } from './accountingFormats.ts';

/** The words to a merchant about each accounting format, in the order in which they are offered. */
export const accountingWords: Readonly<Record<AccountingFormat, { readonly name: string; readonly explanation: string }>> = {
  quickbooks3: {
    name: 'QuickBooks',
    explanation: 'Three columns: date, description and amount. Purchases are negative. Long ranges come in several files, each as long as QuickBooks takes.',
  },
  quickbooks: {
    name: 'QuickBooks, four columns',
    explanation: 'Date, description, credit and debit, as this file has always been: for whoever has set up their import for it.',
  },
  xero: { name: 'Xero', explanation: 'With the column names that Xero asks for. Purchases are negative.' },
  ofx: { name: 'OFX', explanation: 'For QuickBooks Desktop and other programs. A transaction that is imported twice is recognized.' },
};

/** The formats in the order in which they are offered. */
export const offeredFormats = Object.keys(accountingWords) as readonly AccountingFormat[];
