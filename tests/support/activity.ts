import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { AccountEntry } from '../../server/domain/reports/accountEntry.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../server/domain/table/activity.ts';

/** Returns a settled purchase of $12.34 on Jan 5, 2026, with a test's changes. */
export function purchase(different: Partial<CardActivity> = {}): CardActivity {
  return {
    id: 'tx-1',
    status: 'SETTLED',
    result: 'APPROVED',
    descriptor: 'ACME Supplies',
    amount_cents: cents(1_234),
    created_at: new Date('2026-01-05T15:00:00Z'),
    repayment_date: isoDate('2026-02-04'),
    ...different,
  };
}

/** Returns a settled repayment of $50 on Jan 7, 2026, with a test's changes. */
export function repayment(different: Partial<TransferActivity> = {}): TransferActivity {
  return {
    id: 'tr-1',
    name: 'Repayment',
    status: 'funds_available',
    amount_cents: cents(5_000),
    created_at: new Date('2026-01-07T09:00:00Z'),
    is_manual: false,
    transaction_type: null,
    ...different,
  };
}

/** Returns the booking of a settled purchase of $12.34 on Jan 5, 2026, with a test's changes. */
export function entry(different: Partial<AccountEntry> = {}): AccountEntry {
  return {
    id: 'tx-1',
    kind: 'settlement',
    isCard: true,
    isReversal: false,
    descriptor: 'ACME Supplies',
    amount_cents: cents(1_234),
    posted_at: new Date('2026-01-05T15:00:00Z'),
    repayment_date: isoDate('2026-02-04'),
    ...different,
  };
}

/** Returns the booking of a settled repayment of $50 on Jan 7, 2026, with a test's changes. */
export function creditEntry(different: Partial<AccountEntry> = {}): AccountEntry {
  const posted_at = new Date('2026-01-07T09:00:00Z');
  return {
    ...entry({ id: 'tr-1', kind: 'repayment', isCard: false, descriptor: '', amount_cents: cents(-5_000), posted_at, repayment_date: null }),
    ...different,
  };
}

/** Returns a sale of $20.50 on Jan 9, 2026, with a test's changes. */
export function receivable(different: Partial<ReceivableActivity> = {}): ReceivableActivity {
  return { id: 're-1', type: 'sale', status: 'success', amount_cents: cents(2_050), created_at: new Date('2026-01-09T12:00:00Z'), ...different };
}
