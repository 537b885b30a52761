import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { Prisma, prismaOf, readMany, type Transaction } from '../client.ts';
import type { StoreTransaction } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';
import { isInOtherCurrency } from './statusLists.ts';

export type StoreTransactionRow = Omit<StoreTransaction, 'receiver_id' | 'source'>;

/** Returns the currencies other than the US dollar in which a source of a receiver's sales has any, in the order of their codes. */
export async function otherCurrencies(transaction: Transaction, { receiverId }: ReceiverScope, source: string): Promise<string[]> {
  const rows = await readMany<{ currency: string }>(
    transaction,
    Prisma.sql`SELECT DISTINCT currency FROM store_transaction
      WHERE receiver_id = ${receiverId}::uuid AND source = ${source} AND ${isInOtherCurrency} AND status <> 'failure' ORDER BY currency`,
  );
  return rows.map(({ currency }) => currency);
}

/** Upserts a source's sales of a receiver, in one statement. */
export async function upsertStoreTransactions(
  transaction: Transaction,
  scope: ReceiverScope,
  source: string,
  rows: readonly StoreTransactionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { receiverId } = scope;
  const values = rows.map(
    (row) => Prisma.sql`(${receiverId}::uuid, ${source}, ${row.external_id}, ${row.order_id}, ${row.type}, ${row.status}, ${row.payment_method_type},
      ${row.gateway}, ${row.amount_cents}::bigint, ${row.currency}, ${row.search_text}, ${row.created_at}::timestamptz, ${row.updated_at}::timestamptz)`,
  );
  await prismaOf(transaction).$executeRaw`
    INSERT INTO store_transaction
      (receiver_id, source, external_id, order_id, type, status, payment_method_type, gateway, amount_cents, currency, search_text,
        created_at, updated_at)
    VALUES ${Prisma.join(values)}
    ON CONFLICT (receiver_id, source, external_id) DO UPDATE SET
      order_id = excluded.order_id, type = excluded.type, status = excluded.status, payment_method_type = excluded.payment_method_type,
      gateway = excluded.gateway, amount_cents = excluded.amount_cents, currency = excluded.currency, search_text = excluded.search_text,
      created_at = excluded.created_at, updated_at = excluded.updated_at
    WHERE store_transaction.updated_at <= excluded.updated_at`;
  noteChanges(transaction, scope, changesOfModels.storeTransaction);
}
