/** The accounting software, or the file of a bank, that an import file is made for. */
export const accountingFormats = ['quickbooks', 'quickbooks3', 'xero', 'ofx'] as const;
export type AccountingFormat = (typeof accountingFormats)[number];

/** The media type of each format, as it is asked for and answered. */
export const accountingFileTypes: Readonly<Record<AccountingFormat, 'text/csv' | 'application/x-ofx'>> = {
  quickbooks: 'text/csv',
  quickbooks3: 'text/csv',
  xero: 'text/csv',
  ofx: 'application/x-ofx',
};

/** Display name of each format's file type. */
export const accountingFileNames: Readonly<Record<AccountingFormat, string>> = { quickbooks: 'CSV', quickbooks3: 'CSV', xero: 'CSV', ofx: 'OFX' };
