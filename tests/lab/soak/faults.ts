import { type FaultKind, faultKinds } from '../../../server/sandbox/core/faults.ts';
import { control } from '../../support/ask.ts';
import { chanceOf } from '../../support/chance.ts';
import { count, type Load, pause } from './load.ts';
import type { SoakedProduct } from './product.ts';

/** The stand-ins that get faults. */
const providers = ['lithic', 'plaid', 'rutter', 'propelauth'] as const;

interface Fault {
  stand_in: string;
  kind: FaultKind;
}

/** Returns every kind of fault at every provider, alternating both; the seed decides where it begins. */
function everyFault(seed: string): Fault[] {
  const chance = chanceOf(`${seed} faults`);
  const [kindFirst, providerFirst] = [chance.below(faultKinds.length), chance.below(providers.length)];
  return providers.flatMap((_, round) =>
    faultKinds.map((_kind, place) => ({
      kind: faultKinds[(kindFirst + place) % faultKinds.length] ?? 'cut',
      stand_in: providers[(providerFirst + round + place) % providers.length] ?? 'lithic',
    })),
  );
}

/** The times at which a provider had, or may still have had, a fault, by performance.now(). */
export interface TroubleTimes {
  overlaps: (fromMs: number, untilMs: number) => boolean;
}

export interface Faults extends TroubleTimes {
  /** Switches faults on and off in turn until the soak is over. */
  inject: (load: Load) => Promise<void>;
}

/** How long a call that a provider left hanging may last after the fault is off. */
const afterglowMs = 12_000;
/** Shortest time per fault, so that it hits some call; a short soak has fewer faults. */
const shortestMs = 2_500;
/** More calls than arrive while a fault is on. */
const unlimited = 10_000;

export function createFaults(): Faults {
  const times: { fromMs: number; untilMs: number }[] = [];
  return {
    overlaps: (fromMs, untilMs) => times.some((time) => fromMs <= time.untilMs && untilMs >= time.fromMs),
    async inject(load) {
      const faults = everyFault(load.seed);
      const eachMs = Math.max(shortestMs, load.lastsMs / faults.length);
      for (const { stand_in, kind } of faults) {
        if (load.over.aborted) break;
        const time = { fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY };
        times.push(time);
        await control(load.product.sandboxUrl, 'faults', { stand_in, kind, remaining: unlimited });
        count(load, `fault ${kind}`);
        await pause(load, eachMs * 0.6);
        await endFaults(load.product);
        time.untilMs = performance.now() + afterglowMs;
        await pause(load, eachMs * 0.4);
      }
    },
  };
}

/** Switches every fault off. */
export async function endFaults({ sandboxUrl }: SoakedProduct): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`the faults stay: ${answer.status}`);
}
