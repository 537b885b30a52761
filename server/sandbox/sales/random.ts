/** Repeatable random numbers: the same seed draws the same numbers in every process and on every machine. For sample data only, never for secrets. */
export interface Random {
  /** Returns a number 0 ≤ n < 1. */
  next(): number;
  /** Returns a whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Draws by weight; the weights need no particular sum. */
  weighted<T extends { weight: number }>(list: readonly [T, ...T[]]): T;
  /** Draws from a log-normal distribution around a median: many small, few large, none negative. */
  logNormal(median: number, sigma: number): number;
  /** Draws the number of rare events when `mean` are expected (Poisson). */
  poisson(mean: number): number;
  uuid(): string;
}

/** Hashes a text with 32-bit FNV-1a, which spreads similar seeds ("store:2026-01-01", "store:2026-01-02") far apart. */
function hash(text: string, basis: number): number {
  let value = basis;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** Returns an sfc32 generator ("small fast counting"), seeded from the text. */
function numbers(seed: string): () => number {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, a ^ 0x9e3779b9);
  let c = hash(seed, b ^ 0x85ebca6b);
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first few numbers still resemble the seed.
  for (let warming = 0; warming < 12; warming += 1) next();
  return next;
}

/** Returns the numbers that a seed draws. */
export function seededRandom(seed: string): Random {
  const next = numbers(seed);
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    weighted(list) {
      let left = next() * list.reduce((total, entry) => total + entry.weight, 0);
      for (const entry of list) {
        left -= entry.weight;
        if (left < 0) return entry;
      }
      return list[0];
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    poisson(mean) {
      // Knuth's product method: exact, and quick for the dozens of daily orders of a small shop.
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
    uuid() {
      const hex = Array.from({ length: 4 }, () => whole(0, 0xffffffff).toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
