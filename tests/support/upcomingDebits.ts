import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { type DebtFacts, debitOf, drawsAhead, type UpcomingDebit } from '../../server/domain/repayment/upcomingDebits.ts';

/** Returns the draws of the days after today, each day's as one debit. */
export function upcomingDebits(facts: DebtFacts, today: IsoDate, days: number): readonly UpcomingDebit[] {
  return drawsAhead(facts, today, days).map(({ debit_date, draws }) => debitOf(debit_date, draws));
}
