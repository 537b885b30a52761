import { type Database, Prisma, runOften } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

const columns = Prisma.raw(Object.values(Prisma.ReceiverScalarFieldEnum).join(', '));

export interface SignedInReceiver {
  receiver: Receiver;
  /** True when every platform account of the receiver has uninstalled the app. */
  isUninstalled: boolean;
}

/** Returns a signed-in person's receiver by the authentication provider's user id; null when there is none. Every call begins with it. */
export async function readSignedIn(database: Database, userId: string): Promise<SignedInReceiver | null> {
  const [found] = await runOften<Receiver & { is_uninstalled: boolean }>(
    database,
    Prisma.sql`
      SELECT ${columns}, coalesce((SELECT bool_and(uninstalled_at IS NOT NULL) FROM platform_account WHERE receiver_id = receiver.id), false) AS is_uninstalled
      FROM receiver WHERE token = ${userId}`,
  );
  if (!found) return null;
  const { is_uninstalled: isUninstalled, ...receiver } = found;
  return { receiver, isUninstalled };
}
