import type { Receiver } from '../../db/rows.ts';
import { checkControls } from '../../domain/card/controls/checkControls.ts';
import type { CardControls } from '../../domain/card/controls/controls.ts';
import type { FieldProblem } from '../../domain/forms/address.ts';
import { programDay, programOf } from '../program/programOf.ts';

/** Returns what is wrong with the controls that a merchant wants for a card, field by field. */
export function controlProblems(receiver: Receiver, controls: CardControls, now: Date): FieldProblem[] {
  return checkControls(controls, { largest_limit_cents: programOf(receiver).rates.spendingPowerCapCents, today: programDay(receiver, now) });
}
