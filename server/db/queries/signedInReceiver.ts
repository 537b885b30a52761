import type { SessionEnds } from '../../domain/access/endedSessions.ts';
import { type Database, Prisma, readOften } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import { type ReceiverJson, receiverOf } from '../receiverRow.ts';
import { receiverIdOfUser } from './ownerIndex.ts';

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

/** How many people's receivers a process remembers at most, for each database. */
const maximumRemembered = 50_000;
const remembered = new WeakMap<Database, Map<string, string>>();

/**
 * Returns a signed-in person's receiver by the authentication provider's user id; null when there is none. Every call begins with it.
 * A user leads to the same receiver for good: the index is asked once, and what it said is checked with every reading.
 */
export async function readSignedIn(database: Database, userId: string): Promise<SignedInReceiver | null> {
  const receivers = remembered.get(database) ?? new Map<string, string>();
  remembered.set(database, receivers);
  const known = receivers.get(userId);
  const found = known === undefined ? null : await readReceiver(database, known, userId);
  if (found) return found;
  const id = await receiverIdOfUser(database, userId);
  if (id === null) return null;
  const [oldest] = receivers.keys();
  if (oldest !== undefined && receivers.size >= maximumRemembered) receivers.delete(oldest);
  receivers.set(userId, id);
  return readReceiver(database, id, userId);
}

async function readReceiver(database: Database, id: string, userId: string): Promise<SignedInReceiver | null> {
  const [found] = await readOften<{
    receiver: ReceiverJson;
    is_uninstalled: boolean;
    seen_at: Date | null;
    signed_out_at: Date | null;
    barred_at: Date | null;
  }>(
    database,
    Prisma.sql`
      SELECT row_to_json(receiver) AS receiver,
        coalesce((SELECT bool_and(uninstalled_at IS NOT NULL) FROM platform_account WHERE receiver_id = receiver.id), false) AS is_uninstalled,
        seen_at, signed_out_at, barred_at
      FROM receiver LEFT JOIN sign_in ON sign_in.receiver_id = receiver.id
      WHERE receiver.id = ${id}::uuid AND receiver.token = ${userId}`,
  );
  if (!found) return null;
  const { receiver, is_uninstalled: isUninstalled, seen_at: seenAt, signed_out_at: signedOutAt, barred_at: barredAt } = found;
  return { receiver: receiverOf(receiver), isUninstalled, signIn: { seenAt, signedOutAt, barredAt } };
}
