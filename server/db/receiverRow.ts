import { Prisma, readOften } from './client.ts';
import type { Reading } from './database.ts';
import type { Receiver } from './generated/client.ts';

/** A receiver as JSON: one column costs a fifth of what its eighty do, each of which is described with every answer. */
export type ReceiverJson = { [Column in keyof Receiver]: Receiver[Column] extends bigint | Date | null ? number | string | null : Receiver[Column] };

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
  business_refused_at: true,
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
export function receiverOf(json: ReceiverJson): Receiver {
  const read = (columns: readonly (keyof Receiver)[], convert: (value: number | string) => bigint | Date) =>
    columns.map((column) => [column, json[column] === null ? null : convert(json[column] as number | string)]);
  return Object.assign(json, Object.fromEntries([...read(amounts, BigInt), ...read(instants, (at) => new Date(at))])) as Receiver;
}

/** Reads a receiver by its id; null when there is none. */
export async function readReceiver(reading: Reading, id: string): Promise<Receiver | null> {
  const [row] = await readOften<{ receiver: ReceiverJson }>(reading, Prisma.sql`SELECT row_to_json(receiver) AS receiver FROM receiver WHERE id = ${id}::uuid`);
  return row ? receiverOf(row.receiver) : null;
}
