import type { Period } from '../../domain/basics/periods.ts';
import { failedStatuses } from '../../domain/reports/accounting.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { fromWhere, type Selection } from './activityRows.ts';
import { cardTable, type RowSource, receivableTable, transferTable } from './activityTables.ts';

/** Which rows a report is about, and what they come to. What has not yet settled is left out where `settled` says so. */

/** The condition for card rows on statements: approved and settled. */
const settledCards = Prisma.sql`status = 'SETTLED' AND result = 'APPROVED'`;
/** The condition for transfers that the bank has settled or staff have entered. */
const settledTransfers = Prisma.sql`status IN ('settled', 'funds_available')`;

function all(...conditions: readonly (Prisma.Sql | false)[]): Prisma.Sql {
  return Prisma.join(
    conditions.filter((condition) => condition !== false).map((condition) => Prisma.sql`(${condition})`),
    ' AND ',
  );
}

function createdIn({ start, end }: Period): Prisma.Sql {
  return Prisma.sql`created_at >= ${start} AND created_at < ${end}`;
}

export function cardsOf(scope: ReceiverScope, { period, cards, settled = false }: { period: Period; cards?: readonly string[]; settled?: boolean }): Selection {
  const ofCards = cards !== undefined && Prisma.sql`card_token = ANY(${[...cards]})`;
  return { scope, where: all(cardTable.shown, createdIn(period), ofCards, settled && settledCards) };
}

/** Selects the transfers of a period. `drawn`: only those from the bank, not those entered by staff. */
export function transfersOf(
  scope: ReceiverScope,
  { period, settled = false, drawn = false }: { period: Period; settled?: boolean; drawn?: boolean },
): Selection {
  return { scope, where: all(transferTable.shown, createdIn(period), settled && settledTransfers, drawn && Prisma.sql`NOT is_manual`) };
}

export function receivablesOf(scope: ReceiverScope, { period }: { period: Period }): Selection {
  return { scope, where: all(receivableTable.shown, createdIn(period)) };
}

/** The rows of an accounting import: all that moved or will move money, or only what has settled. */
export interface Imported {
  period: Period;
  onlySettled: boolean;
  /** Includes rows from before the period that had not settled at this instant. */
  knownAt: Date | null;
}

/**
 * Selects an import's settled rows. Leaves out zero amounts, which accounting software refuses, and, with `knownAt`,
 * what settles after the period: the next import brings it.
 */
function imported(settled: Prisma.Sql, { period, knownAt }: Imported): Prisma.Sql {
  if (knownAt === null) return all(createdIn(period), settled, Prisma.sql`amount_cents <> 0`);
  const isNew = Prisma.sql`created_at >= ${period.start} OR settled_at >= ${knownAt}`;
  return all(Prisma.sql`created_at < ${period.end}`, Prisma.sql`settled_at < ${period.end}`, isNew, settled, Prisma.sql`amount_cents <> 0`);
}

export function importedCards(scope: ReceiverScope, wanted: Imported): Selection {
  return { scope, where: all(cardTable.shown, wanted.onlySettled ? imported(settledCards, wanted) : createdIn(wanted.period)) };
}

export function importedTransfers(scope: ReceiverScope, wanted: Imported): Selection {
  const hasNotFailed = Prisma.sql`status <> ALL(${[...failedStatuses]})`;
  return { scope, where: all(transferTable.shown, wanted.onlySettled ? imported(settledTransfers, wanted) : all(createdIn(wanted.period), hasNotFailed)) };
}

export interface Sum {
  row_count: number;
  total_cents: ReturnType<typeof storedCents>;
  oldest_at: Date | null;
}

export async function sumRows(transaction: Transaction, source: RowSource, selection: Selection): Promise<Sum> {
  const [sum] = await prismaOf(transaction).$queryRaw<[{ row_count: bigint; total_cents: bigint; oldest_at: Date | null }]>`
    SELECT count(*) AS row_count, coalesce(sum(amount_cents), 0)::bigint AS total_cents, min(created_at) AS oldest_at ${fromWhere(source, selection)}`;
  return { row_count: Number(sum.row_count), total_cents: storedCents(sum.total_cents), oldest_at: sum.oldest_at };
}
