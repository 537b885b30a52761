import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SecretPlace } from '../../db/secrets.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { appPlatforms, linkedSource } from '../../domain/store/appPlatforms.ts';
import type { Deps } from '../deps.ts';

/** Returns the table, column and owner for which the access token of a receiver's store is encrypted. */
export const storeTokenPlace = ({ receiverId }: ReceiverScope): SecretPlace => ({ table: 'commerce_link', column: 'access_token', owner: receiverId });

/** Returns the store that is connected by the link window now; null when there is none. */
export function currentStoreLink(transaction: Transaction, scope: ReceiverScope): Promise<CommerceLink | null> {
  return databaseOf(transaction, scope).commerceLink.findFirst({ where: { source: linkedSource, unlinked_at: null } });
}

/** Returns the store in whose admin our app is installed, once its sales may be read; null when there is none. */
export function currentAppStore(transaction: Transaction, scope: ReceiverScope): Promise<CommerceLink | null> {
  return databaseOf(transaction, scope).commerceLink.findFirst({
    where: { source: { in: [...appPlatforms] }, unlinked_at: null },
    orderBy: { linked_at: 'desc' },
  });
}

/** Returns the identities of the stores that the account has by our app there, not by the link window. */
export async function appIdentities(transaction: Transaction, scope: ReceiverScope): Promise<string[]> {
  const accounts = await databaseOf(transaction, scope).platformAccount.findMany({ where: { disconnected_at: null } });
  return accounts.flatMap(({ platform, external_id }) =>
    storeIdentities({ platform: platform.slice(platform.indexOf(':') + 1), domain: external_id, connectionId: null }),
  );
}

/** Overlap between two readings, in milliseconds: changes made shortly before the last one may have been missed, so they are read again. */
const overlapMs = 10 * 60_000;

/** Returns the instant from which changes of a store's sales are read; null for all. */
export function readSince({ synced_until }: CommerceLink): Date | null {
  return synced_until === null ? null : new Date(synced_until.getTime() - overlapMs);
}

/** Returns the access token of a connected store; null once the access was given up. */
export function storeAccessToken({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, link: CommerceLink): string | null {
  return link.access_token === null ? null : secrets.decrypt(link.access_token, storeTokenPlace(scope));
}
