import type { TroubleTimes } from '../faults.ts';
import type { Answered, AnswerRecord } from '../record.ts';

/** What a caller expects beside a good answer, by route. */
const expected: Readonly<Record<string, readonly number[]>> = {
  // Somebody paid a moment before, or spent.
  'POST /api/users/:token/pay_now': [409],
  // The account is held since a repayment failed, or the card was changed a moment before.
  'PATCH /api/lithic_card': [403, 409],
};

/** A provider's failure, told as such, while a provider was in trouble. */
function isProviders({ status, code, from_ms, until_ms }: Answered, trouble: TroubleTimes): boolean {
  return status === 503 && code === 'provider_unavailable' && trouble.overlaps(from_ms, until_ms);
}

/** No answer was a failure of our own, and none refused what a page may ask. */
export function answerFailures(record: AnswerRecord, trouble: TroubleTimes): string[] {
  const wrong = record.odd().filter((answered) => !expected[answered.route]?.includes(answered.status) && !isProviders(answered, trouble));
  const kinds = Map.groupBy(wrong, ({ route, status, code }) => `${route} answered ${status} ${code ?? ''}`);
  return [...kinds].map(([kind, answers]) => `${kind}: ${answers.length} times`);
}
