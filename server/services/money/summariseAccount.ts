import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { spendingPowerFigures } from '../../domain/spendingPower.ts';
import type { Deps } from '../deps.ts';
import type { ReceiverView } from '../viewReceiver.ts';
import { readAccount } from './account.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  'availableSpendPowerCents' | 'totalOutstandingCents' | 'totalSpendPowerCents' | 'availableSpendPowerRatio' | 'paymentSchedule'
>;

/**
 * What a receiver may spend, owes, and is to pay when, all of one moment, in cents. The power is null until it was found
 * out for the first time.
 */
export async function summariseAccount(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<AccountSummary> {
  const { schedule, outstanding, totalPower } = await readAccount(deps, deps.database, scope, receiver);
  const paymentSchedule = schedule.map((entry) => ({ ...entry }));
  if (totalPower !== null) return { ...spendingPowerFigures(totalPower, outstanding), paymentSchedule };
  const unknown = { totalSpendPowerCents: null, availableSpendPowerCents: null, availableSpendPowerRatio: null };
  return { ...unknown, totalOutstandingCents: outstanding, paymentSchedule };
}
