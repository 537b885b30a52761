import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** Records that a person was seen. */
export async function recordSeen(transaction: Transaction, { receiverId }: ReceiverScope, at: Date): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    INSERT INTO sign_in (receiver_id, seen_at) VALUES (${receiverId}::uuid, ${at})
    ON CONFLICT (receiver_id) DO UPDATE SET seen_at = greatest(sign_in.seen_at, excluded.seen_at)`;
}

/** A person to ask the authentication provider about. */
export interface SeenPerson {
  receiver_id: string;
  /** The provider's user id. */
  token: string;
}

/** Returns the people of a program who were seen since an instant, in pages by `after`, the last receiver of the page before. */
export function peopleSeenSince(
  transaction: Transaction,
  { program, since, after, limit }: { program: string; since: Date; after: string | null; limit: number },
): Promise<SeenPerson[]> {
  return prismaOf(transaction).$queryRaw<SeenPerson[]>`
    SELECT sign_in.receiver_id, receiver.token
    FROM sign_in JOIN receiver ON receiver.id = sign_in.receiver_id
    WHERE sign_in.seen_at >= ${since} AND receiver.whitelabel = ${program} AND (${after}::uuid IS NULL OR sign_in.receiver_id > ${after}::uuid)
    ORDER BY sign_in.receiver_id
    LIMIT ${limit}`;
}

/** Refuses the access tokens that a person got until an instant at the hosted sign-in, after their log-out. */
export async function recordSignOut(transaction: Transaction, { receiverId }: ReceiverScope, at: Date): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    INSERT INTO sign_in (receiver_id, seen_at, signed_out_at) VALUES (${receiverId}::uuid, ${at}, ${at})
    ON CONFLICT (receiver_id) DO UPDATE SET signed_out_at = greatest(sign_in.signed_out_at, excluded.signed_out_at)`;
}

/** Refuses every access token that some people got until an instant: the authentication provider lets them in no more. */
export async function recordBarred(transaction: Transaction, receiverIds: readonly string[], at: Date): Promise<void> {
  await prismaOf(transaction).signIn.updateMany({ where: { receiver_id: { in: [...receiverIds] } }, data: { barred_at: at } });
}

/** Ends for good every view of a customer that some staff members have open. */
export async function endMasqueradesOf(transaction: Transaction, staffIds: readonly string[], at: Date): Promise<void> {
  await prismaOf(transaction).masqueradeSession.updateMany({ where: { staff_id: { in: [...staffIds] }, ended_at: null }, data: { ended_at: at } });
}
