import { utcDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { type Period, wholeDaysOf } from '../../domain/basics/periods.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Reading } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { fromWhere, type Selection } from './activityRows.ts';
import { cardTable, type RowSource, receivableTable, transferTable } from './activityTables.ts';
import { settled } from './statusLists.ts';

/** Which rows a report is about, and what they come to. */

/** The condition for transfers that the bank has settled or staff have entered. */
const settledTransfers = Prisma.sql`status IN ${settled}`;

function all(...conditions: readonly (Prisma.Sql | false)[]): Prisma.Sql {
  return Prisma.join(
    conditions.filter((condition) => condition !== false).map((condition) => Prisma.sql`(${condition})`),
    ' AND ',
  );
}

function createdIn({ start, end }: Period): Prisma.Sql {
  return Prisma.sql`created_at >= ${start} AND created_at < ${end}`;
}

/** The condition for a card transaction to be in a file. */
const filedCards = Prisma.sql`${cardTable.shown} AND NOT (${cardTable.unfiled})`;

/** Selects the transactions of some cards made in a period. */
export function cardsOf(scope: ReceiverScope, { period, cards }: { period: Period; cards: readonly string[] }): Selection {
  return { scope, where: all(filedCards, createdIn(period), Prisma.sql`card_token = ANY(${[...cards]})`) };
}

/**
 * Returns what has been spent with some cards in a period, in cents: purchases less refunds. Whole days are added up from the sums that
 * are kept of each, and only the rest from its rows: to read a million rows takes a fourth of the time of writing them to a file.
 */
export async function sumSpent(reading: Reading, scope: ReceiverScope, { period, cards }: { period: Period; cards: readonly string[] }): Promise<Cents> {
  const days = wholeDaysOf(period) ?? { start: period.end, end: period.end };
  const ofCards = Prisma.sql`receiver_id = ${scope.receiverId}::uuid AND card_token = ANY(${[...cards]})`;
  const [sum] = await prismaOf(reading).$queryRaw<[{ spent_cents: bigint }]>`
    SELECT coalesce(sum(cents), 0)::bigint AS spent_cents FROM (
      SELECT sum(bought_cents - returned_cents) AS cents FROM card_day WHERE ${ofCards} AND made_on >= ${utcDate(days.start)}::date AND made_on < ${utcDate(days.end)}::date
      UNION ALL SELECT sum(amount_cents) FROM card_transaction WHERE ${ofCards} AND is_counted AND created_at >= ${period.start} AND created_at < ${days.start}
      UNION ALL SELECT sum(amount_cents) FROM card_transaction WHERE ${ofCards} AND is_counted AND created_at >= ${days.end} AND created_at < ${period.end}
    ) parts`;
  return storedCents(sum.spent_cents);
}

/** Selects the transfers of a period. `drawn`: only settled debits of the bank. */
export function transfersOf(scope: ReceiverScope, { period, drawn = false }: { period: Period; drawn?: boolean }): Selection {
  return { scope, where: all(transferTable.shown, createdIn(period), drawn && settledTransfers, drawn && Prisma.sql`NOT is_manual`) };
}

/** Selects the receivables of a period. */
export function receivablesOf(scope: ReceiverScope, { period }: { period: Period }): Selection {
  return { scope, where: all(receivableTable.shown, createdIn(period)) };
}

/** The purchases and refunds of a card in a period, in cents; neither amount is negative. */
interface CardSum {
  card_token: string;
  purchases_cents: Cents;
  refunds_cents: Cents;
  count: number;
}

/** Sums a receiver's card transactions of a period by card. A card without any has no sum. */
export async function sumByCard(reading: Reading, scope: ReceiverScope, period: Period): Promise<CardSum[]> {
  const sums = await prismaOf(reading).$queryRaw<{ card_token: string; purchases_cents: bigint; refunds_cents: bigint; count: bigint }[]>`
    SELECT card_token, count(*), coalesce(sum(amount_cents) FILTER (WHERE NOT is_refund), 0)::bigint AS purchases_cents,
      coalesce(-sum(amount_cents) FILTER (WHERE is_refund), 0)::bigint AS refunds_cents
    ${fromWhere(cardTable, { scope, where: all(filedCards, createdIn(period)) })}
    GROUP BY card_token`;
  return sums.map(({ card_token, purchases_cents, refunds_cents, count }) => ({
    card_token,
    purchases_cents: storedCents(purchases_cents),
    refunds_cents: storedCents(refunds_cents),
    count: Number(count),
  }));
}

/** The rows of a selection, counted and summed. */
export interface Sum {
  row_count: number;
  total_cents: Cents;
  /** When the oldest row was made; null without rows. */
  oldest_at: Date | null;
}

/** Counts and sums the rows of a selection. */
export async function sumRows(reading: Reading, source: RowSource, selection: Selection): Promise<Sum> {
  const [sum] = await prismaOf(reading).$queryRaw<[{ row_count: bigint; total_cents: bigint; oldest_at: Date | null }]>`
    SELECT count(*) AS row_count, coalesce(sum(amount_cents), 0)::bigint AS total_cents, min(created_at) AS oldest_at ${fromWhere(source, selection)}`;
  return { row_count: Number(sum.row_count), total_cents: storedCents(sum.total_cents), oldest_at: sum.oldest_at };
}
