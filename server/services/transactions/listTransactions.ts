import type { TransactionsPage } from '../../contract/transactions.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { receivableTable, transferTable } from '../../db/queries/activityTables.ts';
import { type FoundRows, findCards, findRows, readFound } from '../../db/queries/shownRows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { initialSort, pageOf, type Sort, searchTerm, type TabKey, tabs } from '../../domain/table/table.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { wireCard, wireReceivable, wireTransfer } from './wireRows.ts';

/** What a table shows: its tab, what was typed into the search box, the column it is sorted by, if one was chosen, and the way. */
export interface ShownTable {
  tab: TabKey;
  q: string;
  sort?: string | undefined;
  dir: Sort['direction'];
}

export function sortOf({ tab, sort, dir }: ShownTable): Sort {
  return { column: sort ?? initialSort(tabs[tab]).column, direction: dir };
}

async function readPage<Row, Cells extends readonly unknown[], Wire>(
  transaction: Transaction,
  found: FoundRows<Row, Cells>,
  { sort, page: wanted }: { sort: Sort; page: number },
  wire: (row: Row) => Wire,
) {
  const { page, from, to, total } = pageOf(wanted, found.total);
  const rows = await readFound(transaction, found, { sort, from, to });
  return { rows: rows.map(wire), page, from, to, total };
}

/**
 * A page of the transactions table: 25 rows of one tab, searched and sorted over all of them, and exactly how many there
 * are. A page past the last one is the last.
 */
export function listTransactions(
  { database }: Pick<Deps, 'database'>,
  { scope }: Pick<ReceiverView, 'scope'>,
  shown: ShownTable & { page: number },
): Promise<TransactionsPage> {
  const term = searchTerm(shown.q);
  const asked = { sort: sortOf(shown), page: shown.page };
  // What is counted and what is read are of one moment.
  return inTransaction(database, (transaction) => pageOfTab(transaction, scope, { ...asked, tab: shown.tab, term }), { isolationLevel: 'RepeatableRead' });
}

async function pageOfTab(
  transaction: Transaction,
  scope: ReceiverScope,
  { tab, term, ...asked }: { tab: TabKey; term: string; sort: Sort; page: number },
): Promise<TransactionsPage> {
  switch (tab) {
    case 'card':
      return { tab, ...(await readPage(transaction, await findCards(transaction, scope, term), asked, wireCard)) };
    case 'repayments':
      return { tab, ...(await readPage(transaction, await findRows(transaction, scope, transferTable, term), asked, wireTransfer)) };
    case 'receivables':
      return { tab, ...(await readPage(transaction, await findRows(transaction, scope, receivableTable, term), asked, wireReceivable)) };
  }
}
