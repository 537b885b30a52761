import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Adds a receiver. Returns null when the user, or the e-mail address in the program, already has one. */
export async function addReceiver(transaction: Transaction, data: Prisma.ReceiverCreateInput): Promise<Receiver | null> {
  try {
    return await prismaOf(transaction).receiver.create({ data });
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

/** Records when a handed-in receiver first signed in directly. */
export function recordDirectSignIn(transaction: Transaction, { id }: Receiver, at: Date): Promise<Receiver> {
  return prismaOf(transaction).receiver.update({ where: { id }, data: { first_direct_sign_in_at: at } });
}
