import { createHash, randomUUID } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import { type Order, openSales, orderAsOf } from '../sales/sales.ts';
import { type Currency, isAccounting, type Platform, type StoreProfile, storeCharacters } from '../sales/stores.ts';

/** A merchant's connected store or accounting system. Instants are ISO strings. */
export interface Connection {
  id: string;
  access_token: string;
  public_token: string;
  exchanged: boolean;
  platform: Platform;
  profile: StoreProfile;
  /** The same seed gives the same sales. */
  seed: string;
  /** Left out where the store has those of its profile. */
  orders_per_day?: number;
  /** The currency of its amounts; US dollars when left out. */
  currency?: Currency;
  store_name: string;
  store_unique_id: string;
  opened_on: string;
  created_at: string;
  /** False until the first sync is done. */
  is_ready: boolean;
  needs_update: boolean;
  disabled: boolean;
  /** When syncing stopped because the merchant has to sign in again or the connection is disabled; null while it runs. */
  stopped_at: string | null;
}

/** The merchant's choices in the link window. */
export interface NewConnection {
  platform: Platform;
  profile: StoreProfile;
  storeName?: string | undefined;
  /** The same seed sells the same. */
  seed?: string | undefined;
  /** How many orders it has a day; by default those of its profile. */
  ordersPerDay?: number | undefined;
  currency?: Currency | undefined;
  /** The first part of the store's address; by default the name with a mark of the seed, so that the same seed is the same store. */
  address?: string | undefined;
}

/** Webhook event codes of the provider, with the type of each. */
const eventTypes = {
  INITIAL_UPDATE: 'CONNECTION',
  HISTORICAL_UPDATE: 'CONNECTION',
  CONNECTION_UPDATED: 'CONNECTION',
  CONNECTION_NEEDS_UPDATE: 'CONNECTION',
  CONNECTION_DISABLED: 'CONNECTION',
  ORDER_CREATED: 'ORDER',
} as const;
export type ConnectionEvent = keyof typeof eventTypes;

export interface Connections {
  /** Creates a connection whose public token has not been exchanged yet. */
  link(order: NewConnection): Promise<Connection>;
  /**
   * Exchanges a public token. The same token returns the same connection again, because link windows may report twice.
   * The first exchange starts the first sync.
   */
  exchange(publicToken: string): Promise<Connection | undefined>;
  byAccessToken(accessToken: string): Promise<Connection | undefined>;
  list(): Promise<Connection[]>;
  /** Breaks or repairs a connection and notifies the product. */
  change(id: string, state: { needs_update: boolean; disabled: boolean }): Promise<Connection | undefined>;
  remove(id: string): Promise<boolean>;
  /** Ends the first sync: makes the data available and notifies the product. */
  finishReading(id: string): Promise<void>;
  announce(connection: Connection, code: ConnectionEvent, details?: Record<string, unknown>): Promise<void>;
  /** Returns the instant up to which the store has been synced. */
  readUntil(connection: Connection): Date;
  /** Returns the store's orders as of its last sync, oldest first. */
  orders(connection: Connection): Order[];
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const markOf = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 6);

export function openConnections(core: SandboxCore, startReading: (connection: Connection) => void): Connections {
  const { store, clock, webhooks, productUrl } = core;
  const records = store.collection<Connection>('rutter', 'connection');
  const sales = new Map<string, (until: Date) => Order[]>();

  const connections: Connections = {
    async link({ platform, profile, storeName, seed, ordersPerDay, currency, address }) {
      const id = randomUUID();
      const character = storeCharacters[profile];
      const name = storeName || character.storeName;
      const connection: Connection = {
        id,
        access_token: randomUUID(),
        public_token: `public-${randomUUID()}`,
        exchanged: false,
        platform,
        profile,
        seed: seed || id,
        ...(ordersPerDay !== undefined && { orders_per_day: ordersPerDay }),
        ...(currency !== undefined && { currency }),
        store_name: name,
        store_unique_id: address ? slug(address) : `${slug(name)}-${seed ? markOf(seed) : id.slice(0, 6)}`,
        opened_on: later(startOfDay(clock.now()), -character.historyDays * dayMs).toISOString(),
        created_at: clock.now().toISOString(),
        is_ready: false,
        needs_update: false,
        disabled: false,
        stopped_at: null,
      };
      await records.insert(id, connection);
      return connection;
    },

    async exchange(publicToken) {
      const found = await records.findOne({ public_token: publicToken });
      if (!found) return undefined;
      let isFirst = false;
      const connection = await records.update(found.id, (before) => {
        isFirst = !before.exchanged;
        return { ...before, exchanged: true };
      });
      if (connection && isFirst) startReading(connection);
      return connection;
    },

    byAccessToken: (accessToken) => records.findOne({ access_token: accessToken }),
    list: () => records.find(),

    change: (id, state) =>
      store.transaction(async () => {
        const broken = state.needs_update || state.disabled;
        const connection = await records.update(id, (before) => ({
          ...before,
          ...state,
          stopped_at: broken ? (before.stopped_at ?? clock.now().toISOString()) : null,
        }));
        if (connection)
          await connections.announce(
            connection,
            state.disabled ? 'CONNECTION_DISABLED' : state.needs_update ? 'CONNECTION_NEEDS_UPDATE' : 'CONNECTION_UPDATED',
          );
        return connection;
      }),

    remove: (id) => records.remove(id),

    finishReading: (id) =>
      store.transaction(async () => {
        const connection = await records.lock(id);
        if (!connection || connection.is_ready) return;
        await records.put(id, { ...connection, is_ready: true });
        await connections.announce(connection, 'INITIAL_UPDATE');
        await connections.announce(connection, 'HISTORICAL_UPDATE');
      }),

    async announce({ id, access_token }, code, details = {}) {
      await webhooks.enqueue({
        standIn: 'rutter',
        event: code,
        url: `${productUrl}/webhooks/rutter`,
        body: { type: eventTypes[code], code, connection_id: id, access_token, ...details },
      });
    },

    readUntil: ({ stopped_at }) => (stopped_at === null ? clock.now() : new Date(stopped_at)),

    orders(connection) {
      if (isAccounting(connection.platform)) return [];
      const { seed, profile, platform, opened_on, orders_per_day } = connection;
      const store = [seed, profile, platform, opened_on, orders_per_day].join(':');
      const known = sales.get(store) ?? openSales({ seed, profile, platform, openedOn: new Date(opened_on), ordersPerDay: orders_per_day });
      sales.set(store, known);
      const until = connections.readUntil(connection);
      return known(until).map((order) => orderAsOf(order, until));
    },
  };
  return connections;
}
