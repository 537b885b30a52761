import { type Database, prismaOf } from '../client.ts';

/** A row of the audit log that was tampered with. */
export interface BrokenAuditRow {
  receiver_id: string;
  sequence: bigint;
  /** `changed`: the row's hash does not match its content. `unchained`: the previous row is missing or was replaced. */
  fault: 'changed' | 'unchained';
}

/** The most rows that are returned. */
export const maximumBroken = 100;

/**
 * Checks the chains of all receivers and returns at most `maximumBroken` rows that were changed by hand, or whose previous row
 * was removed or replaced. A chain cut off at its end shows only against a copy kept elsewhere.
 */
export function findBrokenAuditRows(database: Database): Promise<BrokenAuditRow[]> {
  return prismaOf(database).$queryRaw<BrokenAuditRow[]>`
    SELECT receiver_id, sequence, CASE WHEN hash = expected_hash THEN 'unchained' ELSE 'changed' END AS fault
    FROM (
      SELECT receiver_id, sequence, hash, previous_hash, audit_log_hash(audit_log) AS expected_hash,
        lag(hash, 1, repeat('0', 64)) OVER chain AS hash_before, lag(sequence, 1, 0::bigint) OVER chain AS sequence_before
      FROM audit_log
      WINDOW chain AS (PARTITION BY receiver_id ORDER BY sequence)
    ) link
    WHERE hash <> expected_hash OR previous_hash <> hash_before OR sequence <> sequence_before + 1
    ORDER BY receiver_id, sequence
    LIMIT ${maximumBroken}`;
}
