import { prismaOf, type Transaction } from '../client.ts';
import type { StorePerson } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** Stores how a platform describes a person of a store now. The platform names one owner, so an earlier owner is one no longer. */
export async function recordStorePerson(transaction: Transaction, person: StorePerson): Promise<void> {
  const { platform, store, user_id, is_owner } = person;
  const prisma = prismaOf(transaction);
  if (is_owner) await prisma.storePerson.updateMany({ where: { platform, store, is_owner, user_id: { not: user_id } }, data: { is_owner: false } });
  await prisma.storePerson.upsert({ where: { platform_store_user_id: { platform, store, user_id } }, create: person, update: person });
}

/** Returns a person of a store as its platform last described them; null for one who never opened the app. */
export function findStorePerson(transaction: Transaction, key: Pick<StorePerson, 'platform' | 'store' | 'user_id'>): Promise<StorePerson | null> {
  return prismaOf(transaction).storePerson.findUnique({ where: { platform_store_user_id: key } });
}

/** Returns the people of a receiver's stores who have opened the app and own none of them, the one seen last first. */
export function staffOfStores(transaction: Transaction, { receiverId }: ReceiverScope): Promise<StorePerson[]> {
  return prismaOf(transaction).$queryRaw<StorePerson[]>`
    SELECT store_person.platform, store, user_id, name, email, is_email_verified, is_owner, seen_at
    FROM store_person JOIN platform_account
      ON platform_account.external_id = store_person.store AND platform_account.platform LIKE '%:' || store_person.platform
    WHERE receiver_id = ${receiverId}::uuid AND NOT is_owner AND uninstalled_at IS NULL
    ORDER BY seen_at DESC
    LIMIT 100`;
}

/** Returns the owners of a receiver's stores, the one seen last first. */
export function ownersOfStores(transaction: Transaction, { receiverId }: ReceiverScope): Promise<StorePerson[]> {
  return prismaOf(transaction).$queryRaw<StorePerson[]>`
    SELECT store_person.platform, store, user_id, name, email, is_email_verified, is_owner, seen_at
    FROM store_person JOIN platform_account
      ON platform_account.external_id = store_person.store AND platform_account.platform LIKE '%:' || store_person.platform
    WHERE receiver_id = ${receiverId}::uuid AND is_owner
    ORDER BY seen_at DESC`;
}
