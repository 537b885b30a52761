import { runOften, type Transaction } from '../client.ts';

/** What the library that counts calls asks of a connection. */
export interface CountingStatement {
  text: string;
  values: unknown[];
}

/** Runs the statement of one counted call, over the connections that everything else uses. Instants are past 32 bits. */
export async function runCountingStatement(transaction: Transaction, statement: CountingStatement) {
  const counted = await runOften<{ points: number; expire: bigint | null }>(transaction, statement);
  const rows = counted.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) }));
  return { rows, rowCount: rows.length };
}
