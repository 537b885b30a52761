import pg from 'pg';
import type { DisturbedProduct } from '../product.ts';
import type { Disturbance } from './disturbance.ts';

/** So many files of its log the database has in stock: after them it needs room for another. */
const filesInStock = 4;

/** Lets the database need room for its log, without which it ends. */
async function useUpLog({ database }: DisturbedProduct): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let file = 0; file <= filesInStock; file += 1) {
      await client.query(`SELECT pg_logical_emit_message(true, 'histories', 'so that the file is not empty')`);
      await client.query('SELECT pg_switch_wal()');
    }
  } catch {
    // The database has ended, as it should.
  } finally {
    await client.end().catch(() => undefined);
  }
}

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
