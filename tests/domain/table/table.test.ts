import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { type CardActivity, isShownCardTransaction, isShownReceivable, isShownTransfer, type TransferActivity } from '../../../server/domain/table/activity.ts';
import {
  cellsOf,
  defaultTab,
  initialSort,
  searchTerm,
  searchText,
  shownRowsInWords,
  sortAfterClick,
  tablePage,
  tabs,
} from '../../../server/domain/table/table.ts';
import { receivable, purchase as settledPurchase, repayment as settledRepayment } from '../../support/activity.ts';
import { referenceTable } from '../../support/tableReference.ts';

const purchase = (different: Partial<CardActivity> = {}) =>
  settledPurchase({ amount_cents: cents(123_456), created_at: new Date('2026-07-02T23:30:00Z'), repayment_date: isoDate('2026-08-01'), ...different });
const repayment = (different: Partial<TransferActivity> = {}) => settledRepayment({ created_at: new Date('2026-07-03T00:30:00Z'), ...different });

describe('tabs and columns', () => {
  it('are these, in this order, the card first', () => {
    expect(Object.values(tabs).map((tab) => [tab.label, tab.columns.map((column: { label: string }) => column.label)])).toEqual([
      ['Card transactions', ['Type', 'Merchant', 'Amount', 'Transaction Date', 'Repayment Date']],
      ['Repayments', ['Type', 'Status', 'Amount', 'Date']],
      ['My receivables', ['Type', 'Amount', 'Date', 'Status']],
    ]);
    expect(defaultTab).toBe('card');
  });

  it('a purchase reads so', () => {
    expect(cellsOf(tabs.card, purchase())).toEqual(['Purchase', 'ACME Supplies', '$1,234.56', 'Jul 2, 2026', 'Aug 1, 2026']);
  });

  it('money that came back, without a repayment date', () => {
    const refund = purchase({ amount_cents: cents(-1_000), repayment_date: null });
    expect(cellsOf(tabs.card, refund)).toEqual(['Refund', 'ACME Supplies', '-$10.00', 'Jul 2, 2026', '']);
  });

  it('a question about the card, and what was bought and came back whole', () => {
    const check = purchase({ amount_cents: cents(0), repayment_date: null });
    expect(cellsOf(tabs.card, check)).toEqual(['Card check', 'ACME Supplies', '$0.00', 'Jul 2, 2026', '']);
    expect(cellsOf(tabs.card, purchase({ amount_cents: cents(0) }))).toEqual(['Purchase', 'ACME Supplies', '$0.00', 'Jul 2, 2026', 'Aug 1, 2026']);
  });

  it.each([
    [{}, ['Repayment', 'settled', '$50.00', 'Jul 3, 2026']],
    [{ status: 'pending' }, ['Repayment', 'pending', '$50.00', 'Jul 3, 2026']],
    [{ is_manual: true, transaction_type: 'statement_credit' as const, status: 'settled' }, ['Statement credit', 'settled', '$50.00', 'Jul 3, 2026']],
    [{ is_manual: true, transaction_type: 'chargeback' as const, status: 'posted' }, ['Chargeback', 'posted', '$50.00', 'Jul 3, 2026']],
    [{ is_manual: true, transaction_type: 'refund' as const }, ['Refund', 'settled', '$50.00', 'Jul 3, 2026']],
  ])('a transfer %o reads %o', (different, cells) => {
    expect(cellsOf(tabs.repayments, repayment(different))).toEqual(cells);
  });

  it('a receivable reads so', () => {
    expect(cellsOf(tabs.receivables, receivable())).toEqual(['Sale', '$20.50', 'Jan 9, 2026', 'success']);
    expect(cellsOf(tabs.receivables, receivable({ currency: 'EUR' }))).toEqual(['Sale', '€20.50', 'Jan 9, 2026', 'success']);
  });

  it('what never moved money is not shown', () => {
    const statuses = ['PENDING', 'SETTLED', 'DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'];
    expect(statuses.filter((status) => isShownCardTransaction({ status }))).toEqual(['PENDING', 'SETTLED']);
    expect([isShownTransfer({ name: 'Error' }), isShownTransfer({ name: 'Repayment' })]).toEqual([false, true]);
    expect([isShownReceivable({ status: 'failure' }), isShownReceivable({ status: 'pending' })]).toEqual([false, true]);
  });
});

