import type { TransactionsPage } from '../../contract/transactions.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { cardTable, receivableTable, transferTable } from '../../db/queries/activityTables.ts';
import { type PageRequest, readPage, type Wanted } from '../../db/queries/shownRows.ts';
import type { IsoDate } from '../../domain/basics/dates.ts';
import { cents } from '../../domain/basics/money.ts';
import type { CategoryGroup } from '../../domain/card/controls/categories.ts';
import type { TableFilters } from '../../domain/table/filters.ts';
import { initialSort, type Page, type Sort, searchTerm, type TabKey, tabs } from '../../domain/table/table.ts';
import { requireWholeView } from '../access/wholeView.ts';
import { readNamedCards, type SeenCards } from '../card/namedCards.ts';
import type { Deps } from '../deps.ts';
import { wireCardOf, wireReceivable, wireTransfer } from './wireRows.ts';

/** The filters as they cross the wire; each may be left out. */
interface WireFilters {
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  min_cents?: number | undefined;
  max_cents?: number | undefined;
  category?: CategoryGroup | undefined;
  merchant?: string | undefined;
  card?: string | undefined;
  holder?: string | undefined;
}

/** A table as a call asks for it: its tab, the text in the search box, the filters, the sorted column, if one was chosen, and the direction. */
export interface AskedTable extends WireFilters {
  tab: TabKey;
  q: string;
  sort?: string | undefined;
  dir: Sort['direction'];
}

/** Returns the order of a table's rows: by the chosen column, or else by the table's first one. */
export function sortOf({ tab, sort, dir }: AskedTable): Sort {
  return { column: sort ?? initialSort(tabs[tab]).column, direction: dir };
}

/** Returns what is looked for: the term of the search and the filters. */
export function wantedOf({ q, from, to, type, status, min_cents, max_cents, category, merchant, card, holder }: AskedTable): Wanted {
  const filters: TableFilters = {
    // The contract has checked that these are days.
    from: (from ?? null) as IsoDate | null,
    to: (to ?? null) as IsoDate | null,
    type: type ?? null,
    status: status ?? null,
    min_cents: min_cents === undefined ? null : cents(min_cents),
    max_cents: max_cents === undefined ? null : cents(max_cents),
    category: category ?? null,
    merchant: merchant ?? null,
    card: card ?? null,
    holder: holder ?? null,
  };
  return { term: searchTerm(q), filters };
}

/**
 * Returns a page of the transactions table: 25 rows of one tab, searched, filtered and sorted over all of them, and their exact
 * number. A page past the last one returns the last. A cardholder gets the purchases with their own cards. Throws `forbidden`
 * when they ask for another tab.
 */
export async function listTransactions({ database }: Pick<Deps, 'database'>, view: SeenCards, shown: AskedTable & { page: number }): Promise<TransactionsPage> {
  if (shown.tab !== 'card') requireWholeView(view);
  const { holderId } = view;
  const wanted = { ...wantedOf(shown), ...(holderId !== undefined && { holderId }), sort: sortOf(shown), page: shown.page };
  // Count and rows must come from the same moment.
  return inTransaction(database, (transaction) => pageOfTab(transaction, view, shown.tab, wanted), { isolationLevel: 'RepeatableRead' });
}

async function pageOfTab(transaction: Transaction, view: SeenCards, tab: TabKey, wanted: PageRequest): Promise<TransactionsPage> {
  const { scope } = view;
  switch (tab) {
    case 'card': {
      const page = await readPage(transaction, cardTable, scope, wanted);
      const cards = await readNamedCards(transaction, view);
      return { ...wirePage(tab, page, wireCardOf(cards)), cards: [...cards] };
    }
    case 'repayments':
      return wirePage(tab, await readPage(transaction, transferTable, scope, wanted), wireTransfer);
    case 'receivables':
      return wirePage(tab, await readPage(transaction, receivableTable, scope, wanted), wireReceivable);
  }
}

function wirePage<Tab extends TabKey, Row, Wire>(tab: Tab, { rows, page, from, to, total }: Page & { rows: Row[] }, wire: (row: Row) => Wire) {
  return { tab, rows: rows.map(wire), page, from, to, total };
}
