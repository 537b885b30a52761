import { type FaultKind, faultKinds } from '../../server/sandbox/core/faults.ts';
import { chanceOf } from '../simulation/chance.ts';
import { control } from '../support/ask.ts';
import { count, type Load, pause } from './load.ts';
import type { SoakedProduct } from './product.ts';

/** Who has faults. */
const providers = ['lithic', 'plaid', 'rutter', 'propelauth'] as const;

interface Fault {
  stand_in: string;
  kind: FaultKind;
}

/** Every kind at every provider, the kinds in turn; where it begins is chance. */
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

/** When a provider was, or may still have been, in trouble, by performance.now(). */
export interface TroubleTimes {
  overlaps: (from_ms: number, until_ms: number) => boolean;
}

export interface Faults extends TroubleTimes {
  /** Switches them on and off in turn until it is over. */
  rage: (load: Load) => Promise<void>;
}

/** A call that a provider left hanging goes on for so long after the fault is off. */
const afterglow_ms = 12_000;
/** No shorter than this, so that a fault meets somebody; a short soak has fewer of them. */
const shortest_ms = 2_500;
/** More calls than come while a fault is on. */
const unlimited = 10_000;

export function createFaults(): Faults {
  const times: { from_ms: number; until_ms: number }[] = [];
  return {
    overlaps: (from_ms, until_ms) => times.some((time) => from_ms <= time.until_ms && until_ms >= time.from_ms),
    async rage(load) {
      const faults = everyFault(load.seed);
      const each_ms = Math.max(shortest_ms, load.lasts_ms / faults.length);
      for (const { stand_in, kind } of faults) {
        if (load.over.aborted) break;
        const time = { from_ms: performance.now(), until_ms: Number.POSITIVE_INFINITY };
        times.push(time);
        await control(load.product.sandboxUrl, 'faults', { stand_in, kind, remaining: unlimited });
        count(load, `fault ${kind}`);
        await pause(load, each_ms * 0.6);
        await endFaults(load.product);
        time.until_ms = performance.now() + afterglow_ms;
        await pause(load, each_ms * 0.4);
      }
    },
  };
}

/** Switches every fault off. */
export async function endFaults({ sandboxUrl }: SoakedProduct): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`the faults stay: ${answer.status}`);
}
