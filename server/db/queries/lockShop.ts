import { prismaOf, type Transaction } from '../client.ts';

/** Waits until no other process holds the shop, and holds it until the transaction ends; it ends too when the process does. */
export async function lockShop(transaction: Transaction, shop: string): Promise<void> {
  await prismaOf(transaction).$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`shop access ${shop}`}, 0))`;
}
