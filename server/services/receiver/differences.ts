import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** A difference between our data and a provider's that a person has to look at. */
interface DifferenceForStaff {
  provider: 'bank' | 'cardIssuer';
  subject: 'debit_not_ordered' | 'failed_debit' | 'returned_after_payout' | 'stray_transfer' | 'approval_unreported' | 'business_refused';
  /** The id of the draw; of a stray transfer its own; of an approval its transaction's token; of a business its account holder's. */
  external_id: string;
  ours: JsonObject | null;
  theirs: JsonObject;
}

/** Stores a difference for staff: each once, until it is resolved. */
export async function addDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { ours, provider, ...difference }: DifferenceForStaff,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.createMany({
    data: [{ ...difference, ...(ours && { ours }), provider: providers[provider].name, found_at: clock() }],
    skipDuplicates: true,
  });
}

/** Marks a difference as resolved, if it is stored; all of its subject without an `external_id`. */
export async function resolveDifference(
  { clock, providers }: Pick<Deps, 'clock' | 'providers'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { provider, ...which }: Pick<DifferenceForStaff, 'provider' | 'subject'> & Partial<Pick<DifferenceForStaff, 'external_id'>>,
): Promise<void> {
  await databaseOf(transaction, scope).reconciliationDifference.updateMany({
    where: { provider: providers[provider].name, ...which, resolved_at: null },
    data: { resolved_at: clock() },
  });
}

/** A stored difference that nobody has settled yet. */
export interface WaitingDifference {
  provider: string;
  subject: string;
  external_id: string;
  ours: JsonObject | null;
  theirs: JsonObject | null;
  found_at: Date;
}

/** Returns a receiver's differences that wait for staff, the oldest first. */
export async function readWaitingDifferences({ database }: Pick<Deps, 'database'>, scope: ReceiverScope): Promise<WaitingDifference[]> {
  const rows = await databaseOf(database, scope).reconciliationDifference.findMany({ where: { resolved_at: null }, orderBy: { found_at: 'asc' } });
  return rows.map(({ provider, subject, external_id, ours, theirs, found_at }) => ({
    provider,
    subject,
    external_id,
    ours: ours as JsonObject | null,
    theirs: theirs as JsonObject | null,
    found_at,
  }));
}
