import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { cardTransactionsFileName, cardTransactionsReport } from '../../../server/domain/reports/cardTransactions.ts';
import { repaymentsFileName, repaymentsReport } from '../../../server/domain/reports/repayments.ts';
import { purchase, repayment } from '../../support/activity.ts';
import { readCsv } from '../../support/readCsv.ts';
import { writeReport } from '../../support/writeReport.ts';

const january = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };
const generatedAt = new Date('2026-02-03T08:12:45Z');
const cardReport = () => cardTransactionsReport({ period: january, generatedAt, total_spent_cents: cents(123_456) });
const repaymentReport = () => repaymentsReport({ period: january, generatedAt, total_debited_cents: cents(5_000) });

describe('card transactions', () => {
  it('is this file, to the byte', () => {
    const rows = [
      purchase(),
      purchase({ descriptor: 'Café "Zoë", Inc.', amount_cents: cents(-500), status: 'PENDING', repayment_date: null }),
      purchase({ descriptor: '=HYPERLINK("x")' }),
    ];
    expect(writeReport(cardReport(), rows)).toBe(
      [
        'Card Transactions,,,Transaction List,,,,',
        'Start,01/01/2026,,Date,Merchant,Amount,Status,Repayment Date',
        'End,01/31/2026,,01/05/2026,ACME Supplies,12.34,SETTLED,02/04/2026',
        'Report generated at,02/03/2026 08:12 UTC,,01/05/2026,"Café ""Zoë"", Inc.",-5.00,PENDING,',
        'Total Spent,$1234.56,,01/05/2026,"\'=HYPERLINK(""x"")",12.34,SETTLED,02/04/2026',
        '',
      ].join('\r\n'),
    );
  });

  it('without rows keeps its summary, every line as long as the others', () => {
    expect(writeReport(cardReport(), [])).toBe(
      [
        'Card Transactions,,,Transaction List,,,,',
        'Start,01/01/2026,,Date,Merchant,Amount,Status,Repayment Date',
        'End,01/31/2026,,,,,,',
        'Report generated at,02/03/2026 08:12 UTC,,,,,,',
        'Total Spent,$1234.56,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('leaves out what never moved money and what lies outside the period, whose end is not in it', () => {
    const rows = [
      purchase({ descriptor: 'declined', status: 'DECLINED' }),
      purchase({ descriptor: 'before', created_at: new Date('2025-12-31T23:59:59.999Z') }),
      purchase({ descriptor: 'first', created_at: january.start }),
      purchase({ descriptor: 'last', created_at: new Date('2026-01-31T23:59:59.999Z') }),
      purchase({ descriptor: 'after', created_at: january.end }),
    ];
    const listed = readCsv(writeReport(cardReport(), rows)).map((row) => row[4]);
    expect(listed).toEqual(['', 'Merchant', 'first', 'last', '']);
  });

  it('is the same file however it is cut into batches', () => {
    const rows = Array.from({ length: 2_500 }, (_, number) => purchase({ id: `tx-${number}`, descriptor: `Shop ${number}` }));
    const whole = writeReport(cardReport(), rows);
    for (const size of [1, 3, 1_000, 2_500]) {
      const writer = cardReport();
      let pieces = writer.begin();
      for (let start = 0; start < rows.length; start += size) pieces += writer.rows(rows.slice(start, start + size));
      expect(pieces + writer.end()).toBe(whole);
    }
    expect(new Set(readCsv(whole).map((row) => row.length))).toEqual(new Set([8]));
  });

  it('has a name that begins with the brand', () => {
    expect(cardTransactionsFileName('Headway')).toBe('Headway-transactions.csv');
  });
});

describe('repayments', () => {
  it('is this file, to the byte', () => {
    const rows = [
      repayment(),
      repayment({ status: 'pending' }),
      repayment({ is_manual: true, transaction_type: 'chargeback', amount_cents: cents(-1_000), status: 'settled' }),
      repayment({ name: 'Error' }),
    ];
    expect(writeReport(repaymentReport(), rows)).toBe(
      [
        'Funds Recouperated,,,Transaction List,,,',
        'Report generated at,02/03/2026 08:12 UTC,,Date,Type,Amount,Status',
        'Total debited,$50.00,,01/07/2026,Repayment,50.00,settled',
        'Start,01/01/2026,,01/07/2026,Repayment,50.00,pending',
        'End,01/31/2026,,01/07/2026,Chargeback,-10.00,settled',
        '',
      ].join('\r\n'),
    );
  });

  it('grows beyond its summary', () => {
    const lines = readCsv(
      writeReport(
        repaymentReport(),
        Array.from({ length: 9 }, () => repayment()),
      ),
    );
    expect(lines).toHaveLength(11);
    expect(lines[10]).toEqual(['', '', '', '01/07/2026', 'Repayment', '50.00', 'settled']);
  });

  it('has a name that begins with the brand', () => {
    expect(repaymentsFileName('Boost')).toBe('Boost-repayment.csv');
  });
});
