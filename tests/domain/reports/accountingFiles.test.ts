import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import type { AccountEntry } from '../../../server/domain/reports/accountEntry.ts';
import { type AccountingRow, compareByDate, reversalRow } from '../../../server/domain/reports/accounting.ts';
import { quickBooksFileName, quickBooksReport } from '../../../server/domain/reports/quickBooks.ts';
import { quickBooksThreeColumnsName, quickBooksThreeColumnsReport } from '../../../server/domain/reports/quickBooksThreeColumns.ts';
import { partFileName, type SplitReport, splitFiles } from '../../../server/domain/reports/splitFiles.ts';
import { xeroName, xeroReport } from '../../../server/domain/reports/xero.ts';
import type { CardActivity, TransferActivity } from '../../../server/domain/table/activity.ts';
import { creditEntry, entry, purchase, repayment } from '../../support/activity.ts';
import { readCsv } from '../../support/readCsv.ts';
import { writeReport } from '../../support/writeReport.ts';

/** The files of a list, whatever batches its rows come in. */
function filesOf<Row>(report: SplitReport<Row>, rows: Iterable<Row>): string[] {
  const splitter = splitFiles(report);
  return [...[...rows].flatMap((row) => splitter.rows([row])), splitter.end()];
}

const january = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };
const card = (different: Partial<CardActivity> = {}): AccountingRow => ({ kind: 'card', row: purchase(different) });
const bank = (different: Partial<TransferActivity> = {}): AccountingRow => ({ kind: 'bank', row: repayment(different) });
const manual = (transaction_type: TransferActivity['transaction_type'], cent: number) =>
  bank({ id: `manual-${transaction_type}-${cent}`, is_manual: true, transaction_type, amount_cents: cents(cent), status: 'settled' });

const everything = [
  manual('refund', 300),
  manual('statement_credit', 100),
  manual('chargeback', 250),
  bank({ created_at: new Date('2026-01-06T00:00:00Z') }),
  card({ id: 'tx-2', descriptor: 'Zoë\'s "Deli", Inc.', amount_cents: cents(100_000), created_at: new Date('2026-01-31T23:59:59.999Z') }),
  card(),
  card({ id: 'tx-3', descriptor: '=SUM(A1)', amount_cents: cents(-500), created_at: january.start }),
  card({ id: 'too early', created_at: new Date('2025-12-31T23:59:59.999Z') }),
  card({ id: 'too late', created_at: january.end }),
  card({ id: 'declined', status: 'DECLINED' }),
  bank({ id: 'error', name: 'Error' }),
  bank({ id: 'returned', status: 'returned' }),
  card({ id: 'pending', status: 'PENDING', descriptor: 'Pending Shop', created_at: new Date('2026-01-20T00:00:00Z') }),
].toSorted(compareByDate);

describe('the QuickBooks file in four columns', () => {
  it('is this file, to the byte', () => {
    expect(writeReport(quickBooksReport('Headway', january), everything)).toBe(
      [
        'Date,Description,Credit,Debit',
        '01-Jan-2026,"\'=SUM(A1)",-5.00,',
        '05-Jan-2026,"ACME Supplies",12.34,',
        '06-Jan-2026,HEADWAY REPAYMENT,,50.00',
        '07-Jan-2026,CHARGEBACK,-2.50,',
        '07-Jan-2026,REFUND,,3.00',
        '07-Jan-2026,STATEMENT CREDIT,,1.00',
        '20-Jan-2026,"Pending Shop",12.34,',
        '31-Jan-2026,"Zoë\'s ""Deli"", Inc.",1000.00,',
        '',
      ].join('\r\n'),
    );
  });

  it('what came back is a row of its day: a negative credit of a card’s, a credit of a repayment', () => {
    const reversals = [
      reversalRow(creditEntry({ kind: 'repayment_return', amount_cents: cents(5_000), isReversal: true })),
      reversalRow(entry({ amount_cents: cents(-1_234), isReversal: true, posted_at: new Date('2026-01-09T00:00:00Z') })),
    ];
    expect(writeReport(quickBooksReport('Headway', january), reversals)).toBe(
      ['Date,Description,Credit,Debit', '07-Jan-2026,HEADWAY REPAYMENT RETURNED,50.00,', '09-Jan-2026,"ACME Supplies",-12.34,', ''].join('\r\n'),
    );
  });

  it('a chargeback taken back is a positive credit', () => {
    expect(writeReport(quickBooksReport('Headway', january), [manual('chargeback', -250)])).toContain('07-Jan-2026,CHARGEBACK,2.50,\r\n');
  });

  it('has a name that begins with the brand', () => {
    expect(quickBooksFileName('Meridian')).toBe('Meridian-quickbooks.csv');
  });
});

/** Bookings of every kind, in the order in which they were made. */
const booked: AccountEntry[] = [
  entry({ id: 'tx-3', descriptor: '=SUM(A1)', amount_cents: cents(-500), posted_at: january.start }),
  entry(),
  creditEntry(),
  creditEntry({ id: 'manual-1', kind: 'chargeback', amount_cents: cents(-250) }),
  creditEntry({ id: 'cashback-1', kind: 'cashback', amount_cents: cents(-75) }),
  creditEntry({ id: 'tr-1-1', kind: 'repayment_return', amount_cents: cents(5_000), isReversal: true, posted_at: new Date('2026-01-09T09:00:00Z') }),
  creditEntry({ id: 'cashback-2', kind: 'cashback_reversal', amount_cents: cents(75), isReversal: true, posted_at: new Date('2026-01-09T09:00:00Z') }),
  entry({ id: 'tx-1-2', amount_cents: cents(-1_234), isReversal: true, posted_at: new Date('2026-01-30T00:00:00Z') }),
  entry({ id: 'tx-2', descriptor: 'Zoë\'s "Deli", Inc. #204', amount_cents: cents(100_000), posted_at: new Date('2026-01-31T23:59:59.999Z') }),
];

