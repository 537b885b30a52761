import type { Cents } from '../../domain/basics/money.ts';
import type { Spent } from '../../domain/card/controls/firstFailingControl.ts';
import type { PeriodStarts } from '../../domain/card/controls/periods.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** When the present periods began, by the key of the program; `otherwise` names the one for a key that is not among them. */
export interface StartsByProgram {
  starts: Readonly<Record<string, PeriodStarts>>;
  otherwise: string;
}

/** The sums of a card by period, as JSON gives them. */
export type SpentRow = Readonly<Record<keyof Spent, number>>;

/** Returns the SQL of the starts that `spentOfCard` takes, for a receiver's program. */
export const startsOf = (starts: Prisma.Sql, otherwise: Prisma.Sql, whitelabel: Prisma.Sql) =>
  Prisma.sql`coalesce(${starts} -> ${whitelabel}, ${starts} -> ${otherwise})`;

/**
 * Returns the SQL of what a card has spent by period, as a JSON object: its counted transactions and its open approvals. A
 * period begins inside a UTC day at most: the days after it are summed by the day, its own day by the transaction.
 */
export function spentOfCard(receiverId: Prisma.Sql, cardToken: Prisma.Sql, starts: Prisma.Sql): Prisma.Sql {
  const day = Prisma.sql`(start AT TIME ZONE 'UTC')::date`;
  return Prisma.sql`(
    SELECT json_object_agg(period, greatest(0,
      coalesce((SELECT sum(bought_cents - returned_cents) FROM card_day
        WHERE receiver_id = ${receiverId} AND card_token = ${cardToken} AND made_on > ${day}), 0)
      + coalesce((SELECT sum(amount_cents) FROM card_transaction
        WHERE receiver_id = ${receiverId} AND card_token = ${cardToken} AND is_counted
          AND created_at >= start AND created_at < (${day} + 1)::timestamp AT TIME ZONE 'UTC'), 0)
      + coalesce((SELECT sum(amount_cents) FROM authorization_decision
        WHERE receiver_id = ${receiverId} AND card_token = ${cardToken} AND is_open AND decided_at >= start), 0)))
    FROM (
      SELECT key AS period, value::timestamptz AS start FROM jsonb_each_text(${starts})
      UNION ALL SELECT 'in_all', '1970-01-01T00:00:00Z'
    ) period)`;
}

export function spentOfRow({ day, week, month, year, in_all }: SpentRow): Spent {
  const inCents = (sum: number): Cents => storedCents(BigInt(sum));
  return { day: inCents(day), week: inCents(week), month: inCents(month), year: inCents(year), in_all: inCents(in_all) };
}

/** Returns what each card of a receiver has spent in the present periods and in all, in cents, by the card's token. */
export async function readSpentOfCards(transaction: Transaction, { receiverId }: ReceiverScope, starts: PeriodStarts): Promise<ReadonlyMap<string, Spent>> {
  const spent = spentOfCard(Prisma.sql`card.receiver_id`, Prisma.sql`card.token`, Prisma.sql`${JSON.stringify(starts)}::jsonb`);
  const rows = await prismaOf(transaction).$queryRaw<{ token: string; spent: SpentRow }[]>`
    SELECT token, ${spent} AS spent FROM card WHERE receiver_id = ${receiverId}::uuid`;
  return new Map(rows.map((row) => [row.token, spentOfRow(row.spent)]));
}
