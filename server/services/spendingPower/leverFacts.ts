import { databaseOf } from '../../db/databaseOf.ts';
import { readSalesMovements } from '../../db/queries/salesMovements.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { LeverFacts } from '../../domain/spendingPower/leverFacts.ts';
import { linkedSource } from '../../domain/store/appPlatforms.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';
import { settledPayments } from './settledPayments.ts';
import { readSpendingPowerFacts } from './spendingPowerFacts.ts';

/**
 * Reads what the effects of levers are worked out from. Sales and the age of the data are as of the run of the rule that is in force, so
 * that no effect is told beside a limit other than the shown one; payments are as they are now. Stores nothing.
 */
export async function readLeverFacts(deps: Deps, view: ReceiverView): Promise<LeverFacts> {
  const now = await latestRunAt(deps, view.scope);
  // To read many sales takes a while, and nothing of it depends on the rest.
  const [facts, movements] = await Promise.all([readPresentFacts(deps, view, now), readSalesMovements(deps.database, view.scope, now)]);
  return { ...facts, movements };
}

/** Returns the moment of the run that is in force; now, where there is none yet. */
async function latestRunAt({ database, clock }: Deps, scope: ReceiverScope): Promise<Date> {
  const latest = await databaseOf(database, scope).spendingPowerSnapshot.findFirst({
    orderBy: [{ taken_at: 'desc' }, { id: 'desc' }],
    select: { taken_at: true },
  });
  return latest?.taken_at ?? clock();
}

async function readPresentFacts(deps: Deps, { scope, receiver }: ReceiverView, now: Date): Promise<Omit<LeverFacts, 'movements'>> {
  const { database } = deps;
  const account = await readAccount(deps, database, scope, receiver);
  const { sources, ...facts } = await readSpendingPowerFacts({ clock: () => now }, database, { scope, receiver, account });
  return {
    ...facts,
    ...settledPayments({ deps, receiver, account }),
    outstanding: account.outstanding,
    approved: account.approved,
    trust: account.trust,
    trustRule: programOf(receiver).trust,
    hasStore: sources.length > 0,
    secondStore: secondStoreOf(sources),
  };
}

/** The link window holds one store, where another takes its place. Our app in a store's admin connects one beside it. */
function secondStoreOf(sources: readonly string[]): LeverFacts['secondStore'] {
  if (sources.length === 0) return null;
  const isLinked = sources.includes(linkedSource);
  // Both places are taken.
  if (isLinked && sources.length > 1) return null;
  return isLinked ? 'app' : 'window';
}
