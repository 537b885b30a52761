import { minimumReasonLength, shortReason } from '../../server/domain/staff/reason.ts';

/** Stands below the field of a reason. */
export const reasonHint = 'It stands in the audit log for good, beside your name.';

/** Returns what is wrong with a typed reason, for the reader; undefined when it is long enough. */
export function reasonProblem(reason: string): string | undefined {
  return reason.trim().length < minimumReasonLength ? shortReason : undefined;
}
