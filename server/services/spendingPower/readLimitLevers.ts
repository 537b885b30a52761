import type { LimitLeversAnswer, LimitWhatIfAnswer } from '../../contract/spendingPower.ts';
import { readFirstReading } from '../../db/queries/firstReading.ts';
import { cents, fraction, subtract } from '../../domain/basics/money.ts';
import { withImaginedSales } from '../../domain/spendingPower/leverChanges.ts';
import { spendable } from '../../domain/spendingPower/leverFacts.ts';
import { limitLevers } from '../../domain/spendingPower/levers.ts';
import { ceilingWords, inOrder, keepsUp, limitHolds } from '../../domain/spendingPower/limitHolds.ts';
import { dilution } from '../../domain/spendingPower/spendingPower.ts';
import { averagedDays, monthDays } from '../../domain/store/sales.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { readLeverFacts } from './leverFacts.ts';

/** Returns what raises a receiver's limit and what holds it down, each found by running the rule. Stores nothing. */
export async function readLimitLevers(deps: Deps, view: ReceiverView): Promise<LimitLeversAnswer> {
  const [facts, reading] = await Promise.all([readLeverFacts(deps, view), readFirstReading(deps.database, view.scope)]);
  return {
    ...spendable(facts),
    outstanding_cents: facts.outstanding,
    approved_cents: facts.approved,
    is_being_read: reading !== null,
    levers: limitLevers(facts).map((lever) => ({ ...lever })),
    ceiling: ceilingWords(facts),
    holds: limitHolds(facts).map((hold) => ({ ...hold, places: [...hold.places] })),
    keeps_up: keepsUp(facts).map((one) => ({ ...one })),
    in_order: [...inOrder(facts)],
    monthly_sales_cents: fraction(facts.sales.gross_sales_cents, monthDays, averagedDays(facts.sales)),
    returned_basis_points: dilution(facts.sales),
    second_store: facts.secondStore,
  };
}

/** Returns the limit that imagined sales would make, all else as it is now. Stores nothing. */
export async function imagineLimit(deps: Deps, view: ReceiverView, asked: AskedSales): Promise<LimitWhatIfAnswer> {
  const facts = await readLeverFacts(deps, view);
  const { monthly_sales_cents: monthly, returned_basis_points = null, second_store_cents } = asked;
  const imagined = { monthly_cents: monthly === undefined ? null : cents(monthly), returned_basis_points, second_store_cents: cents(second_store_cents) };
  const [now, then] = [spendable(facts), withImaginedSales(facts, imagined)];
  const { total_cents, available_cents } = spendable(then);
  return { total_cents, available_cents, total_change_cents: subtract(total_cents, now.total_cents), ceiling: ceilingWords(then) };
}

interface AskedSales {
  monthly_sales_cents?: number | undefined;
  returned_basis_points?: number | undefined;
  second_store_cents: number;
}
