import type { StoreProfile } from '../../server/sandbox/sales/stores.ts';
import { controlPanelCalls, newHash } from './controlPanelCalls.ts';
import { eventually } from './eventually.ts';
import type { TestProduct } from './product.ts';

/** A BigCommerce store that has installed the app, and its merchant's session. */
export interface PanelStore {
  hash: string;
  receiverId: string;
  userId: string;
  token: string;
}

/** Opens a store at the platform, whose control panel does not have the app yet. */
export const openAtPlatform = ({ sandboxUrl }: TestProduct, hash: string, profile: StoreProfile, currency = 'USD'): Promise<Response> =>
  fetch(`${sandboxUrl}/bigcommerce`, { method: 'POST', body: new URLSearchParams({ hash, profile, currency }) });

interface PanelStoreOptions {
  hash?: string;
  /** The query that is added to the address of the panel that installs the app. */
  query?: string;
  /** Weeks of sales by default, which are read quickly; a store that is there keeps what it sells. */
  profile?: StoreProfile;
}

/** Installs the app in a store, a new one by default, and opens it, as its owner. */
export async function openPanelStore(product: TestProduct, { hash = newHash(), query = '', profile = 'new' }: PanelStoreOptions = {}): Promise<PanelStore> {
  await openAtPlatform(product, hash, profile);
  const panel = controlPanelCalls(product);
  const installed = await panel.install(hash, query);
  const session = new URL(installed.headers.get('location') ?? '', product.url).searchParams.get('session_jwt') ?? '';
  const token: string = (await panel.handIn(session)).body.access_token;
  const { body } = await product.call('/api/receiver', { token });
  return { hash, receiverId: body.id, userId: body.token, token };
}

const linkWhere = ({ receiverId, hash }: PanelStore) => ({ receiver_id: receiverId, source: 'bigcommerce', connection_id: hash });

/** Returns the store's connection; null before it was read. */
export const linkOf = (product: TestProduct, store: PanelStore) => product.deps.database.commerceLink.findFirst({ where: linkWhere(store) });

/** Waits until all of the store's orders have been read. */
export const panelSynced = (product: TestProduct, store: PanelStore) =>
  eventually('the store is read', async () => {
    const link = await linkOf(product, store);
    return link?.sync_state === 'done' ? link : null;
  });

/** Returns the receiver's rows of the store, by their ids. */
export const panelSales = (product: TestProduct, { receiverId }: PanelStore) =>
  product.deps.database.storeTransaction.findMany({ where: { receiver_id: receiverId, source: 'bigcommerce' }, orderBy: { external_id: 'asc' } });

/** Returns our token at the store. */
export async function tokenOf({ deps }: TestProduct, { hash }: PanelStore): Promise<string> {
  const store = await deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } });
  return deps.secrets.decrypt(store.access_token ?? '', { table: 'bigcommerce_store', column: 'access_token', owner: hash });
}

/** Reads the store's API as a program beside ours that has our token. */
export async function askStore<Answer>(product: TestProduct, store: PanelStore, path: string): Promise<Answer> {
  const headers = { 'x-auth-token': await tokenOf(product, store) };
  const answer = await fetch(`${product.config.bigcommerce.apiUrl}/stores/${store.hash}${path}`, { headers });
  return answer.status === 204 ? ([] as Answer) : ((await answer.json()) as Answer);
}
