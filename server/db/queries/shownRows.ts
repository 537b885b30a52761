import { type CardActivity, cardTransactionType } from '../../domain/activity.ts';
import { cents } from '../../domain/money.ts';
import type { Sort } from '../../domain/table.ts';
import { Prisma, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { allOf, countRows, holds, readSlice } from './activityRows.ts';
import { type ActivityTable, cardTable } from './activityTables.ts';
import { searchCards } from './cardSearch.ts';
import { skipCards } from './cardSkip.ts';

/** What a search in one tab of the transactions table finds. */
export interface FoundRows<Row, Cells extends readonly unknown[]> {
  source: ActivityTable<Row, Cells>;
  scope: ReceiverScope;
  /** The condition of the rows that are shown and were found. */
  where: Prisma.Sql;
  /** How many they are, exactly. */
  total: number;
  /** All rows that are shown were found. */
  isAll: boolean;
}

/** The type's name as the table shows it, for the search. */
const holdsType = (amount: Pick<CardActivity, 'amount_cents'>, term: string) => cardTransactionType(amount).toLowerCase().includes(term);

/** Searches the card transactions that are shown. An empty term finds all. */
export async function findCards(transaction: Transaction, scope: ReceiverScope, term: string) {
  const kept = await transaction.cardTransactionCount.findUnique({ where: { receiver_id: scope.receiverId } });
  const shown = Number(kept?.counted ?? 0);
  const all = { source: cardTable, scope, where: cardTable.shown, total: shown, isAll: true };
  if (term === '') return all;
  const search = { term, purchases: holdsType({ amount_cents: cents(1) }, term), refunds: holdsType({ amount_cents: cents(-1) }, term) };
  const found = await searchCards(transaction, scope, search, shown);
  return found.total === shown ? all : { ...all, where: Prisma.sql`${cardTable.shown} AND ${found.where}`, total: found.total, isAll: false };
}

/** Searches the rows of another tab that are shown. An empty term finds all. */
export async function findRows<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  scope: ReceiverScope,
  source: ActivityTable<Row, Cells>,
  term: string,
): Promise<FoundRows<Row, Cells>> {
  const where = allOf(source.shown, term === '' ? undefined : holds(Prisma.sql`search_text`, term)) ?? source.shown;
  return { source, scope, where, total: await countRows(transaction, source, { scope, where }), isAll: term === '' };
}

/** Of the rows found, those from the `from`-th to the `to`-th, counted from 1, in the order of a sort. */
export async function readFound<Row, Cells extends readonly unknown[]>(
  transaction: Transaction,
  { source, scope, where, total, isAll }: FoundRows<Row, Cells>,
  { sort, from, to }: { sort: Sort; from: number; to: number },
): Promise<Row[]> {
  if (total === 0) return [];
  const before = from - 1;
  const behind = total - to;
  const slice = { sort, backwards: behind < before, offset: Math.min(before, behind), limit: to - before };
  const skip = isAll && source.table === cardTable.table ? await skipCards(transaction, scope, slice) : null;
  if (!skip) return readSlice(transaction, source, { scope, where }, slice);
  return readSlice(transaction, source, { scope, where: Prisma.sql`${where} AND ${skip.from}` }, { ...slice, offset: skip.offset });
}
