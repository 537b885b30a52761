import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** A difference between our books and the bank's that a person has to look at. */
interface Difference {
  subject: 'debit_not_ordered' | 'failed_debit' | 'stray_transfer';
  /** The id of the draw; of a stray transfer its own. */
  external_id: string;
  ours: JsonObject | null;
  theirs: JsonObject;
}

/** Stores a difference to the bank for staff: each once, until it is resolved. */
export async function addDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { ours, ...difference }: Difference,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.createMany({
    data: [{ ...difference, ...(ours && { ours }), provider: providers.bank.name, found_at: clock() }],
    skipDuplicates: true,
  });
}

/** Marks a difference as resolved, if it is stored. */
export async function resolveDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { subject, external_id }: Pick<Difference, 'subject' | 'external_id'>,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.updateMany({
    where: { provider: providers.bank.name, subject, external_id, resolved_at: null },
    data: { resolved_at: clock() },
  });
}
