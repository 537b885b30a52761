import { randomBytes } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import { type Order, openSales, orderAsOf } from '../sales/sales.ts';
import { type Currency, type StoreProfile, storeCharacters } from '../sales/stores.ts';
import type { Strictness } from './strictness.ts';

/** A member of a store's staff, as the platform describes them with an online access token. */
export interface StaffMember {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_verified: boolean;
  account_owner: boolean;
  collaborator: boolean;
  locale: string;
}

/** A store on the platform. Instants are ISO strings. */
export interface Shop {
  /** `juniper-oak.myshopify.com` */
  domain: string;
  name: string;
  profile: StoreProfile;
  opened_on: string;
  /** Null while our app is not installed. */
  installed_at: string | null;
  scopes: string[];
  uninstalled_at: string | null;
  /** How many orders a day the store has; that of its kind of business when left out. */
  orders_per_day?: number;
  /** The currency of its amounts; US dollars when left out. */
  currency?: Currency;
  /** Why the platform answers nothing about it; left out for an open store. */
  closed?: 'frozen' | 'forbidden' | 'locked';
  /** The platform does not say when the access that it gives ends. */
  hides_expiry?: boolean;
  /** How strict the platform is with this store alone, where that differs. */
  strictness?: Partial<Strictness>;
  /** Everybody who may open the admin, the owner included; absent while they are a new store's. */
  staff?: StaffMember[];
}

interface AccessToken {
  token: string;
  shop: string;
  kind: 'offline' | 'online';
  /** Null for a token that does not expire. */
  expires_at: string | null;
  refresh_token: string | null;
}

export interface GrantedToken {
  access_token: string;
  scope: string;
  expires_in?: number;
  refresh_token?: string;
  refresh_token_expires_in?: number;
}

export interface Shops {
  /**
   * Creates a store. The handle is the part before `.myshopify.com`. The profile is its kind of business, whose name the
   * store takes.
   */
  create(handle: string, profile: StoreProfile, differing?: Pick<Shop, 'orders_per_day' | 'currency'>): Promise<Shop>;
  get(domain: string): Promise<Shop | undefined>;
  list(): Promise<Shop[]>;
  install(domain: string, scopes: readonly string[]): Promise<Shop | undefined>;
  /** Ends the installation and every token; returns undefined when the app was not installed. */
  uninstall(domain: string): Promise<Shop | undefined>;
  grant(shop: Shop, kind: AccessToken['kind'], expiring: boolean): Promise<GrantedToken>;
  /** Exchanges a refresh token, which can be used once. */
  refresh(shop: Shop, refreshToken: string): Promise<GrantedToken | undefined>;
  isGranted(domain: string, token: string): Promise<boolean>;
  /** Ends the access tokens that the store has given so far, but not what renews them. */
  endTokens(shop: Shop): Promise<void>;
  setHidesExpiry(shop: Shop, hidesExpiry: boolean): Promise<unknown>;
  close(domain: string, closed: Shop['closed']): Promise<Shop | undefined>;
  setStaff(shop: Shop, staff: StaffMember[]): Promise<unknown>;
  setStrictness(shop: Shop, change: Partial<Strictness>): Promise<unknown>;
  /** Returns the store's orders so far, oldest first. */
  orders(shop: Shop): Promise<Order[]>;
  /** Stores an order that somebody made or changed by a button. */
  putOrder(shop: Shop, order: Order): Promise<void>;
}

const offlineLifeSeconds = 3_600;
const onlineLifeSeconds = 86_399;
const refreshLifeSeconds = 90 * 86_400;
const random = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;

export const shopDomain = (handle: string) => `${handle.toLowerCase()}.myshopify.com`;
export const shopHandle = (domain: string) => domain.replace(/\.myshopify\.com$/, '');
export const isShopHandle = (handle: string) => /^[a-z0-9][a-z0-9-]{0,59}$/i.test(handle);

