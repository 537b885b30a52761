import type { SessionEnds } from '../../domain/access/endedSessions.ts';
import { type Database, Prisma, runOften } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import { receiverIdOfUser } from './lookUps.ts';

const columns = Prisma.raw(Object.values(Prisma.ReceiverScalarFieldEnum).join(', '));

export interface SignedInReceiver {
  receiver: Receiver;
  /** True when every platform account of the receiver has uninstalled the app. */
  isUninstalled: boolean;
  signIn: SignInMarks;
}

export interface SignInMarks extends SessionEnds {
  /** When the person was last seen; null if never. */
  seenAt: Date | null;
}

export const noMarks: SignInMarks = { seenAt: null, signedOutAt: null, barredAt: null };

/** Returns a signed-in person's receiver by the authentication provider's user id; null when there is none. Every call begins with it. */
export async function readSignedIn(database: Database, userId: string): Promise<SignedInReceiver | null> {
  const id = await receiverIdOfUser(database, userId);
  if (id === null) return null;
  const [found] = await runOften<Receiver & { is_uninstalled: boolean; seen_at: Date | null; signed_out_at: Date | null; barred_at: Date | null }>(
    database,
    Prisma.sql`
      SELECT ${columns}, coalesce((SELECT bool_and(uninstalled_at IS NOT NULL) FROM platform_account WHERE receiver_id = receiver.id), false) AS is_uninstalled,
        seen_at, signed_out_at, barred_at
      FROM receiver LEFT JOIN sign_in ON sign_in.receiver_id = receiver.id
      WHERE receiver.id = ${id}::uuid`,
  );
  if (!found) return null;
  const { is_uninstalled: isUninstalled, seen_at: seenAt, signed_out_at: signedOutAt, barred_at: barredAt, ...receiver } = found;
  return { receiver, isUninstalled, signIn: { seenAt, signedOutAt, barredAt } };
}
