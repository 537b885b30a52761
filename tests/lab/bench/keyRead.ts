import { loadavg } from 'node:os';
import type pg from 'pg';
import { ascending, percentile } from '../../support/percentile.ts';
import type { Figure } from './figures.ts';

/** Durations of calls, and of a read by key beside each. */
export interface Times {
  tookMs: number[];
  keyReadMs: number[];
}

/** Measures the read of one card transaction by its key. */
export async function readKey(client: pg.Client, receiverId: string): Promise<number> {
  const began = performance.now();
  const { rowCount } = await client.query({
    name: 'key',
    text: 'SELECT * FROM card_transaction WHERE receiver_id = $1 AND token = $2',
    values: [receiverId, 'bench-0000777'],
  });
  if (rowCount !== 1) throw new Error('there is no row to read by its key');
  return performance.now() - began;
}

/** Describes the p95 of calls beside that of the key reads among them, with details that tell a busy machine from a slow page. */
export function besideKeyReads(name: string, { tookMs, keyReadMs }: Times, mostMs?: number): Figure {
  const times = ascending(tookMs);
  const [least, median] = [times[0] ?? Number.NaN, percentile(times, 0.5)].map((time) => time.toFixed(1));
  return {
    name: `${name} (least ${least}, median ${median}, ${times.length} calls, load ${loadavg()[0]?.toFixed(1)})`,
    value: percentile(times, 0.95),
    unit: 'ms (p95)',
    beside: { name: 'a key read, p95', value: percentile(ascending(keyReadMs), 0.95) },
    ...(mostMs !== undefined && { valueMost: mostMs }),
  };
}
