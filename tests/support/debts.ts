import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { OpenDue } from '../../server/domain/repayment/allocation.ts';
import type { DrawAttempt } from '../../server/domain/repayment/draw.ts';
import { usualDraws } from '../../server/domain/repayment/drawDays.ts';
import type { DebtFacts } from '../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../server/holidays.ts';

const isBankHoliday = bankHolidays();

/** What is unpaid of a due with one percent of cashback. @param failed the draw whose amount failed. */
export const openOn = (date: string, amount: number, failed: string | null = null): OpenDue => ({
  due_date: isoDate(date),
  amount_cents: cents(amount),
  cashback_basis_points: 100,
  failed_draw_id: failed,
});

type Different = Partial<Omit<DebtFacts, 'open'>>;

/** A debt of what is unpaid by due date, or in parts; all of it is settled, and nothing was drawn before. */
export function debtOf(unpaid: Readonly<Record<string, number>> | readonly OpenDue[], different: Different = {}): DebtFacts {
  const open = Array.isArray(unpaid) ? unpaid : Object.entries(unpaid).map(([date, amount]) => openOn(date, amount));
  return {
    open,
    owed: cents(open.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
    inFlight: cents(0),
    draws: [],
    failedPaidOn: new Map(),
    unlockedOn: null,
    preference: usualDraws,
    arrangements: [],
    isBankHoliday,
    ...different,
  };
}

/** A draw of $50 that was due on Monday, November 23, 2026, and is on its way. */
export const drawOf = (different: Partial<DrawAttempt> = {}): DrawAttempt => ({
  id: 'first',
  kind: 'scheduled',
  retry_of: null,
  due_date: isoDate('2026-11-23'),
  part: 1,
  attempt: 1,
  amount_cents: cents(5_000),
  status: 'pending',
  failure_code: null,
  debit_date: isoDate('2026-11-23'),
  failedOn: null,
  finished_at: null,
  open_cents: null,
  pays_first: [],
  ...different,
});

/** That draw, come back a day later for want of money; nothing of its amount is paid. */
export const failedDraw = (different: Partial<DrawAttempt> = {}): DrawAttempt =>
  drawOf({ status: 'returned', failure_code: 'R01', failedOn: isoDate('2026-11-24'), open_cents: cents(5_000), ...different });
