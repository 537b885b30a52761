import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { spendingPowerFigures } from '../../domain/spendingPower/spendingPower.ts';
import type { Account } from './account.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  'availableSpendPowerCents' | 'totalOutstandingCents' | 'totalSpendPowerCents' | 'availableSpendPowerRatio' | 'paymentSchedule'
>;

/** What a receiver may spend, owes, and is to pay when, in cents. The power is null until it was found out for the first time. */
export function summariseAccount({ schedule, outstanding, totalPower }: Account): AccountSummary {
  const paymentSchedule = schedule.map((entry) => ({ ...entry }));
  if (totalPower !== null) return { ...spendingPowerFigures(totalPower, outstanding), paymentSchedule };
  const unknown = { totalSpendPowerCents: null, availableSpendPowerCents: null, availableSpendPowerRatio: null };
  return { ...unknown, totalOutstandingCents: outstanding, paymentSchedule };
}
