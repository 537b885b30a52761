import { readAccountRows } from '../../db/queries/accountRows.ts';
import { readSalesMovements } from '../../db/queries/salesMovements.ts';
import type { LeverFacts } from '../../domain/spendingPower/leverFacts.ts';
import { type SpendingPowerInputs, spendingPower } from '../../domain/spendingPower/spendingPower.ts';
import { costlyLimits } from '../../domain/spendingPower/spendingPowerLog.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { accountOf } from '../ledger/account.ts';
import { linkedSource } from '../store/storeLink.ts';
import { settledPayments } from './settledPayments.ts';
import { readSpendingPowerFacts } from './spendingPowerFacts.ts';

/** Reads what the effects of levers are worked out from, as it is now. Stores nothing. */
export async function readLeverFacts(deps: Deps, { scope, receiver }: ReceiverView): Promise<LeverFacts> {
  const { database } = deps;
  const rows = await readAccountRows(database, scope);
  const account = accountOf(deps, rows, receiver);
  const { sources, ...facts } = await readSpendingPowerFacts(deps, database, { scope, receiver, account });
  return {
    ...facts,
    ...settledPayments({ deps, rows, receiver, account }),
    outstanding: account.outstanding,
    approved: account.approved,
    movements: endsByTime(spendingPower(facts).inputs) ? await readSalesMovements(database, scope, facts.now) : [],
    secondStore: secondStoreOf(sources),
  };
}

/**
 * Tells whether returns or an uneven month hold the limit down until they are past. Above the program's maximum, as after many sales,
 * they do not.
 */
function endsByTime(inputs: SpendingPowerInputs): boolean {
  const isLowered = inputs.concentration_basis_points < 10_000 || inputs.advance_rate_basis_points < inputs.full_advance_rate_basis_points;
  return isLowered && costlyLimits(inputs).some(({ key }) => key === 'returns' || key === 'concentration');
}

/** The link window holds one store, where another takes its place. Our app in a store's admin connects one beside it. */
function secondStoreOf(sources: readonly string[]): LeverFacts['secondStore'] {
  if (sources.length === 0) return null;
  const isLinked = sources.includes(linkedSource);
  // Both places are taken.
  if (isLinked && sources.length > 1) return null;
  return isLinked ? 'app' : 'window';
}
