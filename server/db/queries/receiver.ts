import { type Database, Prisma, runOften } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

const columns = Prisma.raw(Object.values(Prisma.ReceiverScalarFieldEnum).join(', '));

export interface SignedInReceiver {
  receiver: Receiver;
  /** Every platform that hands this receiver's sessions in has taken our app away. */
  isUninstalled: boolean;
}

/** The receiver of a signed-in person, by the authentication provider's id of the user: what every call begins with. */
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
