import { type Database, prismaOf } from '../client.ts';

/** Receivers with a card that is not closed, or with a transfer that the bank has not made up its mind about. */
export async function activeReceivers(database: Database): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ receiver_id: string }[]>`
    SELECT receiver_id FROM card WHERE state <> 'CLOSED'
    UNION
    SELECT receiver_id FROM draw WHERE status IN ('sending', 'unknown', 'pending', 'posted', 'settled')`;
  return rows.map(({ receiver_id }) => receiver_id);
}

/**
 * Receivers whose spending power time alone may have changed: the newest run is older than an instant, or an override has
 * ended since it.
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
