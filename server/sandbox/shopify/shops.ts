import { randomBytes } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import { type Order, openSales, orderAsOf } from '../rutter/sales.ts';
import { isStoreProfile, type StoreProfile, storeCharacters } from '../rutter/stores.ts';

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
   * store takes unless another is given.
   */
  create(handle: string, profile: StoreProfile, name?: string): Promise<Shop>;
  get(domain: string): Promise<Shop | undefined>;
  list(): Promise<Shop[]>;
  install(domain: string, scopes: readonly string[]): Promise<Shop | undefined>;
  /** Ends the installation and every token; returns undefined when the app was not installed. */
  uninstall(domain: string): Promise<Shop | undefined>;
  grant(shop: Shop, kind: AccessToken['kind'], expiring: boolean): Promise<GrantedToken>;
  /** Exchanges a refresh token, which can be used once. */
  refresh(shop: Shop, refreshToken: string): Promise<GrantedToken | undefined>;
  isGranted(domain: string, token: string): Promise<boolean>;
  /** Returns the store's orders so far, oldest first. */
  orders(shop: Shop): Order[];
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
  const sales = new Map<string, (until: Date) => Order[]>();

  const shops: Shops = {
    async create(handle, profile, name) {
      const domain = shopDomain(handle);
      const shop: Shop = {
        domain,
        name: name || storeCharacters[profile].storeName,
        profile,
        opened_on: later(startOfDay(clock.now()), -storeCharacters[profile].historyDays * dayMs).toISOString(),
        installed_at: null,
        scopes: [],
        uninstalled_at: null,
      };
      await records.insert(domain, shop);
      return (await records.get(domain)) ?? shop;
    },
    get: (domain) => records.get(domain),
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
        ...(record.expires_at !== null && { expires_in: lifeSeconds }),
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

    orders({ domain, profile, opened_on }) {
      const known = sales.get(domain) ?? openSales({ seed: domain, profile, platform: 'SHOPIFY', openedOn: new Date(opened_on) });
      sales.set(domain, known);
      const now = clock.now();
      return known(now).map((order) => orderAsOf(order, now));
    },
  };
  return shops;
}

/** Returns the store profile that a form names; steady when it names none. */
export const profileNamed = (name: unknown): StoreProfile => (isStoreProfile(name) ? name : 'steady');
