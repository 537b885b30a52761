import { runOften } from '../../db/client.ts';
import type { Deps } from '../deps.ts';

/** What the library that counts calls asks of a connection. */
export interface CountingStatement {
  text: string;
  values: unknown[];
}

/** One statement for each counted call, over the connections that everything else uses. Instants are past 32 bits. */
export async function runCountingStatement({ database }: Pick<Deps, 'database'>, statement: CountingStatement) {
  const counted = await runOften<{ points: number; expire: bigint | null }>(database, statement);
  const rows = counted.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) }));
  return { rows, rowCount: rows.length };
}
