import { z } from 'zod';

/** From `start_at` to just before `end_at`: ISO 8601 with zone. */
export const periodFields = { start_at: z.iso.datetime({ offset: true }), end_at: z.iso.datetime({ offset: true }) };

const longestYears = 3;

interface Asked {
  start_at?: string | undefined;
  end_at?: string | undefined;
}

/** The start lies before the end, by three years at most. */
export function checkPeriod({ value, issues }: z.core.ParsePayload<Asked>): void {
  if (value.start_at === undefined || value.end_at === undefined) return;
  const [start, end] = [new Date(value.start_at), new Date(value.end_at)];
  const latest = new Date(start);
  latest.setUTCFullYear(start.getUTCFullYear() + longestYears);
  if (start >= end) issues.push(issue(value, 'The end is not after the start.', 'Send an end_at later than start_at.'));
  else if (end > latest) issues.push(issue(value, 'The range is longer than three years.', 'Ask for at most three years at a time.'));
}

function issue(value: Asked, message: string, fix: string): z.core.$ZodRawIssue {
  return { code: 'custom', path: ['end_at'], input: value.end_at, message, params: { fix } };
}
