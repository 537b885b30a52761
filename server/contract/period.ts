import { z } from 'zod';
import { filterDay } from '../domain/basics/filterDay.ts';
import { monthPattern, monthReason } from '../domain/basics/periods.ts';

const [earliest, latest] = [new Date('2023-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];

/** An instant that a caller gives, as ISO 8601 with zone: from 2023, before which there are no accounts, and before 2100. */
export const givenInstant = z.iso
  .datetime({ offset: true })
  .refine((text) => earliest <= new Date(text) && new Date(text) < latest, { error: 'Give a time from 2023-01-01 on and before 2100.' });

/** A half-open range, `start_at` ≤ t < `end_at`. */
export const periodFields = { start_at: givenInstant, end_at: givenInstant };

interface PeriodInput {
  start_at?: string | undefined;
  end_at?: string | undefined;
}

/** Refuses a range whose end is not after its start. A range may be of any length: answers have a limit of rows, and files have none. */
export function checkPeriod({ value, issues }: z.core.ParsePayload<PeriodInput>): void {
  if (value.start_at === undefined || value.end_at === undefined) return;
  if (new Date(value.start_at) < new Date(value.end_at)) return;
  issues.push({
    code: 'custom',
    path: ['end_at'],
    input: value.end_at,
    message: 'The end is not after the start.',
    params: { fix: 'Send an end_at later than start_at.' },
  });
}

/** A month, `2026-07`, of a year that the database and every calendar know. */
export const monthName = z
  .string()
  .regex(monthPattern, { error: monthReason, abort: true })
  .refine((month) => filterDay(`${month}-01`) !== null, { error: 'Choose a month between 2000 and 2999.' });
