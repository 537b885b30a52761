import type { ReceiverAnswer } from '../../contract/receiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { startingPower } from '../../domain/spendingPower/spendingPower.ts';
import { spendingPowerFigures } from '../../domain/spendingPower/spendingPowerFigures.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';
import { spendingPowerReceiver } from './spendingPowerReceiver.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  'availableSpendPowerCents' | 'approvedCents' | 'totalOutstandingCents' | 'totalSpendPowerCents' | 'availableSpendPowerRatio' | 'paymentSchedule'
>;

/** Returns a receiver's spending power, debts and coming payments, in cents. Before the first computation the power is what the account starts with. */
export function summarizeAccount({ clock }: Pick<Deps, 'clock'>, account: Account, receiver: Receiver): AccountSummary {
  const { schedule, totalPower } = account;
  const facts = { receiver: spendingPowerReceiver(receiver, account), program: programOf(receiver).rates, now: clock() };
  return { ...spendingPowerFigures(totalPower ?? startingPower(facts), account), paymentSchedule: schedule.map((entry) => ({ ...entry })) };
}
