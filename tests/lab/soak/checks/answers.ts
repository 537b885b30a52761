import type { TroubleTimes } from '../faults.ts';
import type { Answered, AnswerRecord } from '../record.ts';

/** Statuses that a caller expects besides a good answer, by route. */
const expected: Readonly<Record<string, readonly number[]>> = {
  // Another payment or a purchase came a moment before.
  'POST /api/users/:token/pay_now': [409],
  // The account is locked after a failed repayment, or the card was changed a moment before.
  'PATCH /api/lithic_card': [403, 409],
};

/** Whether the answer reports a provider's failure, at a time when a provider had a fault. */
function isProviders({ status, code, fromMs, untilMs }: Answered, trouble: TroubleTimes): boolean {
  return status === 503 && code === 'provider_unavailable' && trouble.overlaps(fromMs, untilMs);
}

/** Returns the answers that were our own failures or refused a valid request of a page. */
export function answerFailures(record: AnswerRecord, trouble: TroubleTimes): string[] {
  const wrong = record.odd().filter((answered) => !expected[answered.route]?.includes(answered.status) && !isProviders(answered, trouble));
  const kinds = Map.groupBy(wrong, ({ route, status, code }) => `${route} answered ${status} ${code ?? ''}`);
  return [...kinds].map(([kind, answers]) => `${kind}: ${answers.length} times`);
}
