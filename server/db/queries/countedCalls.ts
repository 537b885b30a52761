import { runOften, type Transaction } from '../client.ts';

/** A statement of the rate-limit library. */
export interface CountingStatement {
  text: string;
  values: unknown[];
}

/** Runs the rate-limit library's statement for one call, on the shared connections. Expiry instants exceed 32 bits. */
export async function runCountingStatement(transaction: Transaction, statement: CountingStatement) {
  const counted = await runOften<{ points: number; expire: bigint | null }>(transaction, statement);
  const rows = counted.map(({ points, expire }) => ({ points, expire: expire === null ? null : Number(expire) }));
  return { rows, rowCount: rows.length };
}
