import { type Database, prismaOf } from '../client.ts';

/** Returns the ids of receivers with a card that is not closed, or with a transfer whose outcome at the bank is open. */
export async function activeReceivers(database: Database): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ receiver_id: string }[]>`
    SELECT receiver_id FROM card WHERE state <> 'CLOSED'
    UNION
    SELECT receiver_id FROM draw WHERE status IN ('sending', 'unknown', 'pending', 'posted', 'settled')
    UNION
    SELECT receiver_id FROM credit_payout WHERE status IN ('sending', 'unknown', 'pending', 'posted')`;
  return rows.map(({ receiver_id }) => receiver_id);
}

/**
 * Returns the ids of receivers whose spending power may have changed by time alone: the newest run is older than an
 * instant, or an override has ended since that run.
 */
export async function receiversToRefresh(database: Database, runBefore: Date, now: Date): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ id: string }[]>`
    SELECT receiver.id FROM receiver
    CROSS JOIN LATERAL (
      SELECT taken_at FROM spending_power_snapshot WHERE receiver_id = receiver.id ORDER BY taken_at DESC, id DESC LIMIT 1
    ) newest
    WHERE newest.taken_at < ${runBefore}
      OR (spending_power_override_expiration_at <= ${now} AND newest.taken_at < spending_power_override_expiration_at)`;
  return rows.map(({ id }) => id);
}
