import { negate } from '../../domain/basics/money.ts';
import { type CategoryGroup, codesOfCategory, listedCodes } from '../../domain/card/controls/categories.ts';
import { hasFilters, ownerAsHolder, type TableFilters } from '../../domain/table/filters.ts';
import { type Page, pageSize, type Sort, tablePage } from '../../domain/table/table.ts';
import { Prisma, prismaOf, type Reading, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { containsTerm, fromWhere, orderBy, type Selection } from './activityRows.ts';
import type { ActivityTable, RowSource } from './activityTables.ts';

/** The search and filters of a tab. The term is made by `searchTerm`; an empty one finds all rows. */
export interface Wanted {
  term: string;
  filters: TableFilters;
  /** The member of the team by whose cards purchases were made; left out for all. Only rows of purchases have a card. */
  holderId?: string;
  /** For a file, which leaves out rows that the table shows. */
  isFile?: boolean;
}

/** A requested page of a tab. */
export interface PageRequest extends Wanted {
  sort: Sort;
  /** From 1; a page past the last one becomes the last. */
  page: number;
}

/** Selects the shown rows of a tab that contain a term and pass the filters. */
export function matchingRows(source: RowSource, scope: ReceiverScope, { term, filters, holderId, isFile = false }: Wanted): Selection {
  const conditions = [source.shown, ...filterConditions(source, scope, filters)];
  if (isFile) conditions.push(Prisma.sql`NOT (${source.unfiled})`);
  if (holderId !== undefined) conditions.push(ofHolder(scope, holderId));
  if (term !== '') conditions.push(containsTerm(Prisma.sql`search_text`, term));
  return { scope, where: Prisma.join(conditions, ' AND ') };
}

/** Returns the conditions of filters. A refund passes by what came back, so each bound of the amount is one of either sign. */
function filterConditions(
  { hasStatus, hasType }: RowSource,
  scope: ReceiverScope,
  { from, to, type, status, min_cents: min, max_cents: max, category, merchant, card, holder }: TableFilters,
): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (from !== null) conditions.push(Prisma.sql`created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== null) conditions.push(Prisma.sql`created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  if (type !== null) conditions.push(hasType(type));
  if (status !== null) conditions.push(hasStatus(status));
  if (min !== null) conditions.push(Prisma.sql`(amount_cents >= ${min}::bigint OR amount_cents <= ${negate(min)}::bigint)`);
  if (max !== null) conditions.push(Prisma.sql`amount_cents BETWEEN ${negate(max)}::bigint AND ${max}::bigint`);
  if (category !== null) conditions.push(ofCategory(category));
  if (merchant !== null) conditions.push(Prisma.sql`merchant = ${merchant}`);
  if (card !== null) conditions.push(Prisma.sql`card_token = ANY(${card.split(',')})`);
  if (holder !== null) conditions.push(ofHolder(scope, holder === ownerAsHolder ? null : holder));
  return conditions;
}

function ofCategory(category: CategoryGroup): Prisma.Sql {
  const codes = codesOfCategory(category);
  return codes === null
    ? Prisma.sql`(merchant_category_code IS NULL OR merchant_category_code <> ALL(${listedCodes()}))`
    : Prisma.sql`merchant_category_code = ANY(${codes})`;
}

/** Returns the condition for a purchase to be made with a card that a member of the team holds now; null stands for the owner. */
export function ofHolder({ receiverId }: ReceiverScope, holderId: string | null): Prisma.Sql {
  const isHeld = holderId === null ? Prisma.sql`card.holder_id IS NULL` : Prisma.sql`card.holder_id = ${holderId}::uuid`;
  return Prisma.sql`card_token IN (SELECT card.token FROM card WHERE card.receiver_id = ${receiverId}::uuid AND ${isHeld})`;
}

const isEverything = ({ term, filters, holderId }: Wanted): boolean => term === '' && holderId === undefined && !hasFilters(filters);

/** Counts the rows of a tab that contain a term and pass the filters, exactly. */
export async function countMatches(reading: Reading, source: RowSource, scope: ReceiverScope, wanted: Wanted): Promise<number> {
  const matching = (where: Prisma.Sql | undefined) => Prisma.sql`SELECT count(*) AS total ${fromWhere(source, { scope, where })}`;
  const counted = isEverything(wanted)
    ? Prisma.sql`SELECT (${source.total(scope.receiverId)}) - (${wanted.isFile ? matching(Prisma.sql`${source.shown} AND ${source.unfiled}`) : Prisma.sql`0`}) AS total`
    : matching(matchingRows(source, scope, wanted).where);
  const [found] = await prismaOf(reading).$queryRaw<[{ total: bigint }]>(counted);
  return Number(found.total);
}

/** Reads a page of the rows of a tab that contain a term and pass the filters, in the order of a sort. */
export async function readPage<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  source: ActivityTable<Row, Cells>,
  scope: ReceiverScope,
  wanted: PageRequest,
): Promise<Page & { rows: Row[] }> {
  const { sort, page } = wanted;
  if (isEverything(wanted)) {
    const place = tablePage(page, await countMatches(transaction, source, scope, wanted));
    return { ...place, rows: await readSlice(transaction, source, { scope, sort, ...place }) };
  }
  const { total, rows } = await search(transaction, source, scope, wanted);
  const place = tablePage(page, total);
  const isThere = place.page === page || total === 0;
  return { ...place, rows: isThere ? rows : (await search(transaction, source, scope, { ...wanted, page: place.page })).rows };
}