export function openShops({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Shops {
  const records = store.collection<Shop>('shopify', 'shop');
  const tokens = store.collection<AccessToken>('shopify', 'token');
  const made = store.collection<{ shop: string; order: StoredOrder }>('shopify', 'order');
  const sales = new Map<string, (until: Date) => Order[]>();

  const shops: Shops = {
    async create(handle, profile, differing = {}) {
      const domain = shopDomain(handle);
      const shop: Shop = {
        domain,
        name: storeCharacters[profile].storeName,
        profile,
        opened_on: later(startOfDay(clock.now()), -storeCharacters[profile].historyDays * dayMs).toISOString(),
        installed_at: null,
        scopes: [],
        uninstalled_at: null,
        ...differing,
      };
      await records.insert(domain, shop);
      return (await records.get(domain)) ?? shop;
    },
    get: (domain) => records.get(domain),
    setStaff: ({ domain }, staff) => records.update(domain, (shop) => ({ ...shop, staff })),
    setStrictness: ({ domain }, change) => records.update(domain, (shop) => ({ ...shop, strictness: { ...shop.strictness, ...change } })),
    list: () => records.find(),
    install: (domain, scopes) =>
      records.update(domain, (shop) => ({ ...shop, installed_at: clock.now().toISOString(), scopes: [...scopes], uninstalled_at: null })),
    uninstall: (domain) =>
      store.transaction(async () => {
        const shop = await records.lock(domain);
        if (!shop || shop.installed_at === null) return undefined;
        for (const { token } of await tokens.find({ shop: domain })) await tokens.remove(token);
        const after = { ...shop, installed_at: null, scopes: [], uninstalled_at: clock.now().toISOString() };
        await records.put(domain, after);
        return after;
      }),

    async grant(shop, kind, expiring) {
      const lifeSeconds = kind === 'online' ? onlineLifeSeconds : offlineLifeSeconds;
      const refreshes = kind === 'offline' && expiring;
      const record: AccessToken = {
        token: random(kind === 'online' ? 'shpua' : 'shpat'),
        shop: shop.domain,
        kind,
        expires_at: expiring || kind === 'online' ? new Date(clock.machineNow().getTime() + lifeSeconds * 1_000).toISOString() : null,
        refresh_token: refreshes ? random('shprt') : null,
      };
      await tokens.insert(record.token, record);
      return {
        access_token: record.token,
        scope: shop.scopes.join(','),
        ...(record.expires_at !== null && !shop.hides_expiry && { expires_in: lifeSeconds }),
        ...(record.refresh_token !== null && { refresh_token: record.refresh_token, refresh_token_expires_in: refreshLifeSeconds }),
      };
    },
    refresh: (shop, refreshToken) =>
      store.transaction(async () => {
        const used = await tokens.findOne({ shop: shop.domain, refresh_token: refreshToken });
        if (!used || !(await tokens.remove(used.token))) return undefined;
        return shops.grant(shop, 'offline', true);
      }),
    async isGranted(domain, token) {
      const record = await tokens.get(token);
      return record?.shop === domain && (record.expires_at === null || new Date(record.expires_at) > clock.machineNow());
    },

    async endTokens({ domain }) {
      const expires_at = clock.machineNow().toISOString();
      for (const { token } of await tokens.find({ shop: domain })) await tokens.update(token, (record) => ({ ...record, expires_at }));
    },
    setHidesExpiry: ({ domain }, hides_expiry) => records.update(domain, (shop) => ({ ...shop, hides_expiry })),

    close: (domain, closed) => records.update(domain, ({ closed: _before, ...shop }) => ({ ...shop, ...(closed && { closed }) })),
    async orders({ domain, profile, opened_on, orders_per_day }) {
      const store = { seed: domain, profile, platform: 'SHOPIFY', openedOn: new Date(opened_on), ordersPerDay: orders_per_day } as const;
      const known = sales.get(domain) ?? openSales(store);
      sales.set(domain, known);
      const now = clock.now();
      const byHand = new Map((await made.find({ shop: domain })).map(({ order }) => [order.id, revived(order)]));
      const drawn = known(now).filter(({ id }) => !byHand.has(id));
      const all = byHand.size === 0 ? drawn : [...drawn, ...byHand.values()].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      return all.map((order) => orderAsOf(order, now));
    },
    putOrder: (shop, order) => made.put(`${shop.domain}:${order.id}`, { shop: shop.domain, order: stored(order) }),
  };
  return shops;
}

/** An order as JSON: its instants are texts. */
type Stored<T> = T extends Date ? string : T extends readonly (infer Item)[] ? Stored<Item>[] : T extends object ? { [Key in keyof T]: Stored<T[Key]> } : T;
type StoredOrder = Stored<Order>;

const stored = (order: Order): StoredOrder => JSON.parse(JSON.stringify(order));
const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));
const revived = (order: StoredOrder): Order => ({
  ...order,
  createdAt: new Date(order.createdAt),
  fulfilledAt: dateOrNull(order.fulfilledAt),
  cancelledAt: dateOrNull(order.cancelledAt),
  payments: order.payments.map((payment) => ({ ...payment, at: new Date(payment.at), settledAt: new Date(payment.settledAt) })),
});
