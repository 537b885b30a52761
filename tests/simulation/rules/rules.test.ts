import { expect, it } from 'vitest';
import { seedsOf } from '../../command/tiers.ts';
import { liveInLanes } from './lanes.ts';

/** The histories to live: `RULE_SEEDS=1000000` of them, from `FROM=17` on. */
const from = Number(process.env.FROM ?? 1);
const count = Number(process.env.RULE_SEEDS ?? seedsOf(500));

it('a history of 30 to 120 days by the rules alone makes the debits, and has the debts, that a model of its own says', { timeout: 600_000 }, async () => {
  const printed = await Promise.all(liveInLanes(from, count));
  const numbers = printed.map((text) => /^(\d+) histories with (\d+) debits$/m.exec(text)?.slice(1).map(Number));
  const [histories, debits] = [0, 1].map((place) => numbers.reduce((sum, lane) => sum + (lane?.[place] ?? 0), 0));
  expect(histories).toBe(count);
  expect(debits).toBeGreaterThan(count);
});
