import { prismaOf, type Transaction } from '../client.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';

/**
 * Returns the ids of the next receivers, after one and ordered by id, with a card that is not closed, or with a transfer whose
 * outcome at the bank is open, who were not compared with the providers since an instant, nor made since; without those whom staff
 * compare by hand.
 */
export async function receiversToCompare(transaction: Transaction, since: Date, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE id > ${after}::uuid AND auto_reconcile AND created_at < ${since}
      AND NOT EXISTS (SELECT FROM receiver_comparison WHERE receiver_id = receiver.id AND compared_at >= ${since} ${perReceiver})
      AND (
      EXISTS (SELECT FROM card WHERE receiver_id = receiver.id AND state <> 'CLOSED' ${perReceiver})
      OR EXISTS (SELECT FROM draw WHERE receiver_id = receiver.id AND status IN ('sending', 'unknown', 'pending', 'posted', 'settled') ${perReceiver})
      OR EXISTS (SELECT FROM credit_payout WHERE receiver_id = receiver.id AND status IN ('sending', 'unknown', 'pending', 'posted') ${perReceiver})
      )
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}

interface Times {
  runBefore: Date;
  now: Date;
}

/**
 * Returns the ids of the next receivers, after one and ordered by id, whose spending power may have changed by time alone: the
 * newest run is older than an instant, or since that run an override has ended, or a repayment has become final in the program's zone.
 */
export async function receiversToRefresh(
  transaction: Transaction,
  programs: readonly { key: string; timeZone: string }[],
  { runBefore, now }: Times,
  after: string,
): Promise<string[]> {
  const [keys, timeZones] = [programs.map(({ key }) => key), programs.map(({ timeZone }) => timeZone)];
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT receiver.id FROM receiver
    JOIN unnest(${keys}::text[], ${timeZones}::text[]) AS program (key, time_zone) ON program.key = whitelabel
    CROSS JOIN LATERAL (
      SELECT taken_at FROM spending_power_snapshot WHERE receiver_id = receiver.id ORDER BY taken_at DESC, id DESC LIMIT 1
    ) newest
    WHERE receiver.id > ${after}::uuid AND (
      newest.taken_at < ${runBefore}
      OR (spending_power_override_expiration_at <= ${now} AND newest.taken_at < spending_power_override_expiration_at)
      OR EXISTS (
        SELECT FROM draw
        WHERE draw.receiver_id = receiver.id AND final_on::timestamp AT TIME ZONE program.time_zone > newest.taken_at
          AND final_on::timestamp AT TIME ZONE program.time_zone <= ${now} ${perReceiver})
    )
    ORDER BY receiver.id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}
