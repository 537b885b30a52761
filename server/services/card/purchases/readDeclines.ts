import type { DeclinedPurchase, DeclineHistory } from '../../../contract/declines.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { readSpentOfCards } from '../../../db/queries/cardSpent.ts';
import { countDeclinedPurchases, type DeclinedPurchase as DeclineRow, readDeclinedPurchases } from '../../../db/queries/declinedPurchases.ts';
import { can } from '../../../domain/access/access.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import { type CardControls, limitKinds, noControls } from '../../../domain/card/controls/controls.ts';
import { explainUsedRaise } from '../../../domain/card/controls/controlWords.ts';
import {
  type ControlDetail,
  type ControlledPurchase,
  firstFailingControl,
  nothingSpent,
  type Spent,
} from '../../../domain/card/controls/firstFailingControl.ts';
import { isLifted, usedSince } from '../../../domain/card/controls/isLifted.ts';
import { type ControlsInForce, controlsInForce } from '../../../domain/card/controls/limitRaises.ts';
import { periodStarts } from '../../../domain/card/controls/periods.ts';
import { suggestedRaise } from '../../../domain/card/controls/suggestedRaise.ts';
import { declinesOnPage } from '../../../domain/card/declineHistory.ts';
import { explainDecline, isIssuersLimit } from '../../../domain/card/declines.ts';
import type { Remedy } from '../../../domain/card/declineWays.ts';
import { closingState } from '../../../domain/receiver/closing.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { programOf } from '../../receiver/programOf.ts';
import { controlDetailJson, controlsJson, storedLimitRaise } from '../controls/storedControls.ts';
import { requireSeenCard } from '../presentCards.ts';

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
  const controls = await readCards(deps, view, rows, now);
  // Nothing makes a purchase possible on an account that is closing.
  const isOpen = closingState(view.receiver) === null;
  // A cardholder asks for what others grant.
  const mayMend = isOpen && (can(caller, 'manage_cards', view.receiver) || caller.role === 'cardholder');
  return rows.flatMap(({ result, own_reason, declined_at, control_detail, category_code, country, ...purchase }) => {
    const card = controls.get(purchase.card_token) ?? uncontrolled;
    const asked = { amount_cents: purchase.amount_cents, merchant: purchase.merchant, categoryCode: category_code, country: country ?? '' };
    const exceeded = () => (isIssuersLimit(result, own_reason) ? exceededLimit(card, asked, { now, timeZone: programOf(view.receiver).timeZone }) : null);
    const control = control_detail === null ? exceeded() : controlDetailJson.read(control_detail);
    const hasLimits = limitKinds.some((kind) => card.inForce.controls[`${kind}_cents`] !== null);
    const decline = explainDecline(result, own_reason, { merchant: purchase.merchant, categoryCode: category_code, control, hasLimits });
    if (decline === null) return [];
    const mending = control && mend(view, control, { asked, now, card });
    const suggested = mayMend && mending?.is_raised === false ? mending.suggested_raise : null;
    const remedy: Remedy = isOpen ? decline.remedy : 'none';
    const words = { ...decline, ...(mending?.used && { reason: explainUsedRaise(mending.used) }) };
    const answer = { ...purchase, ...words, remedy, declined_at: declined_at.toISOString(), control: control?.control ?? null };
    return [{ ...answer, is_raised: mending?.is_raised ?? false, suggested_raise: suggested }];
  });
}

interface Declined {
  asked: ControlledPurchase;
  now: Date;
  card: ControlledCard;
}

/**
 * Returns whether a control lets a purchase through that it declined before, the raise that makes it do so, and the limit that was raised
 * since and is used up again.
 */
function mend({ receiver }: ReceiverView, control: ControlDetail, { asked, now, card: { inForce, spent } }: Declined) {
  const { timeZone, rates } = programOf(receiver);
  const moment = { now, timeZone };
  const used = usedSince(control, asked, inForce, spent, moment);
  const raise = suggestedRaise(used ?? control, { amount_cents: asked.amount_cents, now, timeZone, largest_cents: rates.spendingPowerCapCents });
  return {
    is_raised: used === null && isLifted(control, asked, inForce, moment),
    suggested_raise: raise && { ...raise, ends_at: raise.ends_at.toISOString() },
    used,
  };
}

/** The controls of a card, and what it has spent. */
interface ControlledCard {
  /** Without raises. */
  controls: CardControls;
  inForce: ControlsInForce;
  spent: Spent;
}

const uncontrolled: ControlledCard = { controls: noControls, inForce: controlsInForce(noControls, [], new Date(0)), spent: nothingSpent };

/**
 * Returns the limit of a card that a purchase exceeds, by what the card has spent now: the issuer, whose rules are looser than our
 * limits, declined it without asking us. Null for none, as of a purchase whose amount is not known.
 */
function exceededLimit({ controls, spent }: ControlledCard, purchase: ControlledPurchase, moment: { now: Date; timeZone: string }): ControlDetail | null {
  const limits = Object.fromEntries(limitKinds.map((kind) => [`${kind}_cents`, controls[`${kind}_cents`]]));
  return firstFailingControl(controlsInForce({ ...noControls, ...limits }, [], moment.now), purchase, spent, moment);
}

/** Decides whether a limit declined a purchase, ours or one that the issuer keeps. */
const isOfLimit = ({ result, own_reason }: DeclineRow) => isIssuersLimit(result, own_reason) || limitKinds.some((kind) => own_reason === `control_${kind}`);

/** Reads the cards that a control has declined, or the issuer without us. */
async function readCards(
  { database }: Deps,
  { scope, receiver }: ReceiverView,
  rows: readonly DeclineRow[],
  now: Date,
): Promise<ReadonlyMap<string, ControlledCard>> {
  const tokens = new Set(rows.flatMap(({ control_detail, own_reason, card_token }) => (control_detail === null && own_reason !== null ? [] : [card_token])));
  if (tokens.size === 0) return new Map();
  const rowsOf = databaseOf(database, scope);
  const where = { card_token: { in: [...tokens] } };
  const [stored, limitRaises, spent] = await Promise.all([
    rowsOf.cardControl.findMany({ where }),
    rowsOf.cardRaise.findMany({ where: { ...where, ends_at: { gt: now } } }),
    rows.some(isOfLimit) ? readSpentOfCards(database, scope, periodStarts(programOf(receiver).timeZone, now)) : new Map<string, Spent>(),
  ]);
  const limitRaisesOf = (card: string) => limitRaises.filter(({ card_token }) => card_token === card).map(storedLimitRaise);
  const cardOf = ({ card_token, controls: json }: (typeof stored)[number]): [string, ControlledCard] => {
    const controls = controlsJson.read(json);
    return [card_token, { controls, inForce: controlsInForce(controls, limitRaisesOf(card_token), now), spent: spent.get(card_token) ?? nothingSpent }];
  };
  return new Map(stored.map(cardOf));
}
