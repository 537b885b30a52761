import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Adds a receiver. Returns null when the user, or the email address in the program, already has one. */
export async function addReceiver(transaction: Transaction, data: Prisma.ReceiverCreateInput): Promise<Receiver | null> {
  try {
    return await prismaOf(transaction).receiver.create({ data });
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

/** Gives a receiver the address with which its user now signs in, unless another receiver of the program has it. */
export async function renameReceiver(transaction: Transaction, { id }: Receiver, email: string): Promise<void> {
  await prismaOf(transaction)
    .receiver.update({ where: { id }, data: { email } })
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
}

/** Records when a handed-in receiver first signed in directly. */
export function recordDirectSignIn(transaction: Transaction, { id }: Receiver, at: Date): Promise<Receiver> {
  return prismaOf(transaction).receiver.update({ where: { id }, data: { first_direct_sign_in_at: at } });
}
