import type { RehearsedDay } from './fill/merchants.ts';
import type { RehearsalDatabase, RehearsedProduct } from './product.ts';

/** A rehearsal under way. */
export interface Stage {
  database: RehearsalDatabase;
  product: RehearsedProduct;
  day: RehearsedDay;
  /** The most jobs of a name that are watched. */
  most: number;
  /** The findings. */
  wrong: string[];
}
