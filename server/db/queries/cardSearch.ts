import { dayInMs, type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { from, holds, type Selection } from './activityRows.ts';
import { cardTable } from './activityTables.ts';

/** What a search among the card transactions shown finds. */
export interface CardsFound {
  /** Exactly how many rows. */
  total: number;
  /** Conditions of which each of the rows fulfils one, and only one. */
  parts: Prisma.Sql[];
  /** The days on which all of them were made, where these are known: reading begins there. */
  within?: Prisma.Sql;
}

/** A term, in lower case, and the types whose name holds it. */
export interface CardTerm {
  term: string;
  purchases: boolean;
  refunds: boolean;
}

/** Longer lists of values are not sent there and back: the tally is asked again where the rows are. */
const longestList = 1_000;
/** What is tallied of days and amounts together. */
const isDigit = (term: string) => /^\d$/.test(term);

interface Tallied {
  day_rows: bigint;
  /** The first and the last day on which one of those was made. */
  first_made: IsoDate | null;
  last_made: IsoDate | null;
  days_made: IsoDate[];
  days_due: IsoDate[];
  merchant_rows: bigint;
  merchants: string[];
  amount_rows: bigint;
  amounts: string[];
  /** Of the rows whose amount holds the term, those found by neither day nor type, where that is tallied. */
  other_amount_rows: bigint | null;
}

/** The values in which the term stands and how many rows have one of them: of days and type, of the merchant, of the amount. */
async function searchTallies(transaction: Transaction, { receiverId }: ReceiverScope, { term, purchases, refunds }: CardTerm): Promise<Tallied> {
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid AND counted > 0`;
  const isMade = holds(Prisma.sql`made_on_shown`, term);
  const isDue = holds(Prisma.sql`repayment_date_shown`, term);
  const isOfDay = Prisma.sql`(${isMade} OR ${isDue} OR CASE WHEN is_refund THEN ${refunds}::boolean ELSE ${purchases}::boolean END)`;
  const isMerchant = holds(Prisma.sql`merchant_key`, term);
  // There are many amounts, and most terms can stand in none.
  const isAmount = /^[-$\d,.]+$/.test(term) ? holds(Prisma.sql`amount_shown`, term) : Prisma.sql`false`;
  const rows = (tally: Prisma.Sql, isFound: Prisma.Sql) => Prisma.sql`(SELECT coalesce(sum(counted), 0)::bigint FROM ${tally} WHERE ${own} AND ${isFound})`;
  const daysOf = (value: Prisma.Sql, isFound: Prisma.Sql) =>
    Prisma.sql`ARRAY(SELECT DISTINCT ${value}::text FROM card_tally_day WHERE ${own} AND ${isFound} ORDER BY 1)`;
  const valuesOf = (value: Prisma.Sql, tally: Prisma.Sql, isFound: Prisma.Sql) =>
    Prisma.sql`ARRAY(SELECT ${value}::text FROM ${tally} WHERE ${own} AND ${isFound} LIMIT ${longestList + 1})`;
  const days = Prisma.sql`card_tally_day`;
  const merchants = Prisma.sql`card_tally_merchant`;
  const amounts = Prisma.sql`card_tally_amount`;
  const withDigit = Prisma.sql`FROM card_tally_digit tally JOIN card_tally_day USING (receiver_id, made_on, repayment_date, is_refund)
    WHERE receiver_id = ${receiverId}::uuid AND digit = ${term}`;
  const [tallied] = await prismaOf(transaction).$queryRaw<[Tallied]>`
    SELECT
      ${rows(days, isOfDay)} AS day_rows,
      (SELECT min(made_on)::text FROM card_tally_day WHERE ${own} AND ${isOfDay}) AS first_made,
      (SELECT max(made_on)::text FROM card_tally_day WHERE ${own} AND ${isOfDay}) AS last_made,
      ${daysOf(Prisma.sql`made_on`, isMade)} AS days_made,
      ${daysOf(Prisma.sql`repayment_date`, isDue)} AS days_due,
      ${rows(merchants, isMerchant)} AS merchant_rows,
      ${valuesOf(Prisma.sql`merchant_key`, merchants, isMerchant)} AS merchants,
      ${isDigit(term) ? Prisma.sql`(SELECT coalesce(sum(tally.counted), 0)::bigint ${withDigit})` : rows(amounts, isAmount)} AS amount_rows,
      ${valuesOf(Prisma.sql`amount_cents`, amounts, isAmount)} AS amounts,
      ${isDigit(term) ? Prisma.sql`(SELECT coalesce(sum(tally.counted), 0)::bigint ${withDigit} AND NOT ${isOfDay})` : Prisma.sql`NULL::bigint`} AS other_amount_rows`;
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

/** Few ranges can be looked up in an index; of many each row's day is compared. */
const mostRanges = 40;

function madeOnOneOf(days: readonly IsoDate[]): Prisma.Sql {
  const ranges = rangesOf(days);
  if (ranges.length > mostRanges) return Prisma.sql`(created_at AT TIME ZONE 'UTC')::date = ANY(${days}::date[])`;
  return Prisma.join(
    ranges.map(({ start, end }) => Prisma.sql`(created_at >= ${start} AND created_at < ${end})`),
    ' OR ',
  );
}

const madeBetween = (first: IsoDate, last: IsoDate) =>
  Prisma.sql`created_at >= ${startOfDay(first)} AND created_at < ${new Date(startOfDay(last).getTime() + dayInMs)}`;

/** The type is said by the sign as well, so that it can be looked up in the order of the amounts too. */
function dayConditions({ days_made, days_due }: Tallied, { purchases, refunds }: CardTerm): Prisma.Sql[] {
  return [
    ...(days_made.length > 0 ? [madeOnOneOf(days_made)] : []),
    ...(days_due.length > 0 ? [Prisma.sql`repayment_date = ANY(${days_due}::date[])`] : []),
    ...(purchases ? [Prisma.sql`NOT is_refund AND amount_cents >= 0`] : []),
    ...(refunds ? [Prisma.sql`is_refund AND amount_cents < 0`] : []),
  ];
}

function merchantCondition({ merchants }: Tallied, { term }: CardTerm): Prisma.Sql {
  return merchants.length > longestList ? holds(Prisma.sql`merchant_key`, term) : Prisma.sql`merchant_key = ANY(${merchants})`;
}

function amountCondition({ amounts }: Tallied, { receiverId }: ReceiverScope, { term }: CardTerm): Prisma.Sql {
  if (amounts.length <= longestList) return Prisma.sql`amount_cents = ANY(${amounts}::bigint[])`;
  return Prisma.sql`amount_cents IN (
    SELECT amount_cents FROM card_tally_amount WHERE receiver_id = ${receiverId}::uuid AND ${holds(Prisma.sql`amount_shown`, term)})`;
}

/** The conditions so that no row fulfils two of them, and every row that fulfilled one still does. */
function apart(conditions: readonly Prisma.Sql[]): Prisma.Sql[] {
  return conditions.map((condition, place) => {
    const before = conditions.slice(0, place).map((other) => Prisma.sql`AND NOT (${other})`);
    return before.length === 0 ? Prisma.sql`(${condition})` : Prisma.sql`(${condition}) ${Prisma.join(before, ' ')}`;
  });
}

/**
 * Searches the card transactions shown, of which there are `shown`. How many rows one kind of value finds is known from
 * the tallies; rows are counted only where a term stands in values of several kinds, and then those of the rarer ones.
 */
export async function searchCards(transaction: Transaction, scope: ReceiverScope, search: CardTerm, shown: number): Promise<CardsFound> {
  // A term of several lines may stand across cells.
  if (search.term.includes('\n')) {
    const parts = [holds(Prisma.sql`search_text`, search.term)];
    return { parts, total: await countParts(transaction, scope, parts) };
  }
  const tallied = await searchTallies(transaction, scope, search);
  const kinds = kindsOf(tallied, scope, search)
    .filter(({ rows }) => rows > 0)
    .sort((one, other) => other.rows - one.rows);
  const [commonest, ...rarer] = kinds;
  if (!commonest) return { total: 0, parts: [Prisma.sql`false`] };
  if (commonest.rows === shown) return { total: shown, parts: [Prisma.sql`true`] };
  const conditions = commonest.conditions();
  const parts = apart([...conditions, ...rarer.flatMap((kind) => kind.conditions())]);
  const others = await countParts(transaction, scope, parts.slice(conditions.length));
  return { total: commonest.rows + others, parts, ...(rarer.length === 0 ? commonest.within : {}) };
}

/** Values of one kind, or of several that are tallied together: how many rows have one of them, and which rows do. */
interface Kind {
  rows: number;
  conditions: () => Prisma.Sql[];
  /** Where all of them lie. */
  within?: { within: Prisma.Sql };
}

function kindsOf(tallied: Tallied, scope: ReceiverScope, search: CardTerm): Kind[] {
  const { first_made, last_made, other_amount_rows } = tallied;
  const ofDays = () => dayConditions(tallied, search);
  const ofAmounts = () => [amountCondition(tallied, scope, search)];
  const merchants: Kind = { rows: Number(tallied.merchant_rows), conditions: () => [merchantCondition(tallied, search)] };
  if (other_amount_rows !== null && other_amount_rows > 0n) {
    return [{ rows: Number(tallied.day_rows + other_amount_rows), conditions: () => [...ofDays(), ...ofAmounts()] }, merchants];
  }
  const within = first_made && last_made ? { within: { within: madeBetween(first_made, last_made) } } : {};
  return [{ rows: Number(tallied.day_rows), conditions: ofDays, ...within }, merchants, { rows: Number(tallied.amount_rows), conditions: ofAmounts }];
}

/** Put in order only after all were found, each part by the index that finds it best. */
const mostGathered = 100_000;

/** The rows that were found, and `FROM …` them with what they are put in order by. */
export function foundCards(scope: ReceiverScope, { total, parts, within }: CardsFound): { selection: Selection; rows: Prisma.Sql } {
  const select = (where: Prisma.Sql): Selection => ({ scope, where: Prisma.sql`${cardTable.shown} AND ${where}` });
  const anyPart = Prisma.join(
    parts.map((part) => Prisma.sql`(${part})`),
    ' OR ',
  );
  const selection = select(within ? Prisma.sql`${within} AND (${anyPart})` : Prisma.sql`(${anyPart})`);
  if (total > mostGathered) return { selection, rows: from(cardTable, selection) };
  const columns = Prisma.sql`receiver_id, token, created_at, is_refund, merchant_key, amount_cents, repayment_date`;
  const gathered = Prisma.join(
    parts.map((part) => Prisma.sql`SELECT ${columns} ${from(cardTable, select(part))}`),
    ' UNION ALL ',
  );
  // OFFSET 0 keeps the planner from finding them in the order that is wanted, which it takes to be quicker than it is.
  return { selection, rows: Prisma.sql`FROM (${gathered} OFFSET 0) found` };
}

/** How many rows fulfil one of some conditions of which none fulfils two. */
async function countParts(transaction: Transaction, scope: ReceiverScope, parts: readonly Prisma.Sql[]): Promise<number> {
  if (parts.length === 0) return 0;
  const counts = parts.map((where) => Prisma.sql`(SELECT count(*) ${from(cardTable, { scope, where: Prisma.sql`${cardTable.shown} AND ${where}` })})`);
  const [found] = await prismaOf(transaction).$queryRaw<[{ total: bigint }]>`SELECT ${Prisma.join(counts, ' + ')} AS total`;
  return Number(found.total);
}
