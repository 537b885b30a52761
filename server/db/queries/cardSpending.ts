import type { Spent } from '../../domain/card/controls/firstFailingControl.ts';
import type { PeriodStarts } from '../../domain/card/controls/periods.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/*
 * What was spent with a card: approvals that the issuer has not reported, and counted transactions less refunds.
 */

/**
 * Returns the SQL for what was spent with a card since an instant, below 0 where more came back. Whole days (UTC) come from their sums,
 * so that a year costs as little as a day; the rest of the first day is summed by transaction.
 */
export function spentSince(receiverId: Prisma.Sql, cardToken: Prisma.Sql, start: Prisma.Sql): Prisma.Sql {
  const firstDay = Prisma.sql`(${start} AT TIME ZONE 'UTC')::date`;
  return Prisma.sql`(
    (SELECT coalesce(sum(bought_cents - returned_cents), 0) FROM card_day
      WHERE card_day.receiver_id = ${receiverId} AND card_day.card_token = ${cardToken} AND made_on > ${firstDay})
    + (SELECT coalesce(sum(amount_cents), 0) FROM card_transaction
      WHERE card_transaction.receiver_id = ${receiverId} AND card_transaction.card_token = ${cardToken} AND is_counted
        AND created_at >= ${start} AND created_at < (${firstDay} + 1)::timestamp AT TIME ZONE 'UTC')
    + (SELECT coalesce(sum(amount_cents), 0) FROM authorization_decision
      WHERE authorization_decision.receiver_id = ${receiverId} AND authorization_decision.card_token = ${cardToken} AND is_open
        AND decided_at >= ${start})
  )::bigint`;
}

/** Returns the SQL for what was ever spent with a card, by the same count. */
export function spentInAll(receiverId: Prisma.Sql, cardToken: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    (SELECT coalesce(sum(bought_cents - returned_cents), 0) FROM card_day WHERE card_day.receiver_id = ${receiverId} AND card_day.card_token = ${cardToken})
    + (SELECT coalesce(sum(amount_cents), 0) FROM authorization_decision
      WHERE authorization_decision.receiver_id = ${receiverId} AND authorization_decision.card_token = ${cardToken} AND is_open)
  )::bigint`;
}

type Row = { token: string } & Record<keyof Spent, bigint>;

/** Reads what was spent with each of a receiver's cards in the present periods, by card. */
export async function readCardSpending(transaction: Transaction, { receiverId }: ReceiverScope, starts: PeriodStarts): Promise<Map<string, Spent>> {
  const since = (start: Date) => spentSince(Prisma.sql`card.receiver_id`, Prisma.sql`card.token`, Prisma.sql`${start}::timestamptz`);
  const rows = await prismaOf(transaction).$queryRaw<Row[]>`
    SELECT token, ${since(starts.day)} AS day, ${since(starts.week)} AS week, ${since(starts.month)} AS month, ${since(starts.year)} AS year,
      ${spentInAll(Prisma.sql`card.receiver_id`, Prisma.sql`card.token`)} AS in_all
    FROM card WHERE receiver_id = ${receiverId}::uuid`;
  return new Map(
    rows.map(({ token, day, week, month, year, in_all }) => [
      token,
      { day: storedCents(day), week: storedCents(week), month: storedCents(month), year: storedCents(year), in_all: storedCents(in_all) },
    ]),
  );
}
