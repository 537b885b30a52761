import { prismaOf, type Transaction } from '../client.ts';
import type { BigcommerceStore, BigcommerceUser, Receiver } from '../generated/client.ts';
import { accountsOfStore, openedBy } from './platformAccounts.ts';

/** Returns a control panel's store; null before it has installed the app. */
export function findPanelStore(transaction: Transaction, storeHash: string): Promise<BigcommerceStore | null> {
  return prismaOf(transaction).bigcommerceStore.findUnique({ where: { store_hash: storeHash } });
}

/** Returns a person of a store; null for one who never opened the app. */
export function findPanelUser(transaction: Transaction, storeHash: string, userId: string): Promise<BigcommerceUser | null> {
  return prismaOf(transaction).bigcommerceUser.findUnique({ where: { store_hash_user_id: { store_hash: storeHash, user_id: userId } } });
}

type Installation = Omit<BigcommerceStore, 'store_hash' | 'receiver_id' | 'valid_after'>;

/** Records that a store has installed the app, for the first time or again. */
export async function recordPanelStore(transaction: Transaction, storeHash: string, installed: Installation): Promise<void> {
  const where = { store_hash: storeHash };
  await prismaOf(transaction).bigcommerceStore.upsert({ where, create: { ...where, ...installed }, update: installed });
}

/** Marks a store as uninstalled if it installed the app before an instant. Returns false when it was so marked already, or was installed again since. */
export async function endPanelStore(
  transaction: Transaction,
  storeHash: string,
  { installedBefore, at }: { installedBefore: Date; at: Date },
): Promise<boolean> {
  const { count } = await prismaOf(transaction).bigcommerceStore.updateMany({
    where: { store_hash: storeHash, uninstalled_at: null, installed_at: { lte: installedBefore } },
    data: { uninstalled_at: at, valid_after: at, access_token: null },
  });
  return count > 0;
}

/** Assigns a store to the receiver that it opens. */
export async function assignStore(transaction: Transaction, storeHash: string, { id }: Receiver): Promise<Receiver> {
  const prisma = prismaOf(transaction);
  await prisma.bigcommerceStore.updateMany({ where: { store_hash: storeHash }, data: { receiver_id: id } });
  return prisma.receiver.update({ where: { id }, data: { bigcommerce_store_hash: storeHash } });
}

type Person = Pick<BigcommerceUser, 'store_hash' | 'user_id' | 'email'>;

/** Records that a person opened a store's app, for the first time or again, by a payload that was signed at an instant. */
export async function recordPanelUser(
  transaction: Transaction,
  { store_hash, user_id, email }: Person,
  { signedAt, at }: { signedAt: Date; at: Date },
): Promise<void> {
  const key = { store_hash, user_id };
  await prismaOf(transaction).bigcommerceUser.upsert({
    where: { store_hash_user_id: key },
    create: { ...key, email, added_at: at, opened_with: signedAt },
    update: { email, removed_at: null, opened_with: signedAt },
  });
}

/**
 * Records that a person may no longer use a store's app, and ends the sessions that the store opened for them. Does
 * nothing for one who has opened the app since by a payload signed after `openedBefore`.
 */
export async function removePanelUser(
  transaction: Transaction,
  { store_hash, user_id, email }: Person,
  { openedBefore, at }: { openedBefore: Date; at: Date },
): Promise<void> {
  const prisma = prismaOf(transaction);
  const key = { store_hash, user_id };
  const present = await prisma.bigcommerceUser.findUnique({ where: { store_hash_user_id: key } });
  if (present?.opened_with != null && present.opened_with > openedBefore) return;
  await prisma.bigcommerceUser.upsert({
    where: { store_hash_user_id: key },
    create: { ...key, email, added_at: at, removed_at: at },
    update: { removed_at: at },
  });
  const store = { platform: 'bigcommerce', externalId: store_hash } as const;
  const accounts = await accountsOfStore(transaction, store);
  const theirs = { receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) }, ...openedBy(store), platform_user_id: user_id };
  await prisma.handedInSession.updateMany({ where: theirs, data: { revoked_at: at } });
}
