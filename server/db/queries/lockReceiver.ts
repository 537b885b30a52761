import { Prisma, prismaOf, runOften, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads a receiver and locks its row until the transaction ends. Every decision about a balance begins with this: the
 * row always exists, so two decisions about one receiver never run at once, not even the very first.
 */
export async function lockReceiver(transaction: Transaction, scope: ReceiverScope): Promise<Receiver | null> {
  const isThere = await holdReceiver(transaction, scope);
  return isThere ? prismaOf(transaction).receiver.findUnique({ where: { id: scope.receiverId } }) : null;
}

/** Locks a receiver's row until the transaction ends, without reading it. Returns false when there is no such receiver. */
async function holdReceiver(transaction: Transaction, { receiverId }: ReceiverScope): Promise<boolean> {
  return (await prismaOf(transaction).$executeRaw`SELECT 1 FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`) > 0;
}

type Flags = Pick<Receiver, 'id' | 'admin' | 'support'>;

/**
 * Locks the rows of a staff member and of a customer until the transaction ends, and returns the flags of the first,
 * which cannot change meanwhile. Locks in the order of ids, because two colleagues may view each other.
 */
export async function holdStaffAndCustomer(transaction: Transaction, staff: ReceiverScope, customer: ReceiverScope): Promise<Omit<Flags, 'id'>> {
  const rows = await prismaOf(transaction).$queryRaw<Flags[]>`
    SELECT id, admin, support FROM receiver WHERE id IN (${staff.receiverId}::uuid, ${customer.receiverId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  return rows.find(({ id }) => id === staff.receiverId) ?? { admin: false, support: false };
}

/** What a decision about a purchase reads of the record. */
export type DecisionFlags = Pick<
  Receiver,
  | 'is_locked'
  | 'is_fraud'
  | 'is_black_listed'
  | 'override_spend_limit'
  | 'spending_power_override_min'
  | 'spending_power_override_max'
  | 'spending_power_override_expiration_at'
>;

/**
 * Locks a receiver's row for a decision about a purchase, and returns what that reads of it: one statement, while a customer
 * waits. Throws when the row stays locked for longer than a second, as do later statements of the transaction.
 */
export async function lockForDecision(transaction: Transaction, { receiverId }: ReceiverScope): Promise<DecisionFlags | null> {
  const [row] = await runOften<DecisionFlags>(
    transaction,
    Prisma.sql`
    SELECT is_locked, is_fraud, is_black_listed, override_spend_limit, spending_power_override_min, spending_power_override_max,
      spending_power_override_expiration_at
    FROM (SELECT set_config('lock_timeout', '1s', true) AS lock_timeout) wait, receiver
    WHERE id = ${receiverId}::uuid AND wait.lock_timeout IS NOT NULL
    FOR NO KEY UPDATE OF receiver`,
  );
  return row ?? null;
}
