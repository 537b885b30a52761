import { cents } from '../../domain/basics/money.ts';
import { type CardActivity, cardTransactionType } from '../../domain/table/activity.ts';
import type { Sort } from '../../domain/table/table.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { countRows, from, holds, readSlice, type Selection, type Slice } from './activityRows.ts';
import { type ActivityTable, cardTable } from './activityTables.ts';
import { foundCards, searchCards } from './cardSearch.ts';
import { skipCards } from './cardSkip.ts';

/** What a search in one tab of the transactions table finds. */
export interface FoundRows<Row, Cells extends readonly unknown[]> {
  source: ActivityTable<Row, Cells>;
  /** The rows that are shown and were found. */
  selection: Selection;
  /** `FROM …` them, as slices are read best. */
  rows: Prisma.Sql;
  /** How many they are, exactly. */
  total: number;
  /** A shorter way to a slice far from both ends. */
  skip?: (transaction: Transaction, slice: Slice) => Promise<{ rows: Prisma.Sql; offset: number } | null>;
}

/** Whether the name of a type, as the table shows it, holds the term. */
const holdsType = (amount: Pick<CardActivity, 'amount_cents'>, term: string) => cardTransactionType(amount).toLowerCase().includes(term);

/** Searches the card transactions that are shown. An empty term finds all. */
export async function findCards(transaction: Transaction, scope: ReceiverScope, term: string) {
  const shown = await countShownCards(transaction, scope);
  if (term === '') return allCards(scope, shown);
  const search = { term, purchases: holdsType({ amount_cents: cents(1) }, term), refunds: holdsType({ amount_cents: cents(-1) }, term) };
  const found = await searchCards(transaction, scope, search, shown);
  if (found.total === shown) return allCards(scope, shown);
  return { source: cardTable, ...foundCards(scope, found), total: found.total };
}

/** Kept by the database as rows are added. What the planner takes these queries to cost is far above what they do: compiling them would take longer. */
async function countShownCards(transaction: Transaction, { receiverId }: ReceiverScope): Promise<number> {
  const [kept] = await prismaOf(transaction).$queryRaw<{ counted: bigint }[]>`
    SELECT counted, set_config('jit', 'off', true) FROM card_transaction_count WHERE receiver_id = ${receiverId}::uuid`;
  return Number(kept?.counted ?? 0);
}

function allCards(scope: ReceiverScope, total: number) {
  const source = cardTable;
  const selection = { scope, where: source.shown };
  return {
    source,
    selection,
    rows: from(source, selection),
    total,
    skip: async (transaction: Transaction, slice: Slice) => {
      const skip = await skipCards(transaction, scope, slice);
      return skip && { rows: from(source, { scope, where: Prisma.sql`${source.shown} AND ${skip.from}` }), offset: skip.offset };
    },
  };
}

/** Searches the rows of another tab that are shown. An empty term finds all. */
export async function findRows<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  scope: ReceiverScope,
  source: ActivityTable<Row, Cells>,
  term: string,
): Promise<FoundRows<Row, Cells>> {
  const selection = { scope, where: term === '' ? source.shown : Prisma.sql`${source.shown} AND ${holds(Prisma.sql`search_text`, term)}` };
  return { source, selection, rows: from(source, selection), total: await countRows(transaction, source, selection) };
}

/** Of the rows found, those from the `from`-th to the `to`-th, counted from 1, in the order of a sort. */
export async function readFound<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  { source, rows, total, skip }: FoundRows<Row, Cells>,
  { sort, from: first, to }: { sort: Sort; from: number; to: number },
): Promise<Row[]> {
  if (total === 0) return [];
  const before = first - 1;
  const behind = total - to;
  const slice = { sort, backwards: behind < before, offset: Math.min(before, behind), limit: to - before };
  const skipped = (await skip?.(transaction, slice)) ?? { rows, offset: slice.offset };
  return readSlice(transaction, source, skipped.rows, { ...slice, offset: skipped.offset });
}