describe('the QuickBooks file in three columns', () => {
  const files = (rows: Iterable<AccountEntry>) => filesOf(quickBooksThreeColumnsReport('Headway'), rows);

  it('is this file, to the byte: purchases negative, what came back on the day it did, and no store numbers', () => {
    expect(files(booked)).toEqual([
      [
        'Date,Description,Amount',
        '01/01/2026,"\'=SUM(A1)",5.00',
        '01/05/2026,ACME Supplies,-12.34',
        '01/07/2026,HEADWAY REPAYMENT,50.00',
        '01/07/2026,CHARGEBACK,2.50',
        '01/07/2026,STATEMENT CREDIT,0.75',
        '01/09/2026,HEADWAY REPAYMENT RETURNED,-50.00',
        '01/09/2026,STATEMENT CREDIT,-0.75',
        '01/30/2026,ACME Supplies,12.34',
        '01/31/2026,"Zoë\'s ""Deli"", Inc.",-1000.00',
        '',
      ].join('\r\n'),
    ]);
  });

  it.each([
    [0, [0]],
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
    [2_500, [1_000, 1_000, 500]],
  ])('%i rows make files of %o rows', (count, sizes) => {
    const rows = Array.from({ length: count }, (_, number) => entry({ id: `tx-${number}` }));
    expect(files(rows).map((file) => readCsv(file).length - 1)).toEqual(sizes);
  });

  it('no file is over 350 KB, each has the header, and together they hold every row once', () => {
    const row = fc.record({ id: fc.uuid(), descriptor: fc.string({ unit: 'grapheme', minLength: 200, maxLength: 900 }) }).map((different) => entry(different));
    fc.assert(
      fc.property(fc.array(row, { minLength: 5, maxLength: 20 }), (some) => {
        const many = Array.from({ length: 60 }, () => some).flat();
        const parts = files(many);
        for (const part of parts) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(350_000);
          expect(readCsv(part)[0]).toEqual(['Date', 'Description', 'Amount']);
        }
        expect(parts.flatMap((part) => readCsv(part).slice(1))).toHaveLength(many.length);
      }),
      { numRuns: 10 },
    );
  });

  it('parts are named one by one', () => {
    const name = quickBooksThreeColumnsName('Headway');
    expect(partFileName(name, 1, 1)).toBe('Headway-quickbooks-import.csv');
    expect([1, 2].map((part) => partFileName(name, part, 2))).toEqual(['Headway-quickbooks-import-1-of-2.csv', 'Headway-quickbooks-import-2-of-2.csv']);
  });
});

describe('the Xero file', () => {
  it('is this file, to the byte', () => {
    expect(filesOf(xeroReport('Headway'), booked)).toEqual([
      [
        '*Date,*Amount,Payee,Description,Reference',
        '01/01/2026,5.00,"\'=SUM(A1)",CARD TRANSACTION,tx-3',
        '01/05/2026,-12.34,ACME Supplies,CARD TRANSACTION,tx-1',
        '01/07/2026,50.00,Headway,HEADWAY REPAYMENT,tr-1',
        '01/07/2026,2.50,Headway,CHARGEBACK,manual-1',
        '01/07/2026,0.75,Headway,STATEMENT CREDIT,cashback-1',
        '01/09/2026,-50.00,Headway,HEADWAY REPAYMENT RETURNED,tr-1-1',
        '01/09/2026,-0.75,Headway,STATEMENT CREDIT,cashback-2',
        '01/30/2026,12.34,ACME Supplies,CARD TRANSACTION REVERSED,tx-1-2',
        '01/31/2026,-1000.00,"Zoë\'s ""Deli"", Inc. #204",CARD TRANSACTION,tx-2',
        '',
      ].join('\r\n'),
    ]);
    expect(xeroName('Headway')).toBe('Headway-xero');
  });

  it('is split at a thousand lines', () => {
    const rows = Array.from({ length: 1_001 }, (_, number) => entry({ id: `tx-${number}` }));
    expect(filesOf(xeroReport('Headway'), rows).map((file) => readCsv(file).length - 1)).toEqual([1_000, 1]);
  });
});

it('the amounts of an import add up to what was paid less what was spent', () => {
  const amount = fc.integer({ min: -100_000, max: 100_000 }).filter((amount) => amount !== 0);
  const row = fc.oneof(
    amount.map((change) => entry({ amount_cents: cents(change) })),
    amount.map((change) => creditEntry({ amount_cents: cents(change) })),
  );
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const amounts = filesOf(quickBooksThreeColumnsReport('Headway'), rows).flatMap((file) =>
        readCsv(file)
          .slice(1)
          .map((cells) => cells[2] ?? ''),
      );
      const total = rows.reduce((sum, { amount_cents }) => sum - amount_cents, 0);
      expect(amounts.reduce((sum, text) => sum + Number(text.replace('.', '')), 0)).toBe(total);
    }),
  );
});
