import type { LimitHistoryAnswer } from '../../contract/spendingPower.ts';
import { readLimitDays } from '../../db/queries/spendingPowerDays.ts';
import { addMonths, monthOf, periodOfMonth } from '../../domain/basics/periods.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** More than the days of twelve months. */
const mostDays = 400;

/** Returns how the limit moved since the first day of the month eleven months ago. */
export async function readLimitHistory({ database, clock }: Deps, { scope }: ReceiverView): Promise<LimitHistoryAnswer> {
  const since = periodOfMonth(addMonths(monthOf(clock()), -11)).start;
  const newestFirst = await readLimitDays(database, scope, since, mostDays);
  return { days: newestFirst.map(({ date, total_cents }) => ({ date, total_cents: Number(total_cents) })).toReversed() };
}
