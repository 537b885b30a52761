import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { leadFromConnection } from '../../db/queries/ownerIndex.ts';
import { isConnectedElsewhere } from '../../db/queries/storeOwners.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { linkedSource } from '../../domain/store/appPlatforms.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';
import type { StoreConnection, StoreLink } from '../../providers/ports/storeData.ts';
import { newHandle, tokenHash } from '../access/opaqueHandle.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities, identityInUse, leaveIdentities } from '../identities/claimIdentities.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { queueReadings } from './appAccounts.ts';
import { appIdentities, storeTokenPlace } from './storeLink.ts';

/** Stored in place of a connection's id for a store that was refused. */
const refusedStore = 'refused: another account has the store';

interface NewStore extends StoreLink {
  /** Null when the provider could not be asked; the first sync asks again. */
  connection: StoreConnection | null;
}

/** Ends the earlier connections and deletes their sales: the same sales seen through two connections would count twice. */
async function replaceStores(deps: Deps, transaction: Transaction, scope: ReceiverScope, connectionId: string): Promise<boolean> {
  const receiverId = scope.receiverId;
  const others = { source: linkedSource, unlinked_at: null, connection_id: { not: connectionId } };
  const own = databaseOf(transaction, scope);
  const old = await own.commerceLink.findMany({ where: others, select: { id: true } });
  if (old.length === 0) return false;
  await own.commerceLink.updateMany({ where: others, data: { unlinked_at: deps.clock() } });
  await own.storeTransaction.deleteMany({ where: { source: linkedSource } });
  for (const { id } of old) await deps.queue.send('unlink-store', { receiver_id: receiverId, link_id: id }, { transaction });
  return true;
}

/** Claims the store for the account, in place of any earlier one. Returns false when another account has it and the program refuses that. */
async function claimStore(
  deps: Deps,
  transaction: Transaction,
  { scope, receiver }: ReceiverView,
  { connectionId, platform, connection }: NewStore,
): Promise<boolean> {
  const identities = storeIdentities({ platform, domain: connection?.storeDomain ?? null, connectionId });
  const rule = programOf(receiver).sharedIdentities;
  const isAllowed = (await claimIdentities(deps, transaction, scope, { kind: 'store', identities, rule })) !== 'refused';
  if (isAllowed) await leaveIdentities(deps, transaction, scope, 'store', { except: [...identities, ...(await appIdentities(transaction, scope))] });
  return isAllowed;
}

/** Keeps the access to a refused store only until it is given up at the provider, unless that would end another account's connection. */
async function refuseStore(deps: Deps, transaction: Transaction, scope: ReceiverScope, { connectionId, accessToken, platform }: NewStore): Promise<void> {
  if (await isConnectedElsewhere(transaction, scope, connectionId)) return;
  const now = deps.clock();
  const { id } = await databaseOf(transaction, scope).commerceLink.upsert({
    where: { receiver_id_source_connection_id: { source: linkedSource, connection_id: connectionId } },
    create: {
      source: linkedSource,
      connection_id: connectionId,
      handle: newHandle(),
      access_token: deps.secrets.encrypt(accessToken, storeTokenPlace(scope)),
      platform,
      linked_at: now,
      unlinked_at: now,
    },
    update: {},
  });
  await deps.queue.send('unlink-store', { receiver_id: scope.receiverId, link_id: id }, { transaction });
}

async function storeLink(deps: Deps, transaction: Transaction, view: ReceiverView, store: NewStore): Promise<string> {
  const { scope } = view;
  const { connectionId, accessToken, platform, isReady, connection } = store;
  const receiverId = scope.receiverId;
  if (!(await claimStore(deps, transaction, view, store))) {
    await refuseStore(deps, transaction, scope, store);
    return refusedStore;
  }
  const isReplacement = await replaceStores(deps, transaction, scope, connectionId);
  const content = {
    access_token: deps.secrets.encrypt(accessToken, storeTokenPlace(scope)),
    platform,
    is_ready: isReady,
    store_name: connection?.storeName ?? null,
    store_domain: connection?.storeDomain ?? null,
    needs_update: false,
    is_disabled: false,
    unlinked_at: null,
    removed_at: null,
  };
  const { id, handle } = await databaseOf(transaction, scope).commerceLink.upsert({
    where: { receiver_id_source_connection_id: { source: linkedSource, connection_id: connectionId } },
    create: { source: linkedSource, connection_id: connectionId, handle: newHandle(), linked_at: deps.clock(), ...content },
    update: content,
  });
  await leadFromConnection(transaction, scope, { connection_id: connectionId, id });
  await databaseOf(transaction, scope).receiver.update({ data: { rutter_access_token: handle } });
  await recordTimeline(deps, scope, isReplacement ? 'store_replaced' : 'store_connected', { platform, store: content.store_name }, transaction);
  await deps.queue.send('sync-store', { receiver_id: receiverId, link_id: id }, { transaction, singletonKey: id });
  // The same store may have our app, whose sales are given up for these.
  await queueReadings(deps, transaction, scope);
  return connectionId;
}

/** Exchanges the link window's token, which works only once; no later failure may lose its result. */
async function exchange({ providers: { storeData } }: Deps, publicToken: string): Promise<NewStore> {
  const link = await storeData.exchangePublicToken(publicToken).catch((failure: unknown) => {
    if (!(failure instanceof Refused)) throw failure;
    throw new DomainError('provider_refused', { reason: 'Your store did not finish connecting. Open the window and connect it again.' });
  });
  const connection = await storeData.getConnection(link.accessToken).catch((failure: unknown) => {
    if (failure instanceof ProviderFailure) return null;
    throw failure;
  });
  return { ...link, connection };
}

/**
 * Connects the store or accounting system that was picked in the window, in place of any earlier one, and queues the
 * reading of its sales. One public token makes one connection, however often it is sent. Throws `identity_in_use` for a
 * store that backs another account.
 */
export async function connectStore(deps: Deps, view: ReceiverView, publicToken: string): Promise<ReceiverView> {
  const { scope } = view;
  await requireStep(deps, view, 'ACCOUNTING_CONNECTION');
  const outcome = await callProviderOnce(
    deps,
    scope,
    { businessKey: `store:${scope.receiverId}:${tokenHash(publicToken)}`, provider: deps.providers.storeData.name, operation: 'exchange_public_token' },
    { call: () => exchange(deps, publicToken), store: (transaction, link) => storeLink(deps, transaction, view, link) },
  );
  if (outcome.externalId === refusedStore) throw identityInUse('store', programOf(view.receiver));
  return reloadView(deps, view);
}
