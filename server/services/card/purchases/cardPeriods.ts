import type { StartsByProgram } from '../../../db/queries/cardSpent.ts';
import { periodStarts } from '../../../domain/card/controls/periods.ts';
import { programs } from '../../../programs/all.ts';
import { defaultProgram } from '../../../programs/index.ts';

/** Returns when the present periods began, in the time zone of each program; of a program that is no more, as of the default one. */
export function startsByProgram(now: Date): StartsByProgram {
  return { starts: Object.fromEntries(programs.map(({ key, timeZone }) => [key, periodStarts(timeZone, now)])), otherwise: defaultProgram.key };
}
