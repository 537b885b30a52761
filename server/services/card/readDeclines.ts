import type { DeclinedPurchase, DeclineHistory } from '../../contract/declines.ts';
import { countDeclinedPurchases, type DeclinedPurchase as DeclineRow, readDeclinedPurchases } from '../../db/queries/declinedPurchases.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import { declinesOnPage, explainDecline } from '../../domain/card/declines.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** How long, in milliseconds, a decline is shown at the top of home: after that the merchant has long bought elsewhere. */
const recentMs = 3 * dayMs;
const listed = 5;

/** How far back, in milliseconds, the list of all declines goes: 90 times 24 hours, the first instant included. */
const historyMs = 90 * dayMs;

function explain(rows: readonly DeclineRow[]): DeclinedPurchase[] {
  return rows.flatMap(({ result, own_reason, declined_at, ...purchase }) => {
    const decline = explainDecline(result, own_reason);
    return decline ? [{ ...purchase, ...decline, declined_at: declined_at.toISOString() }] : [];
  });
}

/** Returns a receiver's recently declined purchases, newest first, each with its reason in words and what helps. */
export async function readDeclines({ database, clock }: Deps, { scope, holderId }: ReceiverView): Promise<DeclinedPurchase[]> {
  return explain(await readDeclinedPurchases(database, scope, { since: new Date(clock().getTime() - recentMs), limit: listed, holderId }));
}

/** Returns a page of the purchases declined in the last 90 days, newest first, with the number of all of them. */
export async function readDeclineHistory({ database, clock }: Deps, { scope, holderId }: ReceiverView, page: number): Promise<DeclineHistory> {
  const since = new Date(clock().getTime() - historyMs);
  const [rows, total] = await Promise.all([
    readDeclinedPurchases(database, scope, { since, limit: declinesOnPage, skip: (page - 1) * declinesOnPage, holderId }),
    countDeclinedPurchases(database, scope, { since, holderId }),
  ]);
  return { declines: explain(rows), total };
}
