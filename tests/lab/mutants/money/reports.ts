import { mistakesIn } from '../mistake.ts';

export const reportMistakes = [
  ...mistakesIn('server/domain/basics/periods.ts', [
    ['instant.getTime() < period.end.getTime()', 'instant.getTime() <= period.end.getTime()', 'A row at midnight stands in two months.'],
    ['period.start.getTime() <= instant.getTime()', 'period.start.getTime() < instant.getTime()', 'A row at midnight stands in no month.'],
  ]),
  ...mistakesIn('server/domain/reports/quickBooks.ts', [
    ['toDollars(negate(entry.row.amount_cents))', 'toDollars(entry.row.amount_cents)', 'A chargeback has the wrong sign in the classic file.'],
  ]),
  ...mistakesIn('server/domain/reports/ofx.ts', [
    ["if (signedAmount(entry) < 0) return 'DEBIT';", "if (signedAmount(entry) > 0) return 'DEBIT';", 'Purchases are credits in the bank file.'],
    ['<TRNAMT>${toDollars(signedAmount(entry))}', '<TRNAMT>${toDollars(entry.row.amount_cents)}', 'Purchases raise the balance in the bank file.'],
  ]),
];
