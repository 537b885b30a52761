import { systemClock } from '../../../server/clock.ts';
import { readConfig } from '../../../server/config.ts';
import { receiverScope } from '../../../server/db/scope.ts';
import { recomputeSpendingPower } from '../../../server/services/spendingPower/recomputeSpendingPower.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { openDeps } from '../../../server/start/product.ts';
import type { BusyProduct } from './busyReceiver.ts';

const rounds = 40;

/** Measures runs of the rule in milliseconds, with all their reads and writes. */
export async function timeRecomputing({ databaseUrl, huge: { receiverId } }: BusyProduct): Promise<number[]> {
  const lifecycle = createLifecycle();
  const config = readConfig({ ROLE: 'web', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl });
  const deps = await openDeps(config, databaseUrl, lifecycle, systemClock);
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await recomputeSpendingPower(deps, receiverScope(receiverId), 'bench');
    // The first rounds open connections and load what runs later.
    if (round >= rounds / 4) tookMs.push(performance.now() - began);
  }
  await lifecycle.stop();
  return tookMs;
}
