import type { SessionEnds } from '../../domain/access/endedSessions.ts';
import { type Database, Prisma, readOften } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import { receiverIdOfUser } from './lookUps.ts';

/** A receiver as JSON: one column costs a fifth of what its eighty do, each of which is described with every answer. */
type ReceiverJson = { [Column in keyof Receiver]: Receiver[Column] extends bigint | Date | null ? number | string | null : Receiver[Column] };

type ColumnsOf<Value> = { [Column in keyof Receiver]: Value extends Receiver[Column] ? Column : never }[keyof Receiver];

const amounts = Object.keys({
  override_spend_limit: true,
  initial_spend_limit: true,
  spending_power_override_min: true,
  spending_power_override_max: true,
} satisfies Record<ColumnsOf<bigint>, true>) as ColumnsOf<bigint>[];

const instants = Object.keys({
  first_direct_sign_in_at: true,
  unlocked_at: true,
  closing_requested_at: true,
  closed_at: true,
  spending_power_override_expiration_at: true,
  last_payment_email_at: true,
  last_spending_power_warning_email: true,
  next_payment_at: true,
  first_steps_dismissed_at: true,
  contact_email_confirmed_at: true,
  created_at: true,
  updated_at: true,
} satisfies Record<ColumnsOf<Date>, true>) as ColumnsOf<Date>[];

/** Returns the row as every other query does. JSON's numbers are exact for every amount that is stored. */
function receiverOf(json: ReceiverJson): Receiver {
  const read = (columns: readonly (keyof Receiver)[], convert: (value: number | string) => bigint | Date) =>
    columns.map((column) => [column, json[column] === null ? null : convert(json[column] as number | string)]);
  return Object.assign(json, Object.fromEntries([...read(amounts, BigInt), ...read(instants, (at) => new Date(at))])) as Receiver;
}

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
 * A user leads to the same receiver for good: the look-up is asked once, and what it said is checked with every reading.
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
