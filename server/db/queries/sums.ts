import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/**
 * Returns the SQL of the sums that are not those of their rows, as rows of `receiver_id, subject, external_id, booked, wanted`: the
 * balances of the ledger, what was bought and returned by day, and the number of card transactions. `own` picks the receivers.
 */
export function differingSums(own: Prisma.Sql): Prisma.Sql {
  const dayKey = Prisma.sql`card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points`;
  return Prisma.sql`(
    SELECT receiver_id, 'balance' AS subject, account AS external_id, coalesce(kept.balance_cents, 0) AS booked, coalesce(summed.cents, 0)::bigint AS wanted
    FROM (
      SELECT receiver_id, account, sum(cents) AS cents
      FROM (
        SELECT receiver_id, debit_account AS account, amount_cents AS cents FROM ledger_transfer WHERE ${own}
        UNION ALL SELECT receiver_id, credit_account, -amount_cents FROM ledger_transfer WHERE ${own}
      ) movement
      GROUP BY receiver_id, account
    ) summed FULL JOIN (SELECT * FROM ledger_balance WHERE ${own}) kept USING (receiver_id, account)
    UNION ALL
    SELECT receiver_id, 'card_day', made_on || ' ' || card_token || ' ' || part.name, coalesce(part.kept, 0), coalesce(part.summed, 0)::bigint
    FROM (
      SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date,
        coalesce(first_instalment_date, repayment_date) AS first_due_date, instalments, cashback_basis_points,
        sum(greatest(amount_cents, 0)) AS bought, sum(greatest(-amount_cents, 0)) AS returned
      FROM card_transaction WHERE ${own} AND is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) summed FULL JOIN (SELECT * FROM card_day WHERE ${own}) kept USING (receiver_id, ${dayKey})
      CROSS JOIN LATERAL (VALUES ('bought', kept.bought_cents, summed.bought), ('returned', kept.returned_cents, summed.returned)) part (name, kept, summed)
    UNION ALL
    SELECT receiver_id, 'card_transaction_count', 'all', coalesce(kept.counted, 0), coalesce(summed.counted, 0)
    FROM (SELECT receiver_id, count(*) AS counted FROM card_transaction WHERE ${own} AND is_counted GROUP BY receiver_id) summed
      FULL JOIN (SELECT * FROM card_transaction_count WHERE ${own}) kept USING (receiver_id)
  )`;
}

/** A sum of a receiver that is not that of its rows. */
export interface SumDifference {
  receiver_id: string;
  subject: string;
  external_id: string;
  booked_cents: Cents;
  wanted_cents: Cents;
}

/** Returns the next receivers, after one and ordered by id, and their sums that are not those of their rows. */
export async function sumsOfNextReceivers(transaction: Transaction, after: string): Promise<{ ids: string[]; differences: SumDifference[] }> {
  const page = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver WHERE id > ${after}::uuid ORDER BY id LIMIT ${receiversAtOnce}`;
  const ids = page.map(({ id }) => id);
  const own = Prisma.sql`receiver_id > ${after}::uuid AND receiver_id <= ${ids.at(-1) ?? after}::uuid`;
  const rows = await prismaOf(transaction).$queryRaw<{ receiver_id: string; subject: string; external_id: string; booked: bigint; wanted: bigint }[]>`
    SELECT * FROM ${differingSums(own)} sums WHERE booked <> wanted`;
  const differences = rows.map(({ booked, wanted, ...sum }) => ({ ...sum, booked_cents: storedCents(booked), wanted_cents: storedCents(wanted) }));
  return { ids, differences };
}

/** Stores sums that differ for staff, each once until it is settled. Returns those that are new. */
export async function storeSumDifferences(transaction: Transaction, differences: readonly SumDifference[], found_at: Date): Promise<SumDifference[]> {
  const stored = await Promise.all(
    differences.map(async ({ booked_cents, wanted_cents, ...sum }) => {
      const data = { ...sum, provider: 'books', ours: { cents: booked_cents }, theirs: { cents: wanted_cents }, found_at };
      return (await prismaOf(transaction).reconciliationDifference.createMany({ data, skipDuplicates: true })).count > 0;
    }),
  );
  return differences.filter((_, place) => stored[place]);
}
