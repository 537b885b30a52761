import { expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { recentReceivablesFileName, recentReceivablesReport } from '../../../server/domain/reports/recentReceivables.ts';
import { receivable } from '../../support/activity.ts';
import { writeReport } from '../../support/writeReport.ts';

const january = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };

it('is this file, to the byte: from the start of the period up to, not with, its end', () => {
  const rows = [
    receivable({ created_at: new Date('2025-12-31T23:59:59.999Z') }),
    receivable({ created_at: january.start, amount_cents: cents(5) }),
    receivable({ type: 'refund', amount_cents: cents(1_000_000) }),
    receivable({ status: 'failure' }),
    receivable({ currency: 'CAD' }),
    receivable({ type: '@payout', created_at: new Date('2026-01-31T23:59:59.999Z') }),
    receivable({ created_at: january.end }),
  ];
  expect(writeReport(recentReceivablesReport(january), rows)).toBe(
    ['Type,Amount,Date', 'sale,0.05,01/01/2026', 'refund,10000.00,01/09/2026', 'sale,20.50 CAD,01/09/2026', '"\'@payout",20.50,01/31/2026', ''].join('\r\n'),
  );
  expect(recentReceivablesFileName('Card')).toBe('Card-recent-receivables.csv');
});
