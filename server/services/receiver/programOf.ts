import type { Receiver } from '../../db/rows.ts';
import { dayIn, type IsoDate } from '../../domain/basics/dates.ts';
import { defaultProgram, type Program, programByKey } from '../../programs/index.ts';

/** Returns the program that a receiver belongs to. */
export function programOf(receiver: Pick<Receiver, 'whitelabel'>): Program {
  return programByKey(receiver.whitelabel) ?? defaultProgram;
}

/**
 * Returns a receiver's day at an instant: the program's day, which decides when debits are planned and presented again,
 * and whether they are in time. Repayment dates, months and files use the UTC day.
 */
export function programDay(receiver: Pick<Receiver, 'whitelabel'>, instant: Date): IsoDate {
  return dayIn(programOf(receiver).timeZone, instant);
}
