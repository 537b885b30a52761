import { prismaOf, type Transaction } from '../client.ts';

/** Returns the email addresses of staff by the ids of their own receivers. */
export async function staffEmails(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const staff = await prismaOf(transaction).receiver.findMany({ where: { id: { in: [...ids] } }, select: { id: true, email: true } });
  return new Map(staff.map(({ id, email }) => [id, email]));
}
