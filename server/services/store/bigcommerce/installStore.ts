import { inTransaction } from '../../../db/database.ts';
import { recordPanelStore, recordPanelUser } from '../../../db/queries/controlPanel.ts';
import { resumeStore } from '../../../db/queries/platformAccounts.ts';
import type { SecretPlace } from '../../../db/secrets.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../../../providers/failure.ts';
import type { InstallCode } from '../../../providers/ports/controlPanel.ts';
import type { Deps } from '../../deps.ts';
import { readControlPanelCall } from './openDashboard.ts';
import { queuePanelReadings } from './panelAccounts.ts';
import { noteShown } from './shownPayloads.ts';

/** Returns the table, column and owner for which the access token of a store is encrypted. */
export const panelTokenPlace = (storeHash: string): SecretPlace => ({ table: 'bigcommerce_store', column: 'access_token', owner: storeHash });

/**
 * Installs the app in a store: exchanges the platform's code for access to the store, which is stored encrypted.
 * Re-admits a store that had uninstalled the app. Returns a payload that opens the dashboard for the person who installed
 * it, in the frame that is open already. Throws `unauthenticated` for a code that the platform does not know,
 * and `provider_unavailable` when the platform could not be asked: a code works only once, so the merchant must install
 * again.
 */
export async function installStore(deps: Deps, code: Omit<InstallCode, 'redirectUri'> & { accountUuid: string | null }): Promise<string> {
  const { database, secrets, machineClock, config } = deps;
  const { accountUuid, ...install } = code;
  const grant = await deps.providers.controlPanel
    .exchangeCode({ ...install, redirectUri: new URL('/bigcommerce/auth', config.publicUrl).href })
    .catch((failure: unknown) => {
      if (failure instanceof Refused) throw new DomainError('unauthenticated');
      if (failure instanceof ProviderFailure) throw new DomainError('provider_unavailable');
      throw failure;
    });
  const { storeHash, user, owner } = grant;
  // The platform's payloads, which are compared with this instant, carry the machine's time.
  const now = machineClock();
  const installed = {
    access_token: secrets.encrypt(grant.accessToken, panelTokenPlace(storeHash)),
    scope: grant.scope,
    account_uuid: accountUuid,
    owner_user_id: owner.id,
    owner_email: owner.email,
    installed_at: now,
    uninstalled_at: null,
  };
  const signedPayload = await deps.providers.controlPanel.signLoad(grant, now);
  await noteShown(database, await readControlPanelCall(deps, signedPayload), deps.clock());
  await inTransaction(database, async (transaction) => {
    await recordPanelStore(transaction, storeHash, installed);
    await recordPanelUser(transaction, { store_hash: storeHash, user_id: user.id, email: user.email }, { signedAt: now, at: now });
    await resumeStore(transaction, { platform: 'bigcommerce', externalId: storeHash });
    await queuePanelReadings(deps, storeHash, transaction);
  });
  return signedPayload;
}
