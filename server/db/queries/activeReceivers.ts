import { type Database, prismaOf } from '../client.ts';

/** Returns the ids of receivers with a card that is not closed, or with a transfer whose outcome at the bank is open, without those whom staff compare by hand. */
export async function activeReceivers(database: Database): Promise<string[]> {
  const rows = await prismaOf(database).$queryRaw<{ receiver_id: string }[]>`
    SELECT receiver_id FROM (
      SELECT receiver_id FROM card WHERE state <> 'CLOSED'
      UNION
      SELECT receiver_id FROM draw WHERE status IN ('sending', 'unknown', 'pending', 'posted', 'settled')
      UNION
      SELECT receiver_id FROM credit_payout WHERE status IN ('sending', 'unknown', 'pending', 'posted')
    ) active JOIN receiver ON receiver.id = receiver_id WHERE auto_reconcile`;
  return rows.map(({ receiver_id }) => receiver_id);
}

interface Times {
  runBefore: Date;
  now: Date;
}

/**
 * Returns the ids of receivers whose spending power may have changed by time alone: the newest run is older than an
 * instant, or since that run an override has ended, or the day of the next payment has come in the program's zone.
 */
export async function receiversToRefresh(
  database: Database,
  programs: readonly { key: string; timeZone: string }[],
  { runBefore, now }: Times,
): Promise<string[]> {
  const [keys, timeZones] = [programs.map(({ key }) => key), programs.map(({ timeZone }) => timeZone)];
  const rows = await prismaOf(database).$queryRaw<{ id: string }[]>`
    SELECT receiver.id FROM receiver
    JOIN unnest(${keys}::text[], ${timeZones}::text[]) AS program (key, time_zone) ON program.key = whitelabel
    CROSS JOIN LATERAL (
      SELECT taken_at FROM spending_power_snapshot WHERE receiver_id = receiver.id ORDER BY taken_at DESC, id DESC LIMIT 1
    ) newest
    CROSS JOIN LATERAL (SELECT (next_payment_at AT TIME ZONE 'UTC')::date::timestamp AT TIME ZONE program.time_zone AS begins) payment_day
    WHERE newest.taken_at < ${runBefore}
      OR (spending_power_override_expiration_at <= ${now} AND newest.taken_at < spending_power_override_expiration_at)
      OR (payment_day.begins <= ${now} AND newest.taken_at < payment_day.begins)`;
  return rows.map(({ id }) => id);
}
