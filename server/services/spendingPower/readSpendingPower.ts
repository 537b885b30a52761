import type { SpendingPowerAnswer } from '../../contract/spendingPower.ts';
import { storedCents } from '../../db/cents.ts';
import { readSalesByMonth, readSpendingByMonth } from '../../db/queries/salesYear.ts';
import { readSpendingPowerDays } from '../../db/queries/spendingPowerDays.ts';
import type { SpendingPowerSnapshot as StoredSnapshot } from '../../db/rows.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { addMonths, monthOf, periodOfMonth } from '../../domain/basics/periods.ts';
import type { SpendingPowerInputs, SpendingPowerTerm } from '../../domain/spendingPower/spendingPower.ts';
import { type SpendingPowerSnapshot, spendingPowerChanges, spendingPowerReasons } from '../../domain/spendingPower/spendingPowerLog.ts';
import { expectedSales, lastYear } from '../../domain/store/salesYear.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** How far back the change log goes. */
const loggedDays = 15;

/** Why a receiver's spending power is what it is: the newest run of the rule, what changed before it, and a year of sales beside spending. */
export async function readSpendingPower({ database, clock }: Deps, { scope }: ReceiverView): Promise<SpendingPowerAnswer> {
  const now = clock();
  const since = periodOfMonth(addMonths(monthOf(now), -11)).start;
  const [runs, sales, spent] = await Promise.all([
    readSpendingPowerDays(database, scope, loggedDays),
    readSalesByMonth(database, scope, since),
    readSpendingByMonth(database, scope, since),
  ]);
  const [newest] = runs;
  const months = lastYear(sales, spent, now);
  const soFar = months.at(-1);
  return {
    taken_at: newest?.taken_at.toISOString() ?? null,
    total_cents: newest ? Number(newest.total_cents) : null,
    outstanding_cents: Number(newest?.outstanding_cents ?? 0),
    available_cents: Number(newest?.available_cents ?? 0),
    terms: newest ? termsOf(newest) : [],
    reasons: newest ? [...spendingPowerReasons(inputsOf(newest))] : [],
    changes: changesOf(runs),
    months: [...months],
    expected_sales_cents: newest && soFar ? expectedSales(soFar.sales_cents, inputsOf(newest), now) : null,
  };
}

// The columns hold what `recomputeSpendingPower` wrote: these very types, which survive being written as JSON.
const inputsOf = (stored: StoredSnapshot) => stored.inputs as unknown as SpendingPowerInputs;
const termsOf = (stored: StoredSnapshot) => stored.terms as unknown as SpendingPowerTerm[];

function snapshotOf(stored: StoredSnapshot): SpendingPowerSnapshot {
  return { inputs: inputsOf(stored), total_cents: storedCents(stored.total_cents), outstanding_cents: storedCents(stored.outstanding_cents) };
}

/** What each day changed against the day before it that had a run; newest first. */
function changesOf(newestFirst: readonly StoredSnapshot[]): SpendingPowerAnswer['changes'] {
  return newestFirst.slice(0, -1).flatMap((after, place) => {
    const before = newestFirst[place + 1];
    if (!before) return [];
    return spendingPowerChanges(snapshotOf(before), snapshotOf(after)).map((change) => ({ date: utcDate(after.taken_at), ...change }));
  });
}
