/** The five downloads, in their order. */
export const reportTitles = {
  card: 'Card transactions',
  repayments: 'Repayments',
  receivables: 'Recent receivables',
  statements: 'Account statements',
  accounting: 'Accounting import',
} as const;

export type ReportName = keyof typeof reportTitles;
