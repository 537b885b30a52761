import type { DeclinedPurchase, DeclineHistory } from '../../contract/declines.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { countDeclinedPurchases, type DeclinedPurchase as DeclineRow, readDeclinedPurchases } from '../../db/queries/declinedPurchases.ts';
import { can } from '../../domain/access/access.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import { limitKinds, noControls } from '../../domain/card/controls/controls.ts';
import type { ControlDetail } from '../../domain/card/controls/firstFailingControl.ts';
import { isLifted } from '../../domain/card/controls/isLifted.ts';
import { type ControlsInForce, controlsInForce } from '../../domain/card/controls/raises.ts';
import { suggestedRaise } from '../../domain/card/controls/suggestedRaise.ts';
import { declinesOnPage, explainDecline } from '../../domain/card/declines.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { requireSeenCard } from '../cards/presentCards.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';
import { controlDetailJson, controlsJson, storedRaise } from './storedControls.ts';

/** How long, in milliseconds, a decline is shown at the top of home: after that the merchant has long bought elsewhere. */
const recentMs = 3 * dayMs;
const listed = 5;

/** How far back, in milliseconds, the list of all declines goes: 90 times 24 hours, the first instant included. */
const historyMs = 90 * dayMs;

/** Returns a receiver's recently declined purchases, newest first, each with its reason in words and what helps. */
export async function readDeclines(deps: Deps, caller: Caller, view: ReceiverView): Promise<DeclinedPurchase[]> {
  const rows = await readDeclinedPurchases(deps.database, view.scope, {
    since: new Date(deps.clock().getTime() - recentMs),
    limit: listed,
    holderId: view.holderId,
  });
  return explain(deps, rows, { caller, view });
}

interface AskedHistory {
  caller: Caller;
  view: ReceiverView;
  /** From 1. */
  page: number;
  /** The token of the one card that is asked about; undefined for all that the caller sees. */
  card: string | undefined;
}

/**
 * Returns a page of the purchases declined in the last 90 days, newest first, with the number of all of them. Throws `not_found` for a
 * card that the caller does not see.
 */
export async function readDeclineHistory(deps: Deps, { caller, view, page, card }: AskedHistory): Promise<DeclineHistory> {
  const { database, clock } = deps;
  if (card !== undefined) await requireSeenCard(deps, view, card);
  const wanted = { since: new Date(clock().getTime() - historyMs), holderId: view.holderId, cardToken: card };
  const [rows, total] = await Promise.all([
    readDeclinedPurchases(database, view.scope, { ...wanted, limit: declinesOnPage, skip: (page - 1) * declinesOnPage }),
    countDeclinedPurchases(database, view.scope, wanted),
  ]);
  return { declines: await explain(deps, rows, { caller, view }), total };
}

async function explain(deps: Deps, rows: readonly DeclineRow[], { caller, view }: { caller: Caller; view: ReceiverView }): Promise<DeclinedPurchase[]> {
  const now = deps.clock();
  const controls = await readControlsInForce(deps, view, rows, now);
  // A cardholder asks for what others grant.
  const mayMend = can(caller, 'manage_cards', view.receiver) || caller.role === 'cardholder';
  return rows.flatMap(({ result, own_reason, declined_at, control_detail, category_code, country, ...purchase }) => {
    const control = control_detail === null ? null : controlDetailJson.read(control_detail);
    const inForce = controls.get(purchase.card_token) ?? nothingInForce;
    const hasLimits = limitKinds.some((kind) => inForce.controls[`${kind}_cents`] !== null);
    const decline = explainDecline(result, own_reason, { merchant: purchase.merchant, categoryCode: category_code, control, hasLimits });
    if (decline === null) return [];
    const mending = control && mend(view, control, { purchase, category_code, country, now, inForce });
    const suggested = mayMend && mending?.is_raised === false ? mending.suggested_raise : null;
    const answer = { ...purchase, ...decline, declined_at: declined_at.toISOString(), control: control?.control ?? null };
    return [{ ...answer, is_raised: mending?.is_raised ?? false, suggested_raise: suggested }];
  });
}

interface Declined extends Pick<DeclineRow, 'category_code' | 'country'> {
  purchase: Pick<DeclineRow, 'amount_cents' | 'merchant'>;
  now: Date;
  inForce: ControlsInForce;
}

/** Returns whether a control lets a purchase through that it declined before, and the raise that makes it do so. */
function mend({ receiver }: ReceiverView, control: ControlDetail, { purchase, category_code, country, now, inForce }: Declined) {
  const { timeZone, rates } = programOf(receiver);
  const { amount_cents, merchant } = purchase;
  const raise = suggestedRaise(control, { amount_cents, now, timeZone, largest_cents: rates.spendingPowerCapCents });
  return {
    is_raised: isLifted(control, { amount_cents, merchant, categoryCode: category_code, country: country ?? '' }, inForce, { now, timeZone }),
    suggested_raise: raise && { ...raise, ends_at: raise.ends_at.toISOString() },
  };
}

const nothingInForce = controlsInForce(noControls, [], new Date(0));

/** Reads the controls of the cards that a control has declined, or the issuer without us. */
async function readControlsInForce(
  { database }: Deps,
  { scope }: ReceiverView,
  rows: readonly DeclineRow[],
  now: Date,
): Promise<ReadonlyMap<string, ControlsInForce>> {
  const tokens = new Set(rows.flatMap(({ control_detail, own_reason, card_token }) => (control_detail === null && own_reason !== null ? [] : [card_token])));
  if (tokens.size === 0) return new Map();
  const rowsOf = databaseOf(database, scope);
  const where = { card_token: { in: [...tokens] } };
  const [controls, raises] = await Promise.all([
    rowsOf.cardControl.findMany({ where }),
    rowsOf.cardRaise.findMany({ where: { ...where, ends_at: { gt: now } } }),
  ]);
  const raisesOf = (card: string) => raises.filter(({ card_token }) => card_token === card).map(storedRaise);
  return new Map(controls.map(({ card_token, controls: stored }) => [card_token, controlsInForce(controlsJson.read(stored), raisesOf(card_token), now)]));
}
