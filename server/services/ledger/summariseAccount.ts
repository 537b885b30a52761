import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { spendingPowerFigures } from '../../domain/spendingPower/spendingPower.ts';
import type { Account } from './account.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  'availableSpendPowerCents' | 'totalOutstandingCents' | 'totalSpendPowerCents' | 'availableSpendPowerRatio' | 'paymentSchedule'
>;

/** Returns a receiver's spending power, debts and coming payments, in cents. The power is null before its first computation. */
export function summariseAccount({ schedule, outstanding, totalPower }: Account): AccountSummary {
  const paymentSchedule = schedule.map((entry) => ({ ...entry }));
  if (totalPower !== null) return { ...spendingPowerFigures(totalPower, outstanding), paymentSchedule };
  const unknown = { totalSpendPowerCents: null, availableSpendPowerCents: null, availableSpendPowerRatio: null };
  return { ...unknown, totalOutstandingCents: outstanding, paymentSchedule };
}
