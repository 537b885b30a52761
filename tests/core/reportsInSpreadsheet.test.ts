import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cents, noMoney } from '../../server/domain/basics/money.ts';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import type { AccountEntry } from '../../server/domain/reports/accountEntry.ts';
import type { AccountingRow } from '../../server/domain/reports/accounting.ts';
import { cardMonthText } from '../../server/domain/reports/cardMonths.ts';
import { cardsFileText, type ListedCard } from '../../server/domain/reports/cardsFile.ts';
import { cardTransactionsReport } from '../../server/domain/reports/cardTransactions.ts';
import { quickBooksReport } from '../../server/domain/reports/quickBooks.ts';
import { quickBooksThreeColumnsReport } from '../../server/domain/reports/quickBooksThreeColumns.ts';
import { recentReceivablesReport } from '../../server/domain/reports/recentReceivables.ts';
import { repaymentsReport } from '../../server/domain/reports/repayments.ts';
import { type SplitReport, splitFiles } from '../../server/domain/reports/splitFiles.ts';
import { tableReports } from '../../server/domain/reports/tableFile.ts';
import { xeroReport } from '../../server/domain/reports/xero.ts';
import { creditEntry, entry, purchase, receivable, repayment } from '../support/activity.ts';
import { openInSpreadsheet, type SheetCell } from '../support/spreadsheet.ts';
import { writeReport } from '../support/writeReport.ts';

// An office suite starts slowly, and the first time it has to be installed.
vi.setConfig({ hookTimeout: 300_000 });

/** Every way in which a merchant's name has ever been taken for a formula, and names that only look like trouble. */
const descriptors = [
  '=1+1',
  '=HYPERLINK("http://example.com","Invoice")',
  '+1-800-555-0199',
  '+SUM(1,2)',
  '-2+3',
  '@SUM(1,2)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '＝1+1',
  "'=1+1",
  '"=1+1"',
  'ACME, Inc. "Supplies"',
  'Zoë & Söhne <b>',
];

const january = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };
const generatedAt = new Date('2026-02-03T08:12:45Z');
const amounts = [1_234, -500, 100_000, 7, 123_456_789];
const purchases = descriptors.map((descriptor, place) =>
  purchase({ id: `tx-${place}`, descriptor, amount_cents: cents(amounts[place % amounts.length] ?? 0) }),
);
const repayments = [
  repayment(),
  repayment({ id: 'tr-2', is_manual: true, transaction_type: 'chargeback', amount_cents: cents(250) }),
  repayment({ id: 'tr-3', is_manual: true, transaction_type: 'refund', amount_cents: cents(-300) }),
];
const receivables = [receivable(), receivable({ id: 're-2', type: '=1+1', amount_cents: cents(-123_456) })];
const entries: AccountingRow[] = [
  ...purchases.map((row) => ({ kind: 'card', row }) as const),
  ...repayments.map((row) => ({ kind: 'bank', row: { ...row, status: 'settled' } }) as const),
];

const listedCard: ListedCard = {
  name: 'Ads',
  person: 'Ana Lopez',
  purpose: null,
  kind: 'standard',
  isPhysical: false,
  label: 'Card Active',
  lastFour: '0042',
  expires: '2031-11',
  limits: noControls,
  left: noMoney,
  spentThisMonth: noMoney,
};

const booked = [
  ...purchases.map(({ id, descriptor, amount_cents }) => entry({ id, descriptor, amount_cents })),
  creditEntry(),
  creditEntry({ id: 'tr-2', kind: 'chargeback', amount_cents: cents(-250) }),
];
const onlyFile = (report: SplitReport<AccountEntry>) => {
  const splitter = splitFiles(report);
  return [...splitter.rows(booked), splitter.end()].join('');
};

