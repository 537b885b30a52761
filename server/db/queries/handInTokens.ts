import { prismaOf, type Transaction } from '../client.ts';
import type { HandInJti } from '../generated/client.ts';

/** Records the first use of a handed-in token. Returns false when it was used before. */
export async function takeHandInToken(transaction: Transaction, token: HandInJti): Promise<boolean> {
  const { count } = await prismaOf(transaction).handInJti.createMany({ data: token, skipDuplicates: true });
  return count === 1;
}

/** Returns the first use of a handed-in token. */
export function firstUseOfToken(transaction: Transaction, issuer: string, jti: string): Promise<HandInJti | null> {
  return prismaOf(transaction).handInJti.findUnique({ where: { issuer_jti: { issuer, jti } } });
}
