import { Agent, request } from 'node:http';

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export interface Target {
  url: string;
  headers: Record<string, string>;
}

function once({ url, headers }: Target, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`${url} answered ${incoming.statusCode}`));
      incoming.resume();
      incoming.once('end', () => resolve(performance.now() - began));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Sends requests continuously for a while, after a short warm-up: one connection per target, each from its own
 * address, so that the rate limits per caller and per address keep their real values. Any failure ends it.
 */
export async function load(targets: readonly Target[], { seconds = 3 } = {}): Promise<LoadResult> {
  const connections = targets.map((target, place) => ({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.1.${place >> 8}.${place & 255 || 1}` }),
  }));
  const run = async (durationMs: number): Promise<number[]> => {
    const end = performance.now() + durationMs;
    const lists = await Promise.all(
      connections.map(async ({ target, agent }) => {
        const times: number[] = [];
        while (performance.now() < end) times.push(await once(target, agent));
        return times;
      }),
    );
    return lists.flat();
  };
  try {
    await run(500);
    const began = performance.now();
    const times = (await run(seconds * 1_000)).toSorted((one, other) => one - other);
    const lastedSeconds = (performance.now() - began) / 1_000;
    return { requestsPerSecond: times.length / lastedSeconds, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95), p99Ms: percentile(times, 0.99) };
  } finally {
    for (const { agent } of connections) agent.destroy();
  }
}
