import pg from 'pg';
import type { Secrets } from '../../../../server/db/secrets.ts';
import { sandboxSchema } from '../../../../server/sandbox/core/schema.ts';
import { withoutIndexes } from '../../../support/withoutIndexes.ts';
import { copyIn } from './copyIn.ts';
import { type Merchant, merchantOf, type RehearsedDay } from './merchants.ts';
import { productRows } from './productRows.ts';
import { objectColumns, standInObjects } from './standInObjects.ts';

function* everyMerchant(day: RehearsedDay): Generator<Merchant> {
  for (let number = 0; number < day.merchants; number += 1) yield merchantOf(number, day);
}

/**
 * Fills an empty database: the product's tables and the stand-ins' objects of the same merchants. No trigger runs; what triggers
 * keep is filled as they would have kept it. Returns how many rows there are.
 */
export async function fill(databaseUrl: string, day: RehearsedDay, secrets: Secrets): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let rows = 0;
  try {
    await client.query(sandboxSchema);
    await client.query(`SET session_replication_role = replica`);
    const filled = productRows(day, secrets);
    await withoutIndexes(client, [...filled.map(({ table }) => `public.${table}`), 'sandbox.object'], async () => {
      for (const { table, columns, rows: rowsOf } of filled) {
        const source = function* () {
          for (const merchant of everyMerchant(day)) yield* rowsOf(merchant);
        };
        rows += await copyIn(client, table, columns, source());
      }
      rows += await copyIn(
        client,
        'sandbox.object',
        objectColumns,
        standInObjects(() => everyMerchant(day), day.now),
      );
    });
    for (const stream of ['events', 'transactions']) {
      await client.query(`INSERT INTO provider_cursor (provider, stream, position) VALUES ('lithic', $1, $2)`, [
        stream,
        String(day.now.getTime() - 86_400_000),
      ]);
    }
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  return rows;
}
