import { mistakesIn } from '../mistake.ts';

const accounting = mistakesIn('server/domain/reports/accounting.ts', [
  [
    "return kind === 'card' ? negate(row.amount_cents) : row.amount_cents;",
    "return kind === 'card' ? row.amount_cents : negate(row.amount_cents);",
    'Purchases are imported as income.',
  ],
  [
    'if (row.amount_cents === 0 || !contains(period, row.created_at)) return false;',
    'if (row.amount_cents === 0) return false;',
    'A file holds rows of other months.',
  ],
  [
    "kind === 'card' ? isOnStatement(row) : isTransferOnStatement(row)",
    "kind === 'card' ? isShownCardTransaction(row) : isTransferOnStatement(row)",
    'Pending purchases are imported, with amounts that still change.',
  ],
]);

const files = [
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
  ...mistakesIn('server/domain/reports/splitFiles.ts', [['count === limits.rows', 'count > limits.rows', 'A file has one row more than QuickBooks reads.']]),
];

export const reportMistakes = [...accounting, ...files];
