import type { Deps } from '../services/deps.ts';
import { workOnAlerts } from './alerts.ts';
import { workOnBanks } from './banks.ts';
import { workOnCards } from './cards.ts';
import { workOnDraws } from './draws.ts';
import { workOnLetters } from './letters.ts';
import { workOnPayouts } from './payouts.ts';
import { workOnReconciliation } from './reconcile.ts';
import { workOnSessions } from './sessions.ts';
import { workOnShops } from './shops.ts';
import { workOnSpendingPower } from './spendingPower.ts';
import { workOnStatements } from './statements.ts';
import { workOnStores } from './stores.ts';
import { workOnTransfers } from './transfers.ts';
import { workOnUpkeep } from './upkeep.ts';
import { workOnWebhooks } from './webhooks.ts';

/** Starts working on the queued jobs. The work ends when the queue is stopped and the running jobs are done. */
export async function startWorker(deps: Deps): Promise<void> {
  await workOnWebhooks(deps);
  await workOnCards(deps);
  await workOnBanks(deps);
  await workOnStores(deps);
  await workOnShops(deps);
  await workOnLetters(deps);
  await workOnAlerts(deps);
  await workOnSpendingPower(deps);
  await workOnTransfers(deps);
  await workOnDraws(deps);
  await workOnPayouts(deps);
  await workOnReconciliation(deps);
  await workOnSessions(deps);
  await workOnStatements(deps);
  await workOnUpkeep(deps);
}
