import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { accountsToAllocate, allocateOlder } from '../services/ledger/allocateOlder.ts';

/**
 * Carries the payments of 0.2.0 forward: applies them to the dues for every account of which nothing is allocated. May be repeated, also by
 * several processes at once. Call it before anybody reads an account.
 */
export async function allocateOlderPayments(deps: Pick<Deps, 'database' | 'clock' | 'machineClock'>): Promise<void> {
  for (let ids = await accountsToAllocate(deps); ids.length > 0; ids = await accountsToAllocate(deps)) {
    for (const id of ids) await allocateOlder(deps, receiverScope(id));
  }
}