/**
 * Reads a slice of all shown rows from the index in the order of the sort, starting at the nearer end. Skipped rows are
 * skipped in the index; only the slice's rows are read from the table.
 */
async function readSlice<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  source: ActivityTable<Row, Cells>,
  { scope, sort, from: first, to, total }: Pick<Page, 'from' | 'to' | 'total'> & { scope: ReceiverScope; sort: Sort },
): Promise<Row[]> {
  if (total === 0) return [];
  const { table, shown, primaryKey, cells, read } = source;
  const [before, behind] = [first - 1, total - to];
  const backwards = behind < before;
  const found = await prismaOf(transaction).$queryRaw<{ cells: Cells }[]>`
    SELECT json_build_array(${cells}) AS cells
    FROM (
      SELECT receiver_id, ${primaryKey} ${fromWhere(source, { scope, where: shown })}
      ${orderBy(source, sort, { backwards })} LIMIT ${to - before} OFFSET ${Math.min(before, behind)}
    ) page
    JOIN ${table} USING (receiver_id, ${primaryKey})
    ${orderBy(source, sort)}`;
  return found.map((row) => read(row.cells));
}

/** Finds the rows that match once, counts them, and reads a page of them; a page past the last one has no rows. */
async function search<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  source: ActivityTable<Row, Cells>,
  scope: ReceiverScope,
  wanted: PageRequest,
): Promise<{ total: number; rows: Row[] }> {
  const { sort, page } = wanted;
  const { table, primaryKey, cells, read } = source;
  const key = source.keys[sort.column]?.value;
  const sortKey = key ? { key: Prisma.sql`sort_key` } : {};
  const [found] = await prismaOf(transaction).$queryRaw<[{ total: bigint; rows: Cells[] }]>`
    WITH found AS (
      SELECT ${primaryKey}, created_at, ${key ?? Prisma.sql`NULL`} AS sort_key ${fromWhere(source, matchingRows(source, scope, wanted))}
    ), page AS (
      SELECT ${primaryKey} FROM found ${orderBy(source, sort, sortKey)} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}::bigint
    )
    SELECT (SELECT count(*) FROM found) AS total, (
      SELECT coalesce(json_agg(json_build_array(${cells}) ${orderBy(source, sort)}), '[]')
      FROM page JOIN ${table} USING (${primaryKey}) WHERE receiver_id = ${scope.receiverId}::uuid
    ) AS rows`;
  return { total: Number(found.total), rows: found.rows.map(read) };
}
