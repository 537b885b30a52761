import { describe, expect, it } from 'vitest';
import { liveByRules } from './history.ts';

/** The histories to live: `SEEDS=1000000` of them, from `FROM=17` on. */
const from = Number(process.env.FROM ?? 1);
const count = Number(process.env.RULE_SEEDS ?? 2_000);

const batch = 1_000;
const batches = Array.from({ length: Math.ceil(count / batch) }, (_, place) => ({
  first: from + place * batch,
  last: Math.min(from + (place + 1) * batch, from + count) - 1,
}));

describe('a history of 30 to 120 days by the rules alone', () => {
  it.each(batches)('makes the debits, and has the debts, that a model of its own says (seeds $first to $last)', { timeout: 600_000 }, ({ first, last }) => {
    let debits = 0;
    for (let seed = first; seed <= last; seed += 1) debits += liveByRules(String(seed));
    expect(debits).toBeGreaterThan(last - first);
  });
});
