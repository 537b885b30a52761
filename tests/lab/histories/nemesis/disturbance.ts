import type { Chance } from '../../../support/chance.ts';
import type { DisturbedProduct } from '../product.ts';

/** Something that goes wrong for some seconds. */
export interface Disturbance {
  name: string;
  /** Begins it, and returns what ends it. */
  begin: (product: DisturbedProduct, chance: Chance) => Promise<() => void>;
}
