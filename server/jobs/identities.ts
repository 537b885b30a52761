import type { Deps } from '../services/deps.ts';
import { claimStoredIdentities } from '../services/identity/claimStoredIdentities.ts';

/** Starts the job that claims the EINs and stores from before claims were kept: when a worker starts, and nightly for rows that processes of an older version wrote. */
export async function workOnIdentities(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('claim-stored-identities', (_, { signal }) => claimStoredIdentities(deps, signal));
  await queue.schedule('claim-stored-identities', '20 8 * * *', 'UTC', {});
  await queue.send('claim-stored-identities', {});
}
