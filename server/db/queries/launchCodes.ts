import { prismaOf, type Transaction } from '../client.ts';
import type { LaunchCode, Prisma } from '../generated/client.ts';

/** Adds a code that carries a session to another page, and deletes those that have expired. */
export async function addLaunchCode(transaction: Transaction, code: Prisma.LaunchCodeCreateManyInput): Promise<void> {
  const prisma = prismaOf(transaction);
  await prisma.launchCode.deleteMany({ where: { expires_at: { lt: code.created_at ?? new Date(0) } } });
  await prisma.launchCode.createMany({ data: code });
}

/** Uses a code up and returns it; null for a code that is unknown, expired, or was used before. */
export async function takeLaunchCode(transaction: Transaction, code_hash: string, now: Date): Promise<LaunchCode | null> {
  const prisma = prismaOf(transaction);
  const { count } = await prisma.launchCode.updateMany({ where: { code_hash, used_at: null, expires_at: { gt: now } }, data: { used_at: now } });
  return count === 1 ? prisma.launchCode.findUnique({ where: { code_hash } }) : null;
}
