import { expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { readMonth } from '../../../server/domain/basics/periods.ts';
import { cardStatement, repaymentStatement, statementFileName, statementOffers } from '../../../server/domain/reports/statements.ts';
import { purchase, repayment } from '../../support/activity.ts';
import { readCsv } from '../../support/readCsv.ts';
import { writeReport } from '../../support/writeReport.ts';

const january = readMonth('2026-01');
const generatedAt = new Date('2026-02-03T08:12:45Z');
const listColumn = (text: string, column: number) =>
  readCsv(text)
    .slice(2)
    .map((row) => row[column])
    .filter((cell) => cell !== '');

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

it('of the card list purchases that were approved and have settled', () => {
  const rows = ['SETTLED', 'PENDING', 'VOIDED', 'DECLINED'].map((status) => purchase({ descriptor: status, status }));
  rows.push(purchase({ descriptor: 'not approved', result: 'CARD_PAUSED' }));
  expect(listColumn(writeReport(cardStatement(january, { generatedAt, total_spent_cents: cents(1_234) }), rows), 4)).toEqual(['SETTLED']);
});

it('of repayments list the transfers that settled', () => {
  const rows = ['settled', 'funds_available', 'pending', 'posted', 'returned'].map((status) => repayment({ status }));
  rows.push(repayment({ name: 'Error' }));
  expect(listColumn(writeReport(repaymentStatement(january, { generatedAt, total_debited_cents: cents(1) }), rows), 6)).toEqual(['settled', 'settled']);
});

it('have names that begin with the brand', () => {
  expect(statementFileName('Harbor', 'card', january, 'csv')).toBe('Harbor-transactions-2026-01.csv');
  expect(statementFileName('Harbor', 'repayments', january, 'pdf')).toBe('Harbor-repayment-2026-01.pdf');
});
