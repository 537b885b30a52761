import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** A row that mirrors an object at a provider, by its table and the rest of its key. */
export type MirrorRow =
  | { table: 'kyb_application' | 'bank_link' | 'commerce_link'; id: string }
  | {
      table: 'card';
      token: string;
    };

/**
 * Returns a version that changes with every write of the row (`xmin`, the id of the transaction that wrote it); null
 * without a row. `lock` prevents changes until the transaction ends.
 */
export async function rowVersion(transaction: Transaction, { receiverId }: ReceiverScope, row: MirrorRow, lock = false): Promise<string | null> {
  const key = row.table === 'card' ? Prisma.sql`token = ${row.token}` : Prisma.sql`id = ${row.id}::uuid`;
  const [found] = await prismaOf(transaction).$queryRaw<{ version: string }[]>`
    SELECT xmin::text AS version FROM ${Prisma.raw(row.table)}
    WHERE receiver_id = ${receiverId}::uuid AND ${key} ${lock ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty}`;
  return found?.version ?? null;
}
