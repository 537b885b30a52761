import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Adds a receiver. Returns null when there is one of that user, or of that e-mail address in the program, already. */
export async function addReceiver(transaction: Transaction, data: Prisma.ReceiverCreateInput): Promise<Receiver | null> {
  try {
    return await prismaOf(transaction).receiver.create({ data });
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

/** Keeps when a receiver who was handed in signed in directly for the first time. */
export function keepDirectSignIn(transaction: Transaction, { id }: Receiver, at: Date): Promise<Receiver> {
  return prismaOf(transaction).receiver.update({ where: { id }, data: { first_direct_sign_in_at: at } });
}
