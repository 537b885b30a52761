import type { Store } from '../bigcommerce/stores.ts';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import type { Connection } from '../rutter/connections.ts';
import { isAccounting, storeCharacters } from '../sales/stores.ts';
import type { Shop } from '../shopify/shops.ts';
import type { StoredHousehold } from './state.ts';

type StoredStore = StoredHousehold['store'];

const ownStore = 'own';

/** Adds how many orders a store has a day, where that is not what its profile says. */
const withOrders = (store: StoredStore, { orders_per_day }: Pick<Shop, 'orders_per_day'>): StoredStore =>
  orders_per_day === undefined ? store : { ...store, ordersPerDay: orders_per_day };

/** The stores whose takings may reach a bank account: those connected at Rutter, those of Shopify and BigCommerce, and a steady one of the account's own. */
export function openStoreChoice({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>) {
  const connections = store.collection<Connection>('rutter', 'connection');
  const storefronts = store.collection<Store>('bigcommerce', 'store');
  const shops = store.collection<Shop>('shopify', 'shop');

  return {
    usual: ownStore,

    async options(): Promise<{ value: string; label: string }[]> {
      const connected = (await connections.find({}, { newestFirst: true, limit: 50 })).filter(({ platform }) => !isAccounting(platform));
      return [
        { value: ownStore, label: 'a steady store of its own' },
        ...connected.map(({ id, store_name, platform }) => ({ value: `rutter:${id}`, label: `${store_name} (${platform})` })),
        ...(await storefronts.find({}, { newestFirst: true, limit: 50 })).map(({ hash, name }) => ({
          value: `bigcommerce:${hash}`,
          label: `${name} (BigCommerce)`,
        })),
        ...(await shops.find({}, { newestFirst: true, limit: 50 })).map(({ domain, name }) => ({ value: `shopify:${domain}`, label: `${name} (${domain})` })),
      ];
    },

    /** Returns the chosen store; undefined for one that does not exist or sells nothing. */
    async chosen(choice: string, seed: string): Promise<StoredStore | undefined> {
      const [kind = '', ...rest] = choice.split(':');
      const id = rest.join(':');
      if (kind === ownStore) {
        const openedOn = later(startOfDay(clock.now()), -storeCharacters.steady.historyDays * dayMs).toISOString();
        return { seed: `${seed}:store`, profile: 'steady', platform: 'SHOPIFY', openedOn };
      }
      if (kind === 'rutter') {
        const found = await connections.get(id);
        if (!found || isAccounting(found.platform)) return undefined;
        return withOrders({ seed: found.seed, profile: found.profile, platform: found.platform, openedOn: found.opened_on }, found);
      }
      if (kind === 'bigcommerce') {
        const found = await storefronts.get(id);
        return found && { seed: `stores/${found.hash}`, profile: found.profile, platform: 'BIG_COMMERCE', openedOn: found.opened_on };
      }
      if (kind !== 'shopify') return undefined;
      const shop = await shops.get(id);
      if (!shop) return undefined;
      return withOrders({ seed: shop.domain, profile: shop.profile, platform: 'SHOPIFY', openedOn: shop.opened_on }, shop);
    },
  };
}
