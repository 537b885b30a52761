import { randomBytes } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import { type Order, openSales, orderAsOf } from '../rutter/sales.ts';
import { type StoreProfile, storeCharacters } from '../rutter/stores.ts';

export interface Person {
  id: number;
  email: string;
}

/** A store on the platform. Instants are ISO strings. */
export interface Store {
  hash: string;
  name: string;
  profile: StoreProfile;
  owner: Person;
  /** Other users whom the owner allows to use the app. */
  staff: Person[];
  opened_on: string;
  /** Null while our app is not installed. */
  access_token: string | null;
}

interface InstallCode {
  hash: string;
  scope: string;
}

export interface Stores {
  /** Returns the store of this hash and creates it the first time. */
  open(hash: string, profile?: StoreProfile): Promise<Store>;
  get(hash: string): Promise<Store | undefined>;
  list(): Promise<Store[]>;
  byToken(accessToken: string): Promise<Store | undefined>;
  /** Returns a code for our app's callback, which can be used once. */
  installCode(hash: string, scope: string): Promise<string>;
  /** Installs the app: exchanges the code for the store's access token. */
  exchange(code: string): Promise<{ store: Store; scope: string } | undefined>;
  uninstall(hash: string): Promise<Store | undefined>;
  addStaff(hash: string, email: string): Promise<Store | undefined>;
  removeStaff(hash: string, userId: number): Promise<Store | undefined>;
  orders(store: Store): Order[];
}

export const isStoreHash = (hash: string) => /^[a-z0-9]{1,32}$/i.test(hash);

export function openStores({ store: database, clock }: Pick<SandboxCore, 'store' | 'clock'>): Stores {
  const records = database.collection<Store>('bigcommerce', 'store');
  const codes = database.collection<InstallCode>('bigcommerce', 'code');
  const sales = new Map<string, (until: Date) => Order[]>();

  const stores: Stores = {
    async open(hash, profile = 'steady') {
      const { storeName, historyDays } = storeCharacters[profile];
      const store: Store = {
        hash,
        name: storeName,
        profile,
        owner: { id: 1_000_001, email: `owner@${hash}.example` },
        staff: [],
        opened_on: later(startOfDay(clock.now()), -historyDays * dayMs).toISOString(),
        access_token: null,
      };
      await records.insert(hash, store);
      return (await records.get(hash)) ?? store;
    },
    get: (hash) => records.get(hash),
    list: () => records.find(),
    byToken: (accessToken) => records.findOne({ access_token: accessToken }),
    async installCode(hash, scope) {
      const code = randomBytes(16).toString('hex');
      await codes.insert(code, { hash, scope });
      return code;
    },
    exchange: (code) =>
      database.transaction(async () => {
        const found = await codes.lock(code);
        if (!found || !(await codes.remove(code))) return undefined;
        // The token does not expire; a new installation returns the same one.
        const store = await records.update(found.hash, (before) => ({ ...before, access_token: before.access_token ?? randomBytes(16).toString('hex') }));
        return store && { store, scope: found.scope };
      }),
    uninstall: (hash) => records.update(hash, (store) => ({ ...store, access_token: null })),
    addStaff: (hash, email) => records.update(hash, (store) => ({ ...store, staff: [...store.staff, { id: store.owner.id + store.staff.length + 1, email }] })),
    removeStaff: (hash, userId) => records.update(hash, (store) => ({ ...store, staff: store.staff.filter((person) => person.id !== userId) })),

    orders({ hash, profile, opened_on }) {
      const known = sales.get(hash) ?? openSales({ seed: `stores/${hash}`, profile, platform: 'BIG_COMMERCE', openedOn: new Date(opened_on) });
      sales.set(hash, known);
      const now = clock.now();
      return known(now).map((order) => orderAsOf(order, now));
    },
  };
  return stores;
}
