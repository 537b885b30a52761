import type { ShopOrderAnswer } from '../../../contract/shopOrder.ts';
import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { SpendingPowerSnapshot } from '../../../db/rows.ts';
import { utcDate } from '../../../domain/basics/dates.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { completionChecklist, isBeforeCard } from '../../../domain/onboarding/onboarding.ts';
import { expectedPayout, orderSpendingPower } from '../../../domain/spendingPower/orderSpendingPower.ts';
import type { SpendingPowerInputs } from '../../../domain/spendingPower/spendingPower.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { readAccount } from '../../ledger/account.ts';
import { onboardingFacts } from '../../onboarding/onboardingFacts.ts';
import { wireReceiver } from '../../receiver/wireReceiver.ts';
import { requestSpendingPower } from '../../spendingPower/requestSpendingPower.ts';
import { runInputs } from '../../spendingPower/storedSpendingPower.ts';
import { summarizeAccount } from '../../spendingPower/summarizeAccount.ts';

/**
 * Returns what an order of the receiver's shop adds to spending power; `not_onboarded` for a merchant who has not
 * finished onboarding or never opened the app, and `hidden` for staff who may see nothing. Throws `not_found` for an order that
 * was not read from this receiver's own shop, `not_ready` when the newest run is damaged, after queuing another, and
 * UnreadableContent when a newer version made it.
 * @param orderId The number of the order at the platform.
 */
export async function readShopOrder(deps: Deps, view: ReceiverView | null, orderId: string): Promise<ShopOrderAnswer> {
  if (view?.hiddenBecause !== undefined) return { state: 'hidden', text: view.hiddenBecause };
  const run = view && (await latestRun(deps, view));
  if (!view || !run || !(await hasOnboarded(deps, view))) return { state: 'not_onboarded' };
  const order = await movementsOf(deps, view, orderId);
  if (order.length === 0) throw new DomainError('not_found');
  const now = deps.clock();
  const { availableSpendPowerCents } = summarizeAccount(deps, await readAccount(deps, deps.database, view.scope, view.receiver), view.receiver);
  const available_cents = Math.max(0, availableSpendPowerCents ?? 0);
  const part = orderSpendingPower(order, await inputsOf(deps, view, run), now);
  if (!part.counts) return { state: 'does_not_count', reason: part.reason, text: part.text, available_cents };
  const payout_on = expectedPayout(order, deps.isBankHoliday);
  return { state: 'counts', adds_cents: part.adds_cents, available_cents, payout_on, is_paid_out: payout_on !== null && payout_on < utcDate(now) };
}

/** Returns the inputs of the newest run. Queues no run on top of one of a newer version: this process could only write the older form. */
async function inputsOf(deps: Deps, { scope }: ReceiverView, run: SpendingPowerSnapshot): Promise<SpendingPowerInputs> {
  const inputs = runInputs(deps, run);
  if (inputs) return inputs;
  await requestSpendingPower(deps, deps.database, scope, 'the run before cannot be read');
  throw new DomainError('not_ready', { reason: 'Spending power is being recalculated. Try again in a moment.' });
}

function latestRun({ database }: Deps, { scope }: ReceiverView): Promise<SpendingPowerSnapshot | null> {
  return databaseOf(database, scope).spendingPowerSnapshot.findFirst({ orderBy: [{ taken_at: 'desc' }, { id: 'desc' }] });
}

async function hasOnboarded(deps: Deps, view: ReceiverView): Promise<boolean> {
  const checklist = completionChecklist(wireReceiver(view.receiver), await onboardingFacts(deps, view));
  return !isBeforeCard(checklist);
}

async function movementsOf({ database }: Deps, { scope }: ReceiverView, order_id: string) {
  const rows = await databaseOf(database, scope).storeTransaction.findMany({ where: { source: 'shopify', order_id } });
  return rows.map((row) => ({ ...row, amount_cents: storedCents(row.amount_cents) }));
}
