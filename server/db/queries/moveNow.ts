import { prismaOf, type Transaction } from '../client.ts';

/** Moves what the database takes for now, until the transaction ends, by `aheadMs`. */
export async function moveNow(transaction: Transaction, aheadMs: number): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    SELECT set_config('headway.clock_ahead',
      (coalesce(nullif(current_setting('headway.clock_ahead', true), ''), '0')::interval + make_interval(secs => ${aheadMs / 1_000}::double precision))::text, true)`;
}
