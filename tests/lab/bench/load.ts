import { Agent, request } from 'node:http';

export interface Target {
  url: string;
  headers: Record<string, string>;
}

function once({ url, headers }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`${url} answered ${incoming.statusCode}`));
      incoming.resume();
      incoming.once('end', resolve);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const warmUpMs = 500;
const measuredMs = 3_000;

/**
 * Sends requests continuously for a while, after a short warm-up: one connection per target, each from its own address,
 * so that the rate limits per caller and per address keep their real values. Returns how many a second are answered.
 * Throws at any failure.
 */
export async function requestsPerSecond(targets: readonly Target[]): Promise<number> {
  const connections = targets.map((target, place) => ({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.1.${place >> 8}.${place & 255 || 1}` }),
  }));
  const send = async (durationMs: number): Promise<number> => {
    const end = performance.now() + durationMs;
    let answered = 0;
    await Promise.all(
      connections.map(async ({ target, agent }) => {
        for (; performance.now() < end; answered += 1) await once(target, agent);
      }),
    );
    return answered;
  };
  try {
    await send(warmUpMs);
    const began = performance.now();
    const answered = await send(measuredMs);
    return (answered * 1_000) / (performance.now() - began);
  } finally {
    for (const { agent } of connections) agent.destroy();
  }
}
