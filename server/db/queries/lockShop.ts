import { prismaOf, type Transaction } from '../client.ts';

/** Locks the shop until the transaction ends, which it also does when the process dies. Waits while another process holds the lock. */
export async function lockShop(transaction: Transaction, shop: string): Promise<void> {
  await prismaOf(transaction).$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`shop access ${shop}`}, 0))`;
}
