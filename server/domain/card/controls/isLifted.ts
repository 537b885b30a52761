import { cents } from '../../basics/money.ts';
import { isLimitKind, noControls } from './controls.ts';
import { type ControlDetail, type ControlledPurchase, firstFailingControl, type LimitDetail, type Spent } from './firstFailingControl.ts';
import type { ControlsInForce } from './limitRaises.ts';

/**
 * Decides whether the control that declined a purchase lets the same purchase through now, since it was raised or changed. A
 * limit is compared with what was spent at the decline.
 * @param inForce the controls and raises of now.
 */
export function isLifted(detail: ControlDetail, purchase: ControlledPurchase, inForce: ControlsInForce, moment: Moment): boolean {
  return failingNow(detail, purchase, inForce, spentAt(detail), moment) === null;
}

/**
 * Returns a limit as it stands now, which was lifted since it declined a purchase, and of which too little is left by now for the same purchase:
 * the raise was used, maybe for that very purchase. Null where the purchase is let through, or its control was not lifted.
 * @param spent what the card has spent by now.
 */
export function usedSince(detail: ControlDetail, purchase: ControlledPurchase, inForce: ControlsInForce, spent: Spent, moment: Moment): LimitDetail | null {
  if (!isLifted(detail, purchase, inForce, moment)) return null;
  const failing = failingNow(detail, purchase, inForce, spent, moment);
  return failing !== null && isLimit(failing) ? failing : null;
}

interface Moment {
  now: Date;
  timeZone: string;
}

/** Returns the control that declined a purchase as it stands now; null where it lets the purchase through. */
function failingNow({ control }: ControlDetail, purchase: ControlledPurchase, inForce: ControlsInForce, spent: Spent, moment: Moment): ControlDetail | null {
  const field = isLimitKind(control) ? (`${control}_cents` as const) : control;
  const controls = { ...noControls, [field]: inForce.controls[field] };
  return firstFailingControl({ ...inForce, controls }, purchase, spent, moment);
}

function spentAt(detail: ControlDetail): Spent {
  const spent = isLimit(detail) ? detail.spent_cents : cents(0);
  return { day: spent, week: spent, month: spent, year: spent, in_all: spent };
}

const isLimit = (detail: ControlDetail): detail is LimitDetail => isLimitKind(detail.control);
