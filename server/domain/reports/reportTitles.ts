/** The titles of the five downloads, in the order in which they are listed. */
export const reportTitles = {
  card: 'Card transactions',
  repayments: 'Repayments',
  receivables: 'Recent receivables',
  statements: 'Account statements',
  accounting: 'Accounting import',
} as const;

export type ReportName = keyof typeof reportTitles;
