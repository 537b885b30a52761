import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, chanceOf } from '../../../support/chance.ts';
import type { DisturbedProduct } from '../product.ts';
import { clocks } from './clocks.ts';
import { cuts } from './cuts.ts';
import type { Disturbance } from './disturbance.ts';
import { fullDisks } from './fullDisk.ts';
import { stops } from './stops.ts';

/** Short ones come more often than those that outlast what anybody waits for. */
const lastsMs = [
  [300, 1_500],
  [300, 1_500],
  [2_000, 4_000],
  [7_000, 9_000],
] as const;
const betweenMs = [300, 2_000] as const;
/** The share of disturbances beside which the next one begins. */
const besideShare = 0.35;

/** Disturbs a product, in the order that a seed gives, all kinds in turn. */
export class Nemesis {
  readonly tally = new Map<string, number>();
  readonly #product: DisturbedProduct;
  readonly #chance: Chance;
  #waiting: Disturbance[] = [];

  constructor(product: DisturbedProduct, seed: string) {
    this.#product = product;
    this.#chance = chanceOf(`${seed} nemesis`);
  }

  /** Disturbs it for about so many milliseconds, and ends every disturbance. */
  async disturb(forMs: number): Promise<void> {
    const beganMs = performance.now();
    const running: Promise<void>[] = [];
    while (performance.now() - beganMs < forMs) {
      const one = this.#run(this.#next());
      running.push(one);
      if (!this.#chance.is(besideShare)) await one;
      await pause(this.#chance.between(...betweenMs));
    }
    await Promise.all(running);
  }

  /** Returns each kind once before any comes again. */
  #next(): Disturbance {
    if (this.#waiting.length === 0) this.#waiting = [...stops, ...cuts, ...clocks, ...(this.#product.disk.isOwn ? fullDisks : [])];
    const [next] = this.#waiting.splice(this.#chance.below(this.#waiting.length), 1);
    return next as Disturbance;
  }

  async #run({ name, begin }: Disturbance): Promise<void> {
    const [least, most] = this.#chance.pick(lastsMs);
    const forMs = this.#chance.between(least, most);
    const end = await begin(this.#product, this.#chance);
    this.tally.set(name, (this.tally.get(name) ?? 0) + 1);
    await pause(forMs);
    end();
  }
}
