import { dayInMs, type IsoDate, startOfDay } from '../../domain/dates.ts';
import { Prisma, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { allOf, countRows, holds } from './activityRows.ts';
import { cardTable } from './activityTables.ts';

/** What a search among the card transactions shown finds: exactly how many rows, and the condition that they fulfil. */
export interface CardsFound {
  total: number;
  where: Prisma.Sql;
}

/** A term, in lower case, and the types whose name holds it. */
export interface CardTerm {
  term: string;
  purchases: boolean;
  refunds: boolean;
}

/** Longer lists of values are not looked up one by one: the rows' own cells are looked at. */
const longestList = 1_000;
const mostRanges = 40;

interface Tallied {
  day_rows: bigint;
  days_made: IsoDate[];
  days_due: IsoDate[];
  merchant_rows: bigint;
  merchants: string[];
  amount_rows: bigint;
  amounts: string[];
}

/** The values in which the term stands and how many rows have one of them: of days and type, of the merchant, of the amount. */
async function searchTallies(transaction: Transaction, { receiverId }: ReceiverScope, { term, purchases, refunds }: CardTerm): Promise<Tallied> {
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid AND counted > 0`;
  const isMade = holds(Prisma.sql`made_on_shown`, term);
  const isDue = holds(Prisma.sql`repayment_date_shown`, term);
  const isMerchant = holds(Prisma.sql`merchant_key`, term);
  // There are many amounts, and most terms can stand in none.
  const isAmount = /^[-$\d,.]+$/.test(term) ? holds(Prisma.sql`amount_shown`, term) : Prisma.sql`false`;
  const rows = (tally: Prisma.Sql, isFound: Prisma.Sql) => Prisma.sql`(SELECT coalesce(sum(counted), 0)::bigint FROM ${tally} WHERE ${own} AND (${isFound}))`;
  const values = (value: Prisma.Sql, tally: Prisma.Sql, isFound: Prisma.Sql) =>
    Prisma.sql`ARRAY(SELECT DISTINCT ${value}::text FROM ${tally} WHERE ${own} AND ${isFound} ORDER BY 1 LIMIT ${longestList + 1})`;
  const days = Prisma.sql`card_tally_day`;
  const merchants = Prisma.sql`card_tally_merchant`;
  const amounts = Prisma.sql`card_tally_amount`;
  const [tallied] = await transaction.$queryRaw<[Tallied]>`
    SELECT
      ${rows(days, Prisma.sql`${isMade} OR ${isDue} OR CASE WHEN is_refund THEN ${refunds}::boolean ELSE ${purchases}::boolean END`)} AS day_rows,
      ${values(Prisma.sql`made_on`, days, isMade)} AS days_made,
      ${values(Prisma.sql`repayment_date`, days, isDue)} AS days_due,
      ${rows(merchants, isMerchant)} AS merchant_rows,
      ${values(Prisma.sql`merchant_key`, merchants, isMerchant)} AS merchants,
      ${rows(amounts, isAmount)} AS amount_rows,
      ${values(Prisma.sql`amount_cents`, amounts, isAmount)} AS amounts`;
  return tallied;
}

/** The days as instants from one to before another, days that follow each other in one. */
function rangesOf(days: readonly IsoDate[]): { start: Date; end: Date }[] {
  const ranges: { start: Date; end: Date }[] = [];
  for (const day of days) {
    const start = startOfDay(day);
    const end = new Date(start.getTime() + dayInMs);
    const last = ranges.at(-1);
    if (last?.end.getTime() === start.getTime()) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}

function madeOnOneOf(days: readonly IsoDate[], term: string): Prisma.Sql {
  const ranges = rangesOf(days);
  if (days.length > longestList || ranges.length > mostRanges) return holds(Prisma.sql`split_part(search_text, E'\n', -2)`, term);
  return Prisma.join(
    ranges.map(({ start, end }) => Prisma.sql`(created_at >= ${start} AND created_at < ${end})`),
    ' OR ',
  );
}

function dayCondition({ days_made, days_due }: Tallied, { term, purchases, refunds }: CardTerm): Prisma.Sql {
  const conditions = [
    ...(days_made.length > 0 ? [madeOnOneOf(days_made, term)] : []),
    ...(days_due.length > 0 ? [Prisma.sql`repayment_date = ANY(${days_due}::date[])`] : []),
    ...(purchases ? [Prisma.sql`NOT is_refund`] : []),
    ...(refunds ? [Prisma.sql`is_refund`] : []),
  ];
  return Prisma.join(conditions, ' OR ');
}

function merchantCondition({ merchants }: Tallied, { term }: CardTerm): Prisma.Sql {
  return merchants.length > longestList ? holds(Prisma.sql`merchant_key`, term) : Prisma.sql`merchant_key = ANY(${merchants})`;
}

function amountCondition({ amounts }: Tallied, { term }: CardTerm): Prisma.Sql {
  return amounts.length > longestList ? holds(Prisma.sql`split_part(search_text, E'\n', -3)`, term) : Prisma.sql`amount_cents = ANY(${amounts}::bigint[])`;
}

/**
 * Searches the card transactions shown, of which there are `shown`. What one kind of value finds is known from the
 * tallies; rows are looked at only where a term stands in values of several kinds, and then those of the rarer ones.
 */
export async function searchCards(transaction: Transaction, scope: ReceiverScope, search: CardTerm, shown: number): Promise<CardsFound> {
  // A term of several lines may stand across cells.
  if (search.term.includes('\n')) {
    const where = holds(Prisma.sql`search_text`, search.term);
    return { where, total: await countRows(transaction, cardTable, { scope, where: allOf(cardTable.shown, where) }) };
  }
  const tallied = await searchTallies(transaction, scope, search);
  const kinds = [
    { rows: Number(tallied.day_rows), where: () => dayCondition(tallied, search) },
    { rows: Number(tallied.merchant_rows), where: () => merchantCondition(tallied, search) },
    { rows: Number(tallied.amount_rows), where: () => amountCondition(tallied, search) },
  ]
    .filter(({ rows }) => rows > 0)
    .sort((one, other) => other.rows - one.rows);
  const [commonest, ...rarer] = kinds.map(({ rows, where }) => ({ rows, where: Prisma.sql`(${where()})` }));
  if (!commonest) return { total: 0, where: Prisma.sql`false` };
  if (commonest.rows === shown) return { total: shown, where: Prisma.sql`true` };
  if (rarer.length === 0) return { total: commonest.rows, where: commonest.where };
  const inRarer = Prisma.join(
    rarer.map(({ where }) => where),
    ' OR ',
  );
  const others = await countRows(transaction, cardTable, { scope, where: Prisma.sql`${cardTable.shown} AND (${inRarer}) AND NOT ${commonest.where}` });
  return { total: commonest.rows + others, where: Prisma.sql`(${commonest.where} OR ${inRarer})` };
}
