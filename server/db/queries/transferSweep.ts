import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { Draw } from '../generated/client.ts';

/** The columns of a draw that the sweep of all transfers reads. */
export type DrawOfKey = Pick<Draw, 'receiver_id' | 'provider_key' | 'transfer_id'>;

/** Returns the draws with these idempotency keys at the bank, by key. */
export async function drawsOfKeys(transaction: Transaction, keys: readonly string[]): Promise<ReadonlyMap<string, DrawOfKey>> {
  const draws = await prismaOf(transaction).draw.findMany({
    where: { provider_key: { in: [...keys] } },
    select: { receiver_id: true, provider_key: true, transfer_id: true },
  });
  return new Map(draws.map((draw) => [draw.provider_key, draw]));
}

/** Stores a difference for staff to settle, once however often it is found. */
export async function addDifference(transaction: Transaction, difference: Prisma.ReconciliationDifferenceCreateManyInput): Promise<void> {
  await prismaOf(transaction).reconciliationDifference.createMany({ data: difference, skipDuplicates: true });
}
