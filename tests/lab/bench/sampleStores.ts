import { createHash } from 'node:crypto';

/*
 * Stores for the back-test of the cash to come, made by a model of their own: nothing here knows the rule that they test. Orders of a
 * day are Poisson about a mean that weekday, season, trend and a slow drift move; their amounts are log-normal.
 */

export const storeKinds = ['steady', 'seasonal', 'new', 'failing'] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface SampleSales {
  kind: StoreKind;
  /** Cents sold on each day, the oldest first. */
  history: number[];
  /** Cents sold on each of the 90 days after them. */
  future: number[];
  /** The weekday of the first day, 0 for Sunday. */
  firstWeekday: number;
}

export const futureDays = 90;

/** Repeatable random numbers: the same seed gives the same numbers. */
class Random {
  #state: number;
  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }
  /** Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  between(least: number, most: number): number {
    return least + (most - least) * this.next();
  }
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
  poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const least = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > least; product *= this.next()) count += 1;
    return count;
  }
}

const yearDays = 365.25;

/** Days of history: a year at least, as a first reading brings, except for new stores. */
const historyOf: Readonly<Record<StoreKind, [number, number]>> = { steady: [365, 700], seasonal: [365, 700], new: [30, 120], failing: [365, 700] };

/** Draws a store and its sales: the same seed gives the same ones. */
export function sampleSales(kind: StoreKind, seed: string): SampleSales {
  const random = new Random(`${seed}:${kind}`);
  const days = Math.round(random.between(...historyOf[kind]));
  const firstWeekday = Math.floor(random.between(0, 7));
  const ordersPerDay = Math.exp(random.between(Math.log(4), Math.log(80)));
  const [medianCents, spread] = [random.between(2_000, 9_000), random.between(0.4, 0.8)];
  const weekdays = Array.from({ length: 7 }, () => Math.exp(random.normal() * 0.2));
  const phase = random.between(0, yearDays);
  const amplitude = kind === 'seasonal' ? random.between(0.25, 1) : random.between(0, 0.08);
  // Two harmonics: a season is steeper on one side, and no year is quite like the last.
  const [skew, late] = [random.between(-0.25, 0.25), random.normal() * 5];
  const yearly = random.between(-0.15, 0.2);
  const growth = random.between(0.3, 2);
  const [failsAfter, halfLife] = [days - random.between(10, 60), random.between(25, 90)];
  let drift = 0;
  const sold = Array.from({ length: days + futureDays }, (_, day) => {
    drift = 0.93 * drift + random.normal() * 0.025;
    const angle = (2 * Math.PI * (day - phase - (day > days - 60 ? late : 0))) / yearDays;
    const season = amplitude * (Math.cos(angle) + skew * Math.cos(2 * angle));
    const trend = kind === 'new' ? growth * (1 - Math.exp(-day / 90)) : (yearly * day) / yearDays;
    const failing = kind === 'failing' && day > failsAfter ? (-Math.LN2 * (day - failsAfter)) / halfLife : 0;
    const mean = ordersPerDay * (weekdays[(firstWeekday + day) % 7] ?? 1) * Math.exp(season + trend + failing + drift);
    let cents = 0;
    for (let orders = random.poisson(mean); orders > 0; orders -= 1) cents += Math.round(medianCents * Math.exp(random.normal() * spread));
    return cents;
  });
  return { kind, history: sold.slice(0, days), future: sold.slice(days), firstWeekday };
}
