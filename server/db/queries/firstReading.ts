import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** How far the first reading of a store has come. */
interface StoredReading {
  months_read: number;
  months_wanted: number;
}

/** Returns the SQL for the reading of a store whose sales do not count yet, and that can be read without its owner's help. */
export function readingValue({ receiverId }: ReceiverScope): Prisma.Sql {
  return Prisma.sql`(SELECT json_build_object('months_read', months_read, 'months_wanted', months_wanted) FROM commerce_link
    WHERE receiver_id = ${receiverId}::uuid AND unlinked_at IS NULL AND counted_at IS NULL AND NOT needs_update AND NOT is_disabled
    ORDER BY linked_at DESC LIMIT 1)`;
}

/** Returns the SQL for why the last reading of the store failed, wholly or in part; null when it did not, and while the platform only asks us to wait. */
export function storeProblemValue({ receiverId }: ReceiverScope): Prisma.Sql {
  return Prisma.sql`(SELECT json_build_object('error', last_error, 'platform', platform) FROM commerce_link
    WHERE receiver_id = ${receiverId}::uuid AND unlinked_at IS NULL AND last_error <> 'throttled' AND NOT needs_update
    ORDER BY linked_at DESC LIMIT 1)`;
}

/** Returns how far the first reading of a receiver's store has come; null when none is under way. */
export function readFirstReading(transaction: Transaction, scope: ReceiverScope): Promise<StoredReading | null> {
  return readValue(transaction, readingValue(scope));
}
