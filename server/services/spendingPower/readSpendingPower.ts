import type { SpendingPowerAnswer } from '../../contract/spendingPower.ts';
import { storedCents } from '../../db/cents.ts';
import { readSalesByMonth, readSpendingByMonth } from '../../db/queries/salesYear.ts';
import { readSpendingPowerDays } from '../../db/queries/spendingPowerDays.ts';
import type { SpendingPowerSnapshot as StoredSnapshot } from '../../db/rows.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { addMonths, monthOf, periodOfMonth } from '../../domain/basics/periods.ts';
import { type SpendingPowerSnapshot, spendingPowerChanges, spendingPowerReasons } from '../../domain/spendingPower/spendingPowerLog.ts';
import { expectedSales, lastYear } from '../../domain/store/salesYear.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { runTerms, shownInputs } from './storedSpendingPower.ts';

/** How many days back the change log goes. */
const loggedDays = 15;

/** Explains a receiver's spending power: the newest run of the rule, the changes before it, and a year of sales beside spending. */
export async function readSpendingPower(deps: Deps, { scope }: ReceiverView): Promise<SpendingPowerAnswer> {
  const { database } = deps;
  const now = deps.clock();
  const since = periodOfMonth(addMonths(monthOf(now), -11)).start;
  const [runs, sales, spent] = await Promise.all([
    readSpendingPowerDays(database, scope, loggedDays),
    readSalesByMonth(database, scope, since),
    readSpendingByMonth(database, scope, since),
  ]);
  const [newest] = runs;
  const snapshots = runs.map((run) => snapshotOf(deps, run));
  const inputs = snapshots[0]?.inputs ?? null;
  const months = lastYear(sales, spent, now);
  const soFar = months.at(-1);
  return {
    taken_at: newest?.taken_at.toISOString() ?? null,
    total_cents: newest ? Number(newest.total_cents) : null,
    outstanding_cents: Number(newest?.outstanding_cents ?? 0),
    available_cents: Number(newest?.available_cents ?? 0),
    terms: newest ? runTerms(deps, newest) : [],
    reasons: inputs ? [...spendingPowerReasons(inputs)] : [],
    changes: changesOf(runs, snapshots),
    months: [...months],
    expected_sales_cents: inputs && soFar ? expectedSales(soFar.sales_cents, inputs, now) : null,
  };
}

function snapshotOf(deps: Deps, stored: StoredSnapshot): SpendingPowerSnapshot {
  return { inputs: shownInputs(deps, stored), total_cents: storedCents(stored.total_cents), outstanding_cents: storedCents(stored.outstanding_cents) };
}

/** Returns each day's changes against the previous day that had a run; newest first. */
function changesOf(newestFirst: readonly StoredSnapshot[], snapshots: readonly SpendingPowerSnapshot[]): SpendingPowerAnswer['changes'] {
  return newestFirst.flatMap(({ taken_at }, place) => {
    const [after, before] = snapshots.slice(place, place + 2);
    return after && before ? spendingPowerChanges(before, after).map((change) => ({ date: utcDate(taken_at), ...change })) : [];
  });
}
