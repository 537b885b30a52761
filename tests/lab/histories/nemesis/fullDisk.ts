import type { DisturbedProduct } from '../product.ts';
import type { Disturbance } from './disturbance.ts';
import { withDatabase } from './withDatabase.ts';

/** The database has this many files of its log in stock: after them it needs room for another. */
const filesInStock = 4;

/** Lets the database need room for its log, without which it ends. */
const useUpLog = (product: DisturbedProduct): Promise<void> =>
  withDatabase(product, async (client) => {
    for (let file = 0; file <= filesInStock; file += 1) {
      await client.query(`SELECT pg_logical_emit_message(true, 'histories', 'so that the file is not empty')`);
      await client.query('SELECT pg_switch_wal()');
    }
  });

const fill = (name: string, then?: (product: DisturbedProduct) => Promise<void>): Disturbance => ({
  name,
  async begin(product) {
    product.disk.fill();
    void then?.(product);
    return () => product.disk.free();
  },
});

/** Fills the database's disk: for its tables, and for its log as well. */
export const fullDisks: readonly Disturbance[] = [fill('disk full'), fill('disk full for the log', useUpLog)];
