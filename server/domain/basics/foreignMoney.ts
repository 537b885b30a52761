import { madeOnce } from './madeOnce.ts';
import { type Cents, magnitude, toDollarNumber } from './money.ts';

/** Amounts in other currencies than the dollar, which are shown as they were and never added up. */

/** Where the smallest unit is not a hundredth: the currencies of ISO 4217 by their number of decimals. */
const unusualDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const decimalsOf: ReadonlyMap<string, number> = new Map(
  Object.entries(unusualDecimals).flatMap(([decimals, currencies]) => currencies.split(' ').map((currency) => [currency, Number(decimals)])),
);

interface ForeignAmount {
  /** In the smallest unit of its currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A price abroad. */
export interface ForeignPrice extends ForeignAmount {
  /** The issuer's rate to the dollar: a decimal number as it was written. */
  readonly conversion_rate: string;
}

/** `4210 EUR` → `€42.10`, `1000 JPY` → `¥1,000`: with as many decimals as the currency has. */
function formatForeign({ amount, currency }: ForeignAmount): string {
  const decimals = decimalsOf.get(currency) ?? 2;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return format.format(amount / 10 ** decimals);
}

/** Shows an amount that is stored in hundredths of its currency, whatever that is divided into: `1250 EUR` → `€12.50`, `50000 JPY` → `¥500`. */
export function formatHundredths(hundredths: Cents, currency: string): string {
  const decimals = decimalsOf.get(currency) ?? 2;
  return formatForeign({ amount: toDollarNumber(hundredths) * 10 ** decimals, currency });
}

/** `CAD` → `Canadian dollars (CAD)`; the code alone for a currency without a name. */
export function currencyInWords(currency: string): string {
  const two = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' }).formatToParts(2);
  const name = two.find(({ type }) => type === 'currency')?.value ?? currency;
  return name === currency ? currency : `${name} (${currency})`;
}

/**
 * Describes the price of a purchase abroad: `€42.10 at 1.0832`, the rate in dollars for one unit of the currency. The
 * issuer's rate is between the smallest units or between whole ones, which differ where these are not a hundredth: the
 * amounts tell which.
 * @param paid what the card pays for it.
 */
export function describeForeign(price: ForeignPrice, paid: Cents): string {
  const perWhole = 10 ** ((decimalsOf.get(price.currency) ?? 2) - 2);
  const rate = Number(price.conversion_rate);
  const missBy = (factor: number) => Math.abs((Math.abs(price.amount) * rate * factor) / 100 - toDollarNumber(magnitude(paid)));
  const shown = perWhole !== 1 && missBy(1) < missBy(1 / perWhole) ? rate * perWhole : rate;
  return `${formatForeign(price)} at ${rates().format(shown)}`;
}

const rates = madeOnce(() => new Intl.NumberFormat('en-US', { maximumSignificantDigits: 8, useGrouping: false }));
