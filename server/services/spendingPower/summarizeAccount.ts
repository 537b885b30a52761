import type { ReceiverAnswer } from '../../contract/receiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { freedLater } from '../../domain/spendingPower/heldBack.ts';
import { startingPower } from '../../domain/spendingPower/spendingPower.ts';
import { spendingPowerFigures } from '../../domain/spendingPower/spendingPowerFigures.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../ledger/account.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { spendingPowerReceiver } from './spendingPowerReceiver.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  | 'availableSpendPowerCents'
  | 'heldBackCents'
  | 'freed_later'
  | 'approvedCents'
  | 'totalOutstandingCents'
  | 'totalSpendPowerCents'
  | 'availableSpendPowerRatio'
  | 'paymentSchedule'
>;

/** Returns a receiver's spending power, debts and coming payments, in cents. Before the first computation the power is what the account starts with. */
export function summarizeAccount({ clock }: Pick<Deps, 'clock'>, account: Account, receiver: Receiver): AccountSummary {
  const { schedule, totalPower, draws } = account;
  const facts = { receiver: spendingPowerReceiver(receiver, account), program: programOf(receiver).rates, now: clock() };
  const total = totalPower ?? startingPower(facts);
  const freed = freedLater(draws, programDay(receiver, clock()), total, programOf(receiver).trust);
  return { ...spendingPowerFigures(total, account), freed_later: [...freed], paymentSchedule: schedule.map((entry) => ({ ...entry })) };
}