describe('search', () => {
  const finds = (typed: string) => searchText(tabs.card, purchase()).includes(searchTerm(typed));

  it.each(['', '  ', 'acme', 'ACME', 'SuPPlies', 'purchase', '$1,234.56', '1,234', 'jul 2', 'Aug 1, 2026', ' acme '])('finds "%s"', (typed) => {
    expect(finds(typed)).toBe(true);
  });

  it.each(['refund', 'supplies $1,234.56', 'settled', 'Jul 3', '2026-07-02', '.*', '%', '_'])('does not find "%s"', (typed) => {
    expect(finds(typed)).toBe(false);
  });

  it('finds a capital sigma by either of its small letters', () => {
    const text = searchText(tabs.card, purchase({ descriptor: 'ΟΔΟΣ ΑΣ' }));
    for (const typed of ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Σ', 'ς']) expect(text).toContain(searchTerm(typed));
  });

  it('finds every row by any part of any of its cells, in any case', () => {
    const row = fc.record({ descriptor: fc.string(), amount_cents: fc.integer().map(cents) }).map(purchase);
    const ways = [(part: string) => part, (part: string) => part.toLowerCase(), (part: string) => part.toUpperCase()];
    fc.assert(
      fc.property(row, fc.nat(), fc.nat(), fc.nat(), fc.constantFrom(...ways), (found, pick, start, length, type) => {
        const [cells = []] = referenceTable('card', [found]).cells;
        const cell = cells[pick % cells.length] ?? '';
        const from = start % (cell.length + 1);
        const typed = type(cell.slice(from, from + (length % (cell.length - from + 1))));
        expect(searchText(tabs.card, found)).toContain(searchTerm(typed));
      }),
    );
  });
});

describe('sorting', () => {
  it('begins with the newest', () => {
    expect(initialSort(tabs.card)).toEqual({ column: 'transaction_date', direction: 'desc' });
    expect(initialSort(tabs.repayments)).toEqual({ column: 'date', direction: 'desc' });
  });

  it('a click sorts ascending, a second one descending, another header ascending again', () => {
    let sort = initialSort(tabs.card);
    const clicks = ['amount', 'amount', 'amount', 'merchant', 'transaction_date', 'transaction_date'].map((column) => {
      sort = sortAfterClick(sort, column);
      return `${sort.column} ${sort.direction}`;
    });
    expect(clicks).toEqual(['amount asc', 'amount desc', 'amount asc', 'merchant asc', 'transaction_date asc', 'transaction_date desc']);
    expect(sortAfterClick(initialSort(tabs.card), 'transaction_date').direction).toBe('asc');
  });
});

describe('pages', () => {
  it.each([
    [1, 0, 'No results found', false, false],
    [1, 1, 'Showing 1 to 1 of 1 results', false, false],
    [1, 25, 'Showing 1 to 25 of 25 results', false, false],
    [1, 26, 'Showing 1 to 25 of 26 results', false, true],
    [2, 26, 'Showing 26 to 26 of 26 results', true, false],
    [2, 60, 'Showing 26 to 50 of 60 results', true, true],
    [3, 60, 'Showing 51 to 60 of 60 results', true, false],
    [99, 60, 'Showing 51 to 60 of 60 results', true, false],
    [0, 60, 'Showing 1 to 25 of 60 results', false, true],
    [-1, 60, 'Showing 1 to 25 of 60 results', false, true],
    [Number.NaN, 60, 'Showing 1 to 25 of 60 results', false, true],
    [1.9, 60, 'Showing 1 to 25 of 60 results', false, true],
  ])('page %d of %i rows: %s', (page, total, description, hasPrevious, hasNext) => {
    const shown = tablePage(page, total);
    expect(shownRowsInWords(shown)).toBe(description);
    expect([shown.hasPrevious, shown.hasNext]).toEqual([hasPrevious, hasNext]);
  });

  it('together hold every row once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (total) => {
        let covered = 0;
        for (let page = tablePage(1, total); ; page = tablePage(page.page + 1, total)) {
          expect(page.from).toBe(covered + 1);
          covered = page.to;
          if (!page.hasNext) break;
        }
        expect(covered).toBe(total);
      }),
    );
  });
});
