/** Repeatable random numbers: the same seed gives the same numbers. */
export interface Chance {
  /** Returns a whole number from 0 to below `count`. */
  below: (count: number) => number;
  /** Returns a whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
  /** Returns true with this probability, 0 to 1. */
  is: (probability: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
}

/** Returns the FNV-1a hash of a text, as an unsigned 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns the random numbers of a seed, by Mulberry32. */
export function chanceOf(seed: string): Chance {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    is: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}