let sheets: Record<string, SheetCell[][]>;
beforeAll(async () => {
  sheets = await openInSpreadsheet({
    control: 'Date,Text,Amount\r\n01/05/2026,=1+1,12.34\r\n',
    card: writeReport(cardTransactionsReport({ period: january, generatedAt, total_spent_cents: cents(123_456) }), purchases),
    repayments: writeReport(repaymentsReport({ period: january, generatedAt, total_debited_cents: cents(-5_000) }), repayments),
    receivables: writeReport(recentReceivablesReport(january), receivables),
    quickbooks: writeReport(quickBooksReport('=Headway', january), entries),
    quickbooks3: onlyFile(quickBooksThreeColumnsReport('=Headway')),
    xero: onlyFile(xeroReport('=Headway')),
    shownCards: writeReport(
      tableReports.card(descriptors.map((name, place) => ({ token: `card-${place}`, name, last_four: '4242', holder: { id: null, name } }))),
      purchases.map((row, place) => ({ ...row, foreign: null, card_token: `card-${place}` })),
    ),
    shownRepayments: writeReport(tableReports.repayments(), repayments),
    shownReceivables: writeReport(tableReports.receivables(), receivables),
    cardMonth: cardMonthText('card', [{ key: 'card', name: 'Ads', last_four: '0042', purchases_cents: noMoney, refunds_cents: noMoney, count: 0 }]),
    cards: cardsFileText([listedCard]),
  });
});

it('the spreadsheet runs a formula where there is one, so that finding none says something', () => {
  expect(sheets.control?.[1]).toEqual([
    { type: 'date', text: expect.stringContaining('2') },
    { type: 'formula', text: '2' },
    { type: 'number', text: '12.34' },
  ]);
});

it.each([
  ['cardMonth', 1],
  ['cards', 6],
])('the last four digits in the file of %s keep their zeros in a spreadsheet', (name, column) => {
  expect(sheets[name]?.[1]?.[column]).toEqual({ type: 'text', text: '**** 0042' });
});

const files = ['card', 'repayments', 'receivables', 'quickbooks', 'quickbooks3', 'xero', 'shownCards', 'shownRepayments', 'shownReceivables'];

describe.each(files)('the file of %s, opened in a spreadsheet', (name) => {
  const rows = () => sheets[name] ?? [];
  /** The line of column names, and the rows below it. */
  function table() {
    const start = rows().findIndex((row) => row.some(({ text }) => /^\*?(Amount|Credit)$/.test(text)));
    const names = rows()[start]?.map(({ text }) => text) ?? [];
    return { names, body: rows().slice(start + 1) };
  }
  const column = (wanted: RegExp): SheetCell[] => {
    const { names, body } = table();
    return names.flatMap((one, place) => (wanted.test(one) ? body.map((row) => row[place] ?? { type: 'empty', text: '' }) : []));
  };

  it('has no formula in it', () => {
    expect(
      rows()
        .flat()
        .filter(({ type }) => type === 'formula'),
    ).toEqual([]);
    expect(
      rows()
        .flat()
        .filter(({ text }) => /^(#|Err:)/.test(text)),
    ).toEqual([]);
  });

  it('has numbers for amounts, and days for dates', () => {
    const filled = (cells: SheetCell[]) => cells.filter(({ type }) => type !== 'empty').map(({ type }) => type);
    const [cellsOfAmounts, cellsOfDates] = [filled(column(/^\*?(Amount|Credit|Debit)$/)), filled(column(/Date$/))];
    expect(new Set(cellsOfAmounts)).toEqual(new Set(['number']));
    expect(new Set(cellsOfDates)).toEqual(new Set(['date']));
    expect(cellsOfAmounts.length).toBeGreaterThan(1);
  });
});

it('a name that was no formula stands there as it was written', () => {
  const names = (sheets.shownCards ?? []).slice(1).map((row) => row[1]?.text);
  expect(names).toContain('ACME, Inc. "Supplies"');
  expect(names).toContain('Zoë & Söhne <b>');
});
