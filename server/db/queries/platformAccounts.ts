import { type AppPlatformKey, appPlatforms } from '../../domain/store/appPlatforms.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { PlatformAccount, Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** A store by its permanent id at the platform. */
export interface PlatformStore {
  platform: AppPlatformKey;
  externalId: string;
}

/** Matches the store in every program: the column names the program before the platform. */
const ofStore = ({ platform, externalId }: PlatformStore) => ({ external_id: externalId, platform: { endsWith: `:${platform}` } });

/** Matches the sessions that the store opened: the same account may have other stores, whose people may have equal ids. */
export const openedBy = ({ platform, externalId }: PlatformStore) => ({ platform, store: externalId });

/** Returns a store's account in a program; null before the app was first opened there. `platform` is `{program}:{platform}`. */
export function findPlatformAccount(transaction: Transaction, platform: string, externalId: string): Promise<PlatformAccount | null> {
  return prismaOf(transaction).platformAccount.findUnique({ where: { platform_external_id: { platform, external_id: externalId } } });
}

/** A person of a store, as the store's platform names both. The person is null where the platform does not say who it is. */
interface StorePerson {
  platform: string;
  store: string;
  platformUserId: string | null;
}

/**
 * Tells whether a store opens a receiver's account in a program, and lets in the person. Neither changes until the transaction ends, so
 * that who takes access away meanwhile finds what the transaction wrote.
 */
export async function holdStoreAccess(
  transaction: Transaction,
  { program, receiverId }: { program: string; receiverId: string },
  { platform, store, platformUserId }: StorePerson,
): Promise<boolean> {
  const prisma = prismaOf(transaction);
  const accounts = await prisma.$executeRaw`
    SELECT 1 FROM platform_account
    WHERE platform = ${`${program}:${platform}`} AND external_id = ${store} AND receiver_id = ${receiverId}::uuid AND uninstalled_at IS NULL FOR SHARE`;
  if (accounts === 0 || platform !== 'bigcommerce') return accounts > 0;
  const people = await prisma.$queryRaw<{ is_removed: boolean }[]>`
    SELECT removed_at IS NOT NULL AS is_removed FROM bigcommerce_user WHERE store_hash = ${store} AND user_id = ${platformUserId} FOR SHARE`;
  return people.every(({ is_removed }) => !is_removed);
}

/** Tells whether a store with our app is connected to a receiver's account. That does not change until the transaction ends. */
export async function holdConnectedStore(transaction: Transaction, { receiverId }: ReceiverScope, { platform, externalId }: PlatformStore): Promise<boolean> {
  const accounts = await prismaOf(transaction).$executeRaw`
    SELECT 1 FROM platform_account
    WHERE receiver_id = ${receiverId}::uuid AND platform LIKE ${`%:${platform}`} AND external_id = ${externalId}
      AND uninstalled_at IS NULL AND disconnected_at IS NULL FOR SHARE`;
  return accounts > 0;
}

/** Returns a store's accounts in all programs, whether the app is installed or not. */
export function accountsOfStore(transaction: Transaction, store: PlatformStore): Promise<PlatformAccount[]> {
  return prismaOf(transaction).platformAccount.findMany({ where: ofStore(store) });
}

/** Notes that the stores of some receivers changed. */
function noteStores(transaction: Transaction, accounts: readonly Pick<PlatformAccount, 'receiver_id'>[]): void {
  for (const { receiver_id } of accounts) noteChanges(transaction, { receiverId: receiver_id }, changesOfModels.platformAccount);
}

/** Adds a store's account, unless another request has just done so. */
export async function addPlatformAccount(transaction: Transaction, account: Prisma.PlatformAccountCreateManyInput): Promise<void> {
  const { count } = await prismaOf(transaction).platformAccount.createMany({ data: account, skipDuplicates: true });
  if (count > 0) noteStores(transaction, [account]);
}

/** Readmits a store that had uninstalled the app, in every program. */
export async function resumeStore(transaction: Transaction, store: PlatformStore): Promise<void> {
  const data = { uninstalled_at: null };
  noteStores(transaction, await prismaOf(transaction).platformAccount.updateManyAndReturn({ where: ofStore(store), data, select: { receiver_id: true } }));
}

/** Ends a store's access in every program: no session is renewed or handed in, and open ones are refused from now on. */
export async function endStoreSessions(transaction: Transaction, store: PlatformStore, at: Date): Promise<void> {
  const prisma = prismaOf(transaction);
  const where = { ...ofStore(store), uninstalled_at: null };
  const accounts = await prisma.platformAccount.findMany({ where, select: { receiver_id: true } });
  await prisma.platformAccount.updateMany({ where, data: { uninstalled_at: at, disconnected_at: null } });
  const theirs = { receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) }, ...openedBy(store), revoked_at: null };
  await prisma.handedInSession.updateMany({ where: theirs, data: { revoked_at: at } });
  noteStores(transaction, accounts);
}

/** Moves one receiver's stores to another, and ends the sessions that they opened for the first. */
export async function moveStores(transaction: Transaction, from: Receiver, to: Receiver, at: Date): Promise<void> {
  const prisma = prismaOf(transaction);
  await prisma.platformAccount.updateMany({
    where: { receiver_id: from.id },
    data: { receiver_id: to.id, linked_by: 'owner_confirmation', linked_at: at },
  });
  await prisma.bigcommerceStore.updateMany({ where: { receiver_id: from.id }, data: { receiver_id: to.id } });
  await prisma.handedInSession.updateMany({ where: { receiver_id: from.id, revoked_at: null }, data: { revoked_at: at } });
  noteStores(transaction, [{ receiver_id: from.id }, { receiver_id: to.id }]);
  if (from.bigcommerce_store_hash === null) return;
  const bigcommerce_store_hash = from.bigcommerce_store_hash;
  await prisma.receiver.update({ where: { id: from.id }, data: { bigcommerce_store_hash: null } });
  await prisma.receiver.update({ where: { id: to.id }, data: { bigcommerce_store_hash } });
}

/** Returns whether a receiver has begun anything with the issuer, a bank or a store that has not our app: money or promises that cannot be moved. */
export async function hasBusiness(transaction: Transaction, { id: receiverId }: Receiver): Promise<boolean> {
  const prisma = prismaOf(transaction);
  const where = { receiver_id: receiverId };
  const counts = await Promise.all([
    prisma.kybApplication.count({ where }),
    prisma.bankLink.count({ where }),
    prisma.commerceLink.count({ where: { ...where, source: { notIn: [...appPlatforms] } } }),
    prisma.card.count({ where }),
  ]);
  return counts.some((count) => count > 0);
}
