import { prismaOf, type Transaction } from '../client.ts';

/** A difference that nobody has settled, with its customer; a stray transfer of no customer has none. */
interface OpenDifference {
  id: string;
  token: string | null;
  email: string | null;
  business_name: string | null;
  provider: string;
  subject: string;
  ours: unknown;
  theirs: unknown;
  found_at: Date;
}

/** Returns the open differences of a program's customers, and the transfers that concern no customer at all, newest first. */
export function openDifferences(transaction: Transaction, { program, limit }: { program: string; limit: number }): Promise<OpenDifference[]> {
  return prismaOf(transaction).$queryRaw<OpenDifference[]>`
    SELECT difference.id::text AS id, token, email, business_name, provider, subject, ours, theirs, found_at
    FROM reconciliation_difference difference JOIN receiver ON receiver.id = receiver_id
    WHERE whitelabel = ${program} AND resolved_at IS NULL
    UNION ALL
    SELECT transfer_id, NULL, NULL, NULL, provider, 'stray_transfer', NULL,
      jsonb_build_object('amount_cents', amount_cents, 'direction', direction, 'status', status), found_at
    FROM stray_transfer
    ORDER BY found_at DESC
    LIMIT ${limit}`;
}
