import { isUuid } from '../../domain/basics/uuid.ts';
import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { Draw, StrayTransfer } from '../generated/client.ts';

/** The columns of a draw that the sweep of all transfers reads. */
export type SweptDraw = Pick<Draw, 'receiver_id' | 'provider_key' | 'transfer_id'>;

/** Returns the draws and payouts that these transfers belong to, by the transfer's id or by the idempotency key that it carries. */
export async function drawsOfTransfers(transaction: Transaction, transfers: readonly { transferId: string; key: string | null }[]): Promise<SweptDraw[]> {
  // Somebody else's transfer may carry any word: our keys are UUIDs.
  const keys = transfers.flatMap(({ key }) => (key !== null && isUuid(key) ? key : []));
  const where = { OR: [{ transfer_id: { in: transfers.map(({ transferId }) => transferId) } }, { provider_key: { in: keys } }] };
  const select = { receiver_id: true, provider_key: true, transfer_id: true } as const;
  const draws = await prismaOf(transaction).draw.findMany({ where, select });
  return [...draws, ...(await prismaOf(transaction).creditPayout.findMany({ where, select }))];
}

/** Marks a planned draw or payout as sent at this time, because the bank has its transfer. */
export async function markSent(transaction: Transaction, { receiver_id, provider_key }: SweptDraw, sent_at: Date): Promise<void> {
  const where = { receiver_id, provider_key, transfer_id: null, status: 'planned' };
  const data = { status: 'sending', sent_at };
  await prismaOf(transaction).draw.updateMany({ where, data });
  await prismaOf(transaction).creditPayout.updateMany({ where, data });
}

/** Returns the ids of the receivers who have linked these bank accounts, now or before, by account. */
export async function ownersOfAccounts(transaction: Transaction, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const links = await prismaOf(transaction).bankLink.findMany({
    where: { account_id: { in: [...accountIds] } },
    orderBy: { linked_at: 'asc' },
    select: { account_id: true, receiver_id: true },
  });
  return new Map(links.flatMap(({ account_id, receiver_id }) => (account_id === null ? [] : [[account_id, receiver_id] as const])));
}

/** Stores a difference for staff to settle, once however often it is found, settled or not. Tells whether it is new. */
export async function addDifferenceOnce(transaction: Transaction, difference: Prisma.ReconciliationDifferenceCreateManyInput): Promise<boolean> {
  const { receiver_id, provider, subject, external_id } = difference;
  const known = await prismaOf(transaction).reconciliationDifference.count({ where: { receiver_id, provider, subject, external_id } });
  if (known > 0) return false;
  const { count } = await prismaOf(transaction).reconciliationDifference.createMany({ data: difference, skipDuplicates: true });
  return count > 0;
}

/** Stores a transfer of no draw and no receiver, once. Tells whether it is new. */
export async function addStrayTransfer(transaction: Transaction, transfer: Prisma.StrayTransferCreateManyInput): Promise<boolean> {
  const { count } = await prismaOf(transaction).strayTransfer.createMany({ data: transfer, skipDuplicates: true });
  return count > 0;
}

/** Returns the transfer of no draw and no receiver that carries this key; null without one. */
export function findStrayByKey(transaction: Transaction, key: string): Promise<Pick<StrayTransfer, 'transfer_id' | 'resolved_at'> | null> {
  return prismaOf(transaction).strayTransfer.findFirst({ where: { key }, select: { transfer_id: true, resolved_at: true } });
}

/** Marks a stray transfer as settled, by staff or because its draw was found. Returns whether it was open. */
export async function resolveStrayTransfer(transaction: Transaction, transfer_id: string, resolved_at: Date): Promise<boolean> {
  const { count } = await prismaOf(transaction).strayTransfer.updateMany({ where: { transfer_id, resolved_at: null }, data: { resolved_at } });
  return count > 0;
}
