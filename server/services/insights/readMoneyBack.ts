import type { MoneyBackAnswer } from '../../contract/insights.ts';
import { cardTable, transferTable } from '../../db/queries/activityTables.ts';
import { sumRows } from '../../db/queries/reportRows.ts';
import { matchingRows } from '../../db/queries/shownRows.ts';
import { negate } from '../../domain/basics/money.ts';
import { cashbackRows, openRefundRows } from '../../domain/insights/moneyBack.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Returns the cashback earned to date and the refunds that are open: sums of the very rows that the transactions page shows for them. */
export async function readMoneyBack({ database }: Pick<Deps, 'database'>, { scope }: Pick<ReceiverView, 'scope'>): Promise<MoneyBackAnswer> {
  const cashback = await sumRows(database, transferTable, matchingRows(transferTable, scope, { term: '', filters: cashbackRows }));
  const refunds = await sumRows(database, cardTable, matchingRows(cardTable, scope, { term: '', filters: openRefundRows }));
  return {
    cashback: { total_cents: cashback.total_cents, count: cashback.row_count },
    open_refunds: { total_cents: negate(refunds.total_cents), count: refunds.row_count },
  };
}
