import pg from 'pg';
import type { DisturbedProduct } from '../product.ts';

/** Does work at the database, which may be disturbed or have ended: then it resolves to undefined. Throws when a statement itself is wrong. */
export async function withDatabase<Result>({ database }: DisturbedProduct, work: (client: pg.Client) => Promise<Result>): Promise<Result | undefined> {
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (failure) {
    // Class 42 of SQLSTATE: a wrong name, a wrong word, a right that is missing.
    if (failure instanceof pg.DatabaseError && failure.code?.startsWith('42')) throw failure;
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
