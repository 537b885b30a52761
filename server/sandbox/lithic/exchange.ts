import type { EventAmount } from './transaction.ts';

/** Currencies of purchases abroad: dollars for one unit, and the decimals of the currency. */
export const rates: Readonly<Record<string, { dollars: number; decimals: number }>> = {
  EUR: { dollars: 1.0832, decimals: 2 },
  GBP: { dollars: 1.2675, decimals: 2 },
  JPY: { dollars: 0.0065, decimals: 0 },
  KWD: { dollars: 3.25, decimals: 3 },
};

/** Returns an amount of cents with its price in the currency, in that currency's smallest unit. */
export function abroad(cents: number, currency: string): EventAmount {
  const rate = rates[currency];
  if (!rate) return { cents };
  return { cents, merchant: { amount: Math.round((cents / 100 / rate.dollars) * 10 ** rate.decimals), currency } };
}
