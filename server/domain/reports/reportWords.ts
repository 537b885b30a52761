/** Said to a customer whom staff show no statements. */
export const noStatements = 'This account has no account statements. Ask support.';

/** Says why a month's statement and a file of the same days have different rows. */
export const statementsExplanation =
  'A statement lists what settled in its month, by the day it settled. A file of a range goes by the day of the purchase or debit, so the two may differ at both ends of a month.';

/** The words to a merchant about each report of a range: what the file holds, and why there is none where there is none. */
export const reportWords = {
  card: {
    explanation: 'Each purchase and refund by the day it was made, with its status and the day it is to be repaid.',
    missing: 'There is no card to report on yet.',
  },
  repayments: {
    explanation: 'What was drawn from your bank, by the day the debit was sent, and what was credited to you by hand.',
    missing: 'There is no bank account linked.',
  },
  receivables: {
    explanation: 'What your connected store reported.',
    missing: 'There is no store connected.',
  },
} as const;
