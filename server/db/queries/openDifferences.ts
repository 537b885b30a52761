import { prismaOf, type Reading } from '../client.ts';
import { failedDraws, inFlight } from './statusLists.ts';

/** A difference that nobody has settled, with its customer, or an unclaimed credit; a stray transfer of no customer has none. */
export interface OpenDifference {
  id: string;
  token: string | null;
  email: string | null;
  business_name: string | null;
  provider: string;
  subject: string;
  /** The subject, as the provider names it; null for a credit. */
  reference: string | null;
  ours: unknown;
  theirs: unknown;
  found_at: Date;
}

/** How the id of an unclaimed credit begins; the receiver's follows. */
export const unclaimedIdStart = 'credit:';

interface Listing {
  program: string;
  /** A credit that has not changed since is unclaimed. */
  unclaimedSince: Date;
  limit: number;
}

/**
 * Returns the open differences of a program's customers, their credits that nobody claims, and the transfers that concern
 * no customer at all, the oldest first. A credit is whole here, whatever of it can be paid out. The credit of a closing account is
 * unclaimed as soon as its payout has failed.
 */
export function openDifferences(reading: Reading, { program, unclaimedSince, limit }: Listing): Promise<OpenDifference[]> {
  return prismaOf(reading).$queryRaw<OpenDifference[]>`
    SELECT difference.id::text AS id, token, email, business_name, provider, subject, external_id AS reference, ours, theirs, found_at
    FROM reconciliation_difference difference JOIN receiver ON receiver.id = receiver_id
    WHERE whitelabel = ${program} AND resolved_at IS NULL
    UNION ALL
    SELECT transfer_id, NULL, NULL, NULL, provider, 'stray_transfer', transfer_id, NULL,
      jsonb_build_object('amount_cents', amount_cents, 'direction', direction, 'status', status), found_at
    FROM stray_transfer WHERE resolved_at IS NULL
    UNION ALL
    SELECT ${unclaimedIdStart} || receiver.id, token, email, business_name, 'ledger', 'unclaimed_credit', NULL, jsonb_build_object('amount_cents', -balance_cents), NULL, changed_at
    FROM ledger_balance credit JOIN receiver ON receiver.id = receiver_id
      CROSS JOIN LATERAL (
        SELECT max(at) AS changed_at FROM ledger_transfer booked
        WHERE booked.receiver_id = credit.receiver_id AND 'owed' IN (debit_account, credit_account)) change
      CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(status IN ${failedDraws}), false) AS has_failed,
          coalesce(bool_or(status IN ${inFlight}), false) AS is_underway
        FROM credit_payout payout WHERE payout.receiver_id = credit.receiver_id AND cause = 'closing') payout
    WHERE whitelabel = ${program} AND account = 'owed' AND balance_cents < 0 AND NOT is_underway AND (changed_at < ${unclaimedSince} OR has_failed)
    ORDER BY found_at
    LIMIT ${limit}`;
}
