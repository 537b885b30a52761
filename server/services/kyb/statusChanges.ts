import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';

/** Returns how often the issuer has changed its mind about a receiver's business: the same status may come again, and is told of again. */
export function statusChanges(transaction: Transaction, scope: ReceiverScope): Promise<number> {
  return databaseOf(transaction, scope).timelineEvent.count({ where: { kind: 'kyb_status_changed' } });
}
