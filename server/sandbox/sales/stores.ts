/**
 * The four kinds of store that can be connected. Together they exercise a program's rules: a steady seller, one whose
 * quarter is a single month, one without a history, and one with many refunds and chargebacks.
 */
export const storeProfiles = ['steady', 'seasonal', 'new', 'chargeback-heavy'] as const;
export type StoreProfile = (typeof storeProfiles)[number];

export interface StoreCharacter {
  storeName: string;
  sells: string;
  /** Shown in the choice of a store. */
  description: string;
  products: readonly [string, ...string[]];
  /** Days of sales that exist when the store is connected. */
  historyDays: number;
  ordersPerDay: number;
  /** Growth of daily orders toward `peak` times the first day's; two thirds of the growth happen within `days`. */
  growth: { peak: number; days: number };
  /** Factor on the orders of each month, January first. */
  months: readonly number[];
  medianPriceCents: number;
  /** Spread of the prices: the standard deviation of their logarithm. */
  priceSigma: number;
  failureRate: number;
  refundRate: number;
  chargebackRate: number;
}

const everyMonth = Array.from({ length: 12 }, () => 1);

export const storeCharacters: Readonly<Record<StoreProfile, StoreCharacter>> = {
  steady: {
    storeName: 'Juniper & Oak',
    sells: 'home goods',
    description: 'Nine orders a day all year, few returns',
    products: [
      'Linen throw',
      'Oak serving board',
      'Stoneware mug',
      'Beeswax candle',
      'Wool cushion',
      'Brass hook',
      'Table runner',
      'Glass carafe',
      'Cotton rug',
      'Spice jars',
    ],
    historyDays: 365,
    ordersPerDay: 9,
    growth: { peak: 1.12, days: 365 },
    months: everyMonth,
    medianPriceCents: 4_200,
    priceSigma: 0.6,
    failureRate: 0.04,
    refundRate: 0.035,
    chargebackRate: 0.001,
  },
  seasonal: {
    storeName: 'Frostline Outfitters',
    sells: 'winter sports gear',
    description: 'Most of the year happens in November and December',
    products: [
      'Merino base layer',
      'Ski goggles',
      'Down jacket',
      'Snow boots',
      'Fleece neck warmer',
      'Touring pack',
      'Wool socks',
      'Insulated bottle',
      'Shell trousers',
    ],
    historyDays: 365,
    ordersPerDay: 7,
    growth: { peak: 1.08, days: 365 },
    months: [0.9, 0.55, 0.3, 0.22, 0.2, 0.2, 0.22, 0.3, 0.5, 0.8, 2.2, 5.4],
    medianPriceCents: 6_800,
    priceSigma: 0.65,
    failureRate: 0.05,
    refundRate: 0.06,
    chargebackRate: 0.002,
  },
  new: {
    storeName: 'Little Kiln Studio',
    sells: 'handmade ceramics',
    description: 'Opened seven weeks ago and growing fast',
    products: ['Speckled bowl', 'Espresso cup', 'Bud vase', 'Dinner plate', 'Ring dish', 'Planter', 'Butter dish'],
    historyDays: 49,
    ordersPerDay: 2.5,
    growth: { peak: 5, days: 60 },
    months: everyMonth,
    medianPriceCents: 3_100,
    priceSigma: 0.45,
    failureRate: 0.04,
    refundRate: 0.03,
    chargebackRate: 0,
  },
  'chargeback-heavy': {
    storeName: 'Volt Gadget Outlet',
    sells: 'refurbished electronics',
    description: 'Good sales, but many refunds and disputed payments',
    products: [
      'Wireless earbuds',
      'Refurbished tablet',
      'Phone case',
      'Fast charger',
      'Smart watch',
      'Webcam',
      'Power bank',
      'Bluetooth speaker',
      'Gaming mouse',
    ],
    historyDays: 365,
    ordersPerDay: 11,
    growth: { peak: 1.2, days: 365 },
    months: everyMonth,
    medianPriceCents: 5_400,
    priceSigma: 0.85,
    failureRate: 0.11,
    refundRate: 0.11,
    chargebackRate: 0.032,
  },
};

export const commercePlatforms = ['SHOPIFY', 'BIG_COMMERCE', 'WOO_COMMERCE'] as const;
export const accountingPlatforms = ['QUICKBOOKS', 'XERO'] as const;
export type CommercePlatform = (typeof commercePlatforms)[number];
export type AccountingPlatform = (typeof accountingPlatforms)[number];
export type Platform = CommercePlatform | AccountingPlatform;

export function isAccounting(platform: Platform): platform is AccountingPlatform {
  return accountingPlatforms.some((accounting) => accounting === platform);
}

export interface Gateway {
  name: string;
  method: 'card' | 'cash' | 'other';
  weight: number;
  /** The gateway's fee on a sale: a share in basis points and a fixed part in cents. */
  feeBasisPoints: number;
  feeFixedCents: number;
  /** Money arrives late: the sale is pending for some days. */
  slow?: true;
}

/** Gateways of each commerce platform. An accounting platform has none, because its invoices record their payments. */
export const gateways: Readonly<Record<CommercePlatform, readonly [Gateway, ...Gateway[]]>> = {
  SHOPIFY: [
    { name: 'shopify_payments', method: 'card', weight: 66, feeBasisPoints: 290, feeFixedCents: 30 },
    { name: 'paypal', method: 'other', weight: 21, feeBasisPoints: 349, feeFixedCents: 49 },
    { name: 'affirm', method: 'other', weight: 8, feeBasisPoints: 590, feeFixedCents: 30 },
    { name: 'manual', method: 'cash', weight: 5, feeBasisPoints: 0, feeFixedCents: 0, slow: true },
  ],
  BIG_COMMERCE: [
    { name: 'braintree', method: 'card', weight: 60, feeBasisPoints: 259, feeFixedCents: 49 },
    { name: 'paypalcommerce', method: 'other', weight: 30, feeBasisPoints: 349, feeFixedCents: 49 },
    { name: 'bankdeposit', method: 'other', weight: 10, feeBasisPoints: 0, feeFixedCents: 0, slow: true },
  ],
  WOO_COMMERCE: [
    { name: 'stripe', method: 'card', weight: 58, feeBasisPoints: 290, feeFixedCents: 30 },
    { name: 'ppcp-gateway', method: 'other', weight: 26, feeBasisPoints: 349, feeFixedCents: 49 },
    { name: 'cod', method: 'cash', weight: 16, feeBasisPoints: 0, feeFixedCents: 0, slow: true },
  ],
};

/** The currencies in which a store can sell, the usual one first. */
export const currencies = ['USD', 'CAD', 'EUR', 'GBP', 'JPY'] as const;
export type Currency = (typeof currencies)[number];

/** Returns the currency that a form names; US dollars when it names none. */
export function currencyNamed(name: unknown): Currency {
  return currencies.find((currency) => currency === name) ?? 'USD';
}

/** Returns the store profile that a form names; steady when it names none. */
export function profileNamed(name: unknown): StoreProfile {
  return storeProfiles.find((profile) => profile === name) ?? 'steady';
}
