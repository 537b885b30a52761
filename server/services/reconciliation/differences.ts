import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** A difference between our data and a provider's that a person has to look at. */
interface Difference {
  provider: 'bank' | 'cardIssuer';
  subject: 'debit_not_ordered' | 'failed_debit' | 'stray_transfer' | 'approval_unreported';
  /** The id of the draw; of a stray transfer its own; of an approval its transaction's token. */
  external_id: string;
  ours: JsonObject | null;
  theirs: JsonObject;
}

/** Stores a difference for staff: each once, until it is resolved. */
export async function addDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { ours, provider, ...difference }: Difference,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.createMany({
    data: [{ ...difference, ...(ours && { ours }), provider: providers[provider].name, found_at: clock() }],
    skipDuplicates: true,
  });
}

/** Marks a difference as resolved, if it is stored. */
export async function resolveDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { provider, subject, external_id }: Pick<Difference, 'provider' | 'subject' | 'external_id'>,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.updateMany({
    where: { provider: providers[provider].name, subject, external_id, resolved_at: null },
    data: { resolved_at: clock() },
  });
}
