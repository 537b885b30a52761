import type { FieldError } from '../../../contract/problems.ts';
import type { Receiver } from '../../../db/rows.ts';
import { checkControls } from '../../../domain/card/controls/checkControls.ts';
import type { CardControls } from '../../../domain/card/controls/controls.ts';
import { programOf } from '../../receiver/programOf.ts';

/** Returns what is wrong with the controls that a merchant wants for a card, each field named below `controls`. */
export function controlProblems(receiver: Receiver, controls: CardControls, now: Date): FieldError[] {
  const { rates, timeZone, controls: ofProgram } = programOf(receiver);
  const program = { blockedCategories: ofProgram.blockedCategories, largest_cents: rates.spendingPowerCapCents, timeZone };
  return checkControls(controls, program, now).map((error) => ({ ...error, path: `controls.${error.path}` }));
}
