import { expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { readMonth } from '../../../server/domain/basics/periods.ts';
import { emptyStatementsWords, type StatementFacts, statementFileName, statementOffers, statementReport } from '../../../server/domain/reports/statements.ts';
import { creditEntry, entry } from '../../support/activity.ts';
import { writeReport } from '../../support/writeReport.ts';

const january = readMonth('2026-01');
const facts: StatementFacts = {
  month: january,
  number: 3,
  generatedAt: new Date('2026-02-03T08:12:45Z'),
  opening_cents: cents(10_000),
  card_cents: cents(1_234),
  credit_cents: cents(5_075),
  debited_cents: cents(5_000),
  closing_cents: cents(6_159),
};

it('are offered for the last twelve months, by name', () => {
  const labels = statementOffers('card', new Date('2026-03-31T23:00:00Z')).map((offer) => offer.label);
  expect(labels).toHaveLength(12);
  expect(labels.slice(0, 4)).toEqual([
    'Card transactions - March 2026',
    'Card transactions - February 2026',
    'Card transactions - January 2026',
    'Card transactions - December 2025',
  ]);
  expect(statementOffers('repayments', new Date('2026-03-31T23:00:00Z'))[11]).toEqual({
    kind: 'repayments',
    month: '2025-04',
    label: 'Repayments - April 2025',
  });
});

it.each([
  ['2026-02-28T23:59:59Z', 'Your account was opened in February 2026. Statements of the months before are empty.'],
  ['2025-05-01T00:00:00Z', 'Your account was opened in May 2025. Statements of the months before are empty.'],
  ['2025-04-30T23:59:59Z', null],
])('of an account of %s say which of the twelve are empty', (createdAt, words) => {
  expect(emptyStatementsWords(new Date(createdAt), new Date('2026-03-31T23:00:00Z'))).toBe(words);
});

it('of the card is this file, to the byte: opening balance plus rows less credits is the closing balance', () => {
  const rows = [
    entry({ amount_cents: cents(-1_234), isReversal: true, posted_at: new Date('2026-01-30T00:00:00Z') }),
    entry({ id: 'tx-2', amount_cents: cents(1_234), descriptor: 'Zoë; Ltd', repayment_date: null }),
    entry(),
  ];
  expect(writeReport(statementReport('card', facts), rows)).toBe(
    [
      'Card Transactions,,,Transaction List,,,,',
      'Start,01/01/2026,,Date,Merchant,Amount,Status,Repayment Date',
      'End,01/31/2026,,01/30/2026,ACME Supplies,-12.34,REVERSED,02/04/2026',
      'Report generated at,02/03/2026 08:12 UTC,,01/05/2026,"Zoë; Ltd",12.34,SETTLED,',
      'Total Spent,$12.34,,01/05/2026,ACME Supplies,12.34,SETTLED,02/04/2026',
      'Statement,No. 3,,,,,,',
      'Opening balance,$100.00,,,,,,',
      'Repayments and credits,$50.75,,,,,,',
      'Closing balance,$61.59,,,,,,',
      'Dated by,Day of settlement,,,,,,',
      '',
    ].join('\r\n'),
  );
});

it('of repayments is this file, to the byte: opening balance plus purchases less rows is the closing balance', () => {
  const rows = [
    creditEntry({ kind: 'cashback_reversal', amount_cents: cents(75), isReversal: true }),
    creditEntry({ kind: 'repayment_return', amount_cents: cents(5_000), isReversal: true }),
    creditEntry({ kind: 'cashback', amount_cents: cents(-75) }),
    creditEntry({ kind: 'chargeback', amount_cents: cents(-5_075) }),
    creditEntry(),
  ];
  expect(writeReport(statementReport('repayments', { ...facts, number: null, generatedAt: new Date('2026-01-31T08:12:45Z') }), rows)).toBe(
    [
      'Funds Recouperated,,,Transaction List,,,',
      'Report generated at,01/31/2026 08:12 UTC,,Date,Type,Amount,Status',
      'Total debited,$50.00,,01/07/2026,Statement credit,-0.75,settled',
      'Start,01/01/2026,,01/07/2026,Repayment returned,-50.00,returned',
      'End,01/31/2026,,01/07/2026,Statement credit,0.75,settled',
      'Statement,Not closed yet,,01/07/2026,Chargeback,50.75,settled',
      'Opening balance,$100.00,,01/07/2026,Repayment,50.00,settled',
      'Card transactions,$12.34,,,,,',
      'Repayments and credits,$50.75,,,,,',
      'Closing balance,$61.59,,,,,',
      'Dated by,Day of settlement,,,,,',
      '',
    ].join('\r\n'),
  );
});

it('have names that begin with the brand', () => {
  expect(statementFileName('Harbor', 'card', january, 'csv')).toBe('Harbor-transactions-2026-01.csv');
  expect(statementFileName('Harbor', 'repayments', january, 'pdf')).toBe('Harbor-repayment-2026-01.pdf');
});
