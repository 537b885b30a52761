import { randomBytes } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs, later, startOfDay } from '../core/measures.ts';
import type { Payment } from '../sales/checkout.ts';
import { seededRandom } from '../sales/random.ts';
import { type Order, openSales, orderAsOf } from '../sales/sales.ts';
import { drawShopper } from '../sales/shoppers.ts';
import { type Currency, type StoreProfile, storeCharacters } from '../sales/stores.ts';

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
  /** The currency of its amounts; US dollars when left out. */
  currency?: Currency;
  /** Null while our app is not installed. */
  access_token: string | null;
  /** The scopes that the installation granted, with spaces between them. */
  scope: string;
}

interface InstallCode {
  hash: string;
  scope: string;
  user: Person;
}

/** An order that a button made, beside those that the store's profile draws; instants are ISO strings. */
interface MadeOrder {
  hash: string;
  number: number;
  amount_cents: number;
  at: string;
  refunds: { amount_cents: number; at: string }[];
}

export interface Stores {
  /** Returns the store of this hash and creates it the first time. */
  open(hash: string, profile?: StoreProfile, currency?: Currency): Promise<Store>;
  get(hash: string): Promise<Store | undefined>;
  list(): Promise<Store[]>;
  byToken(accessToken: string): Promise<Store | undefined>;
  /** Returns a code for our app's callback, which can be used once. `user` is who installs. */
  installCode(hash: string, scope: string, user: Person): Promise<string>;
  /** Installs the app: exchanges the code for a new access token of the store; an earlier one ends. */
  exchange(code: string): Promise<{ store: Store; user: Person } | undefined>;
  uninstall(hash: string): Promise<Store | undefined>;
  addStaff(hash: string, email: string): Promise<Store | undefined>;
  removeStaff(hash: string, userId: number): Promise<Store | undefined>;
  /** Returns the store's orders as of now. */
  orders(store: Store): Promise<Order[]>;
  /** Sells something now, and that many times; returns the first order's number. */
  sell(hash: string, amountCents: number, count: number): Promise<number>;
  refund(orderNumber: number, hash: string, amountCents: number): Promise<boolean>;
}

/** The account of everybody's stores at the platform. */
export const accountUuid = '5c3a8f0e-0f2d-4a8e-9d1c-4b7f6f1f8a55';

export const isStoreHash = (hash: string) => /^[a-z0-9]{1,32}$/i.test(hash);

export function openStores({ store: database, clock }: Pick<SandboxCore, 'store' | 'clock'>): Stores {
  const records = database.collection<Store>('bigcommerce', 'store');
  const codes = database.collection<InstallCode>('bigcommerce', 'code');
  const made = database.collection<MadeOrder>('bigcommerce', 'made_order');
  const sales = new Map<string, (until: Date) => Order[]>();

  const stores: Stores = {
    async open(hash, profile = 'steady', currency = 'USD') {
      const { storeName, historyDays } = storeCharacters[profile];
      const store: Store = {
        hash,
        name: storeName,
        profile,
        owner: { id: 1_000_001, email: `owner@${hash}.example` },
        staff: [],
        opened_on: later(startOfDay(clock.now()), -historyDays * dayMs).toISOString(),
        currency,
        access_token: null,
        scope: '',
      };
      await records.insert(hash, store);
      return (await records.get(hash)) ?? store;
    },
    get: (hash) => records.get(hash),
    list: () => records.find(),
    byToken: (accessToken) => records.findOne({ access_token: accessToken }),
    async installCode(hash, scope, user) {
      const code = randomBytes(16).toString('hex');
      await codes.insert(code, { hash, scope, user });
      return code;
    },
    exchange: (code) =>
      database.transaction(async () => {
        const found = await codes.lock(code);
        if (!found || !(await codes.remove(code))) return undefined;
        // The token does not expire; another installation replaces it.
        const access_token = randomBytes(16).toString('hex');
        const store = await records.update(found.hash, (before) => ({ ...before, access_token, scope: found.scope }));
        return store && { store, user: found.user };
      }),
    uninstall: (hash) => records.update(hash, (store) => ({ ...store, access_token: null })),
    addStaff: (hash, email) => records.update(hash, (store) => ({ ...store, staff: [...store.staff, { id: store.owner.id + store.staff.length + 1, email }] })),
    removeStaff: (hash, userId) => records.update(hash, (store) => ({ ...store, staff: store.staff.filter((person) => person.id !== userId) })),

    async orders({ hash, profile, opened_on }) {
      const known = sales.get(hash) ?? openSales({ seed: `stores/${hash}`, profile, platform: 'BIG_COMMERCE', openedOn: new Date(opened_on) });
      sales.set(hash, known);
      const now = clock.now();
      return [...known(now), ...(await made.find({ hash })).map(orderOf)].map((order) => orderAsOf(order, now));
    },
    async sell(hash, amount_cents, count) {
      const first = firstMadeNumber + (await made.count({ hash }));
      const at = clock.now().toISOString();
      const orders = Array.from({ length: count }, (_, place) => ({ hash, number: first + place, amount_cents, at, refunds: [] }));
      await made.insertMany(orders.map((data) => ({ id: madeId(hash, data.number), data })));
      return first;
    },
    async refund(number, hash, amount_cents) {
      const refund = { amount_cents, at: clock.now().toISOString() };
      return (await made.update(madeId(hash, number), (order) => ({ ...order, refunds: [...order.refunds, refund] }))) !== undefined;
    },
  };
  return stores;
}

/** Beyond the numbers of the orders that a profile draws. */
const firstMadeNumber = 5_000_001;
const madeId = (hash: string, number: number) => `${hash}:${number}`;

/** Returns an order that a button made as one that was paid by card at once. */
function orderOf({ hash, number, amount_cents, at, refunds }: MadeOrder): Order {
  const line = { id: `${number}`, title: 'Gift card', sku: 'GIFT', quantity: 1, unitCents: amount_cents, totalCents: amount_cents };
  const payment = (kind: Payment['kind'], amountCents: number, moment: string): Payment => ({
    id: `${madeId(hash, number)}:${kind}:${moment}`,
    kind,
    outcome: 'success',
    gateway: 'braintree',
    method: 'card',
    amountCents,
    feeCents: 0,
    at: new Date(moment),
    settledAt: new Date(moment),
    lines: [],
  });
  return {
    id: madeId(hash, number),
    number,
    createdAt: new Date(at),
    shopper: drawShopper(seededRandom(hash), 1),
    lines: [line],
    subtotalCents: amount_cents,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: amount_cents,
    fulfilledAt: null,
    cancelledAt: null,
    payments: [payment('sale', amount_cents, at), ...refunds.map((refund) => payment('refund', refund.amount_cents, refund.at))],
  };
}
