import type { ReceiverAnswer } from '../server/contract/receiver.ts';
import { cents } from '../server/domain/basics/money.ts';

/** Returns the payment schedule with its amounts, plain numbers on the wire, as cents. */
export function scheduleOf({ paymentSchedule }: Pick<ReceiverAnswer, 'paymentSchedule'>) {
  return paymentSchedule.map((entry) => ({ ...entry, total_owed_cents: cents(entry.total_owed_cents), potential_cashback: cents(entry.potential_cashback) }));
}
