import { cents } from '../../basics/money.ts';
import { isLimitKind, noControls } from './controls.ts';
import { type ControlDetail, type ControlledPurchase, firstFailingControl, type LimitDetail, type Spent } from './firstFailingControl.ts';
import type { ControlsInForce } from './raises.ts';

/**
 * Decides whether the control that declined a purchase lets the same purchase through now, since it was raised or changed. A
 * limit is compared with what was spent at the decline.
 * @param inForce the controls and raises of now.
 */
export function isLifted(detail: ControlDetail, purchase: ControlledPurchase, inForce: ControlsInForce, moment: { now: Date; timeZone: string }): boolean {
  const { control } = detail;
  const field = isLimitKind(control) ? (`${control}_cents` as const) : control;
  const controls = { ...noControls, [field]: inForce.controls[field] };
  return firstFailingControl({ ...inForce, controls }, purchase, spentAt(detail), moment) === null;
}

function spentAt(detail: ControlDetail): Spent {
  const spent = isLimit(detail) ? detail.spent_cents : cents(0);
  return { day: spent, week: spent, month: spent, year: spent, in_all: spent };
}

const isLimit = (detail: ControlDetail): detail is LimitDetail => isLimitKind(detail.control);
