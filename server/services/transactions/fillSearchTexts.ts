import { inTransaction } from '../../db/database.ts';
import { type ActivityTable, cardTable, receivableTable, transferTable } from '../../db/queries/activityTables.ts';
import { fillPage, receiversToFill } from '../../db/queries/searchTexts.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { searchText, type Tab, tabs } from '../../domain/table/table.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { jobsOf, planInPages } from '../planning/planInPages.ts';

/** Queues one job per receiver with rows whose search text has an older version. */
export async function planSearchTexts(deps: Pick<Deps, 'database' | 'queue' | 'log'>, run: JobRun): Promise<void> {
  await planInPages(deps, run, {
    planner: 'plan-search-texts',
    async queuePage(transaction, after) {
      const ids = await receiversToFill(transaction, after);
      await deps.queue.sendMany('fill-search-texts', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Updates the search text of all of a receiver's rows that have an older version of it, page by page. Each page is
 * committed by itself, so an interrupted run can be continued, and a second run finds nothing to do.
 */
export async function fillSearchTexts({ database }: Pick<Deps, 'database'>, scope: ReceiverScope, signal: AbortSignal): Promise<void> {
  await fillTab(tabs.card, cardTable);
  await fillTab(tabs.repayments, transferTable);
  await fillTab(tabs.receivables, receivableTable);

  async function fillTab<Row extends { id: string }, Cells extends readonly unknown[]>(tab: Tab<Row>, source: ActivityTable<Row, Cells>): Promise<void> {
    const write = (row: Row) => searchText(tab, row);
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const from: string | null = after;
      after = await inTransaction(database, (transaction) => fillPage(transaction, scope, source, { after: from, write }));
    } while (after !== null);
  }
}
