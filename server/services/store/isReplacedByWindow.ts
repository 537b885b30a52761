import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isLinked } from '../../domain/receiver/receiver.ts';
import { type AddressedStore, isOtherStore } from '../../domain/store/otherStore.ts';
import { currentStoreLink } from './storeLink.ts';

/**
 * Tells whether the sales of a store with our app give way to those that the merchant has connected by the link window: the same
 * sales seen twice would count twice. Those of another store count beside them.
 */
export async function isReplacedByWindow(database: Transaction, scope: ReceiverScope, store: AddressedStore): Promise<boolean> {
  const { rutter_access_token } = await databaseOf(database, scope).receiver.findUniqueOrThrow({ select: { rutter_access_token: true } });
  if (!isLinked(rutter_access_token)) return false;
  const linked = await currentStoreLink(database, scope);
  return linked === null || !isOtherStore({ platform: linked.platform, domain: linked.store_domain }, store);
}
