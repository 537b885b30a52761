import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { type Database, Prisma, prismaOf, type Transaction } from '../client.ts';
import { inTransaction } from '../database.ts';
import type { Receiver } from '../generated/client.ts';
import { claimEmail, claimUser, giveUpEmail } from './ownerIndex.ts';

const isTakenBefore = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** The user or the address leads to another receiver. */
class Taken extends Error {}

/** Runs work in a transaction. Returns null, with nothing stored, when what it claims is another receiver's. */
async function unlessTaken<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result | null> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (error instanceof Taken || isTakenBefore(error)) return null;
    throw error;
  }
}

/** Adds a receiver. Returns null when the user, or the email address in the program, already has one. */
export function addReceiver(database: Database, data: Prisma.ReceiverCreateInput): Promise<Receiver | null> {
  return unlessTaken(database, async (transaction) => {
    const receiver = await prismaOf(transaction).receiver.create({ data });
    const isNew = await claimUser(transaction, receiver);
    if (!isNew || !(await claimEmail(transaction, receiver, { program: receiver.whitelabel, email: receiver.email }))) throw new Taken();
    return receiver;
  });
}

/** Gives a receiver the address with which its user now signs in, unless another receiver of the program has it. */
export async function renameReceiver(database: Database, receiver: Receiver, email: string): Promise<void> {
  const { id, whitelabel: program, email: before } = receiver;
  await unlessTaken(database, async (transaction) => {
    await prismaOf(transaction).receiver.update({ where: { id }, data: { email } });
    if (!(await claimEmail(transaction, receiver, { program, email }))) throw new Taken();
    await giveUpEmail(transaction, receiver, { program, email: before });
    noteChanges(transaction, { receiverId: id }, changesOfModels.receiver);
  });
}

/** Records when a handed-in receiver first signed in directly. */
export function recordDirectSignIn(transaction: Transaction, { id }: Receiver, at: Date): Promise<Receiver> {
  return prismaOf(transaction).receiver.update({ where: { id }, data: { first_direct_sign_in_at: at } });
}
