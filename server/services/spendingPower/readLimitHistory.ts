import type { LimitHistoryAnswer } from '../../contract/spendingPower.ts';
import { storedCents } from '../../db/cents.ts';
import { type LimitDay, readLimitDays } from '../../db/queries/spendingPowerDays.ts';
import { startOfTwelveMonths } from '../../domain/basics/periods.ts';
import { totalChanges } from '../../domain/spendingPower/spendingPowerLog.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { shownInputs } from './storedSpendingPower.ts';

/** More than the days of twelve months. */
const maximumDays = 400;

/** Returns how the limit moved since the first day of the month eleven months ago, and why on each day on which it did. */
export async function readLimitHistory(deps: Deps, { scope }: ReceiverView): Promise<LimitHistoryAnswer> {
  const since = startOfTwelveMonths(deps.clock());
  const days = (await readLimitDays(deps.database, scope, since, maximumDays)).toReversed();
  const runs = days.map((day) => runOf(deps, day));
  return {
    days: days.map(({ date, total_cents }, place) => {
      const [before, after] = [runs[place - 1], runs[place]];
      const hasMoved = before && after && before.total_cents !== after.total_cents;
      return { date, total_cents: Number(total_cents), causes: hasMoved ? totalChanges(before, after).map((cause) => ({ ...cause })) : [] };
    }),
  };
}

function runOf(deps: Pick<Deps, 'log'>, { receiver_id, id, total_cents, inputs }: LimitDay) {
  return { total_cents: storedCents(total_cents), inputs: inputs === null ? null : shownInputs(deps, { receiver_id, id, inputs, terms: [] }) };
}
