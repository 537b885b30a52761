import { basisPointsOf, dayMs, later, minuteMs, startOfDay } from '../core/measures.ts';
import { drawCheckout, drawReturns, type OrderLine, type Payment } from './checkout.ts';
import { demand } from './demand.ts';
import { type Random, seededRandom } from './random.ts';
import { drawShopper, type Shopper } from './shoppers.ts';
import { type CommercePlatform, type StoreProfile, storeCharacters } from './stores.ts';

/**
 * A store whose sales are a pure function of its seed: it has the same orders whenever and wherever they are
 * requested. Each day is drawn independently, so that tomorrow's orders do not change yesterday's. Amounts are whole
 * US cents, instants are UTC.
 */
export interface SampleStore {
  seed: string;
  profile: StoreProfile;
  platform: CommercePlatform;
  /** Its first day of business, at midnight UTC. */
  openedOn: Date;
  /** How many orders a day its character has; that of its profile when left out. */
  ordersPerDay?: number | undefined;
}

export interface Order {
  id: string;
  number: number;
  createdAt: Date;
  shopper: Shopper;
  lines: readonly OrderLine[];
  subtotalCents: number;
  discountCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
  fulfilledAt: Date | null;
  cancelledAt: Date | null;
  /** In the order in which they happen; the last ones may lie in the future. */
  payments: readonly Payment[];
}

const firstOrderNumber = 1001;

/** Hours of the UTC day, weighted by purchases: Americans shop from their morning until past midnight UTC. */
const hours = [9, 8, 8, 6, 4, 2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 8, 7, 7, 7, 7, 8, 9].map((weight, hour) => ({ weight, hour })) as [
  { weight: number; hour: number },
  ...{ weight: number; hour: number }[],
];

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

interface Product {
  title: string;
  sku: string;
  unitCents: number;
}

/** Returns the store's products: prices are drawn once and end in .00 or .50, as people price things. */
function shelf(store: SampleStore): [Product, ...Product[]] {
  const { products, medianPriceCents, priceSigma } = storeCharacters[store.profile];
  const random = seededRandom(`${store.seed}:shelf`);
  const product = (title: string, index: number): Product => ({
    title,
    sku: `${title.slice(0, 3).toUpperCase()}-${100 + index}`,
    unitCents: Math.max(300, Math.round(random.logNormal(medianPriceCents, priceSigma) / 50) * 50),
  });
  const [first, ...rest] = products;
  return [product(first, 0), ...rest.map((title, index) => product(title, index + 1))];
}

function drawLines(random: Random, products: [Product, ...Product[]]): OrderLine[] {
  const titles = new Set(Array.from({ length: 1 + Math.min(random.poisson(0.6), 4) }, () => random.pick(products)));
  return [...titles].map(({ title, sku, unitCents }) => {
    const quantity = 1 + Math.min(random.poisson(0.25), 5);
    return { id: random.uuid(), title, sku, quantity, unitCents, totalCents: unitCents * quantity };
  });
}

function drawOrder(random: Random, store: SampleStore, products: [Product, ...Product[]], createdAt: Date): Order {
  const shopperNumber = random.whole(1, 600);
  const shopper = drawShopper(seededRandom(`${store.seed}:shopper:${shopperNumber}`), shopperNumber);
  const lines = drawLines(random, products);
  const subtotalCents = sum(lines.map((line) => line.totalCents));
  const discountCents = random.chance(0.14) ? basisPointsOf(subtotalCents, random.pick([1_000, 1_500, 2_000])) : 0;
  const shippingCents = subtotalCents - discountCents >= 7_500 ? 0 : random.pick([495, 695, 895]);
  const taxCents = basisPointsOf(subtotalCents - discountCents, shopper.taxBasisPoints);
  const totalCents = subtotalCents - discountCents + shippingCents + taxCents;

  const seller = { platform: store.platform, character: storeCharacters[store.profile] };
  const { gateway, payments, cancelledAt } = drawCheckout(random, seller, totalCents, createdAt);
  const sale = payments.find((payment) => payment.kind === 'sale' && payment.outcome === 'success');
  const returns = sale ? drawReturns(random, seller, gateway, { lines, totalCents }, sale) : [];
  return {
    id: random.uuid(),
    number: 0,
    createdAt,
    shopper,
    lines,
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    fulfilledAt: sale ? later(sale.at, random.logNormal(1.1, 0.5) * dayMs) : null,
    cancelledAt,
    payments: [...payments, ...returns],
  };
}

/** Returns the expected number of orders on a day, from the profile's size, season and growth, the weekday and the holidays. */
function expectedOrders(store: Pick<SampleStore, 'profile' | 'openedOn' | 'ordersPerDay'>, day: Date): number {
  const { ordersPerDay, growth, months } = { ...storeCharacters[store.profile], ...(store.ordersPerDay !== undefined && { ordersPerDay: store.ordersPerDay }) };
  const ageDays = Math.max(0, (day.getTime() - store.openedOn.getTime()) / dayMs);
  const grown = 1 + (growth.peak - 1) * (1 - Math.exp(-ageDays / growth.days));
  return ordersPerDay * grown * (months[day.getUTCMonth()] ?? 1) * demand(day);
}

/** Returns the orders of one UTC day by time of creation, not yet numbered; none before the store opened. */
function ordersOfDay(store: SampleStore, products: [Product, ...Product[]], day: Date): Order[] {
  const random = seededRandom(`${store.seed}:${day.toISOString().slice(0, 10)}`);
  const times = Array.from({ length: random.poisson(expectedOrders(store, day)) }, () =>
    later(day, (random.weighted(hours).hour * 60 + random.next() * 60) * minuteMs),
  );
  return times.sort((one, other) => one.getTime() - other.getTime()).map((at) => drawOrder(random, store, products, at));
}

/**
 * Returns a function that gives the store's orders up to an instant, oldest first, numbered as the store numbers them.
 * It keeps drawn days, so that repeated calls cost nothing.
 */
export function openSales(store: SampleStore): (until: Date) => Order[] {
  const products = shelf(store);
  const orders: Order[] = [];
  let day = startOfDay(store.openedOn);
  return (until) => {
    for (; day <= until; day = later(day, dayMs)) {
      for (const order of ordersOfDay(store, products, day)) orders.push({ ...order, number: firstOrderNumber + orders.length });
    }
    return orders.filter((order) => order.createdAt <= until);
  };
}

/** Returns an order as the store knew it at an instant, without later events. */
export function orderAsOf(order: Order, instant: Date): Order {
  const happened = (date: Date | null) => (date !== null && date <= instant ? date : null);
  const isOver = [order.fulfilledAt, order.cancelledAt].every((date) => date === happened(date)) && order.payments.every((payment) => payment.at <= instant);
  if (isOver) return order;
  return {
    ...order,
    fulfilledAt: happened(order.fulfilledAt),
    cancelledAt: happened(order.cancelledAt),
    payments: order.payments.filter((payment) => payment.at <= instant),
  };
}
