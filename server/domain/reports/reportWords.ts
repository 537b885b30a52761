/** Said to a customer whom staff show no statements. */
export const noStatements = 'This account has no account statements. Ask support.';

/** The words to a merchant about each report of a range: what the file holds, and why there is none where there is none. */
export const reportWords = {
  card: {
    explanation: 'Each purchase and refund, with its status and the day it is to be repaid.',
    missing: 'There is no card to report on yet.',
  },
  repayments: {
    explanation: 'What was drawn from your bank, and what was credited to you by hand.',
    missing: 'There is no bank account linked.',
  },
  receivables: {
    explanation: 'What your connected store reported.',
    missing: 'There is no store connected.',
  },
} as const;
