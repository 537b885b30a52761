import type { DeclinedPurchase } from '../../contract/declines.ts';
import { readDeclinedPurchases } from '../../db/queries/declinedPurchases.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import { explainDecline } from '../../domain/card/declines.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** How long, in milliseconds, a decline is shown: after that the merchant has long bought elsewhere. */
const recentMs = 3 * dayMs;
const listed = 5;

/** Returns a receiver's recently declined purchases, newest first, each with its reason in words and what helps. */
export async function readDeclines({ database, clock }: Deps, { scope }: ReceiverView): Promise<DeclinedPurchase[]> {
  const purchases = await readDeclinedPurchases(database, scope, { since: new Date(clock().getTime() - recentMs), limit: listed });
  return purchases.flatMap(({ result, own_reason, declined_at, ...purchase }) => {
    const decline = explainDecline(result, own_reason);
    return decline ? [{ ...purchase, ...decline, declined_at: declined_at.toISOString() }] : [];
  });
}
