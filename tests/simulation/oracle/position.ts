import { slotsOf } from './allocation.ts';
import { countDays, type Day, isBankDay } from './calendar.ts';
import { type Debit, type Merchant, sumOf } from './facts.ts';

/** Where a merchant stands after all that has happened. */

const entered = ({ entries }: Merchant): number => sumOf(entries.map(({ amount }) => amount));

/** Returns what is settled and not repaid; below zero when the merchant is in credit. */
export function owedBy(merchant: Merchant): number {
  const bought = [...merchant.purchases.values()].map(({ settled }) => Math.max(0, settled));
  const takenBack = merchant.rows.map(({ amount }) => Math.max(0, -amount));
  const paidOut = merchant.payouts.map(({ amount, isReturned }) => (isReturned ? 0 : amount));
  return sumOf([...bought, ...takenBack, ...paidOut]) - entered(merchant);
}

/** Returns what is owed and held. */
export const outstandingOf = (merchant: Merchant): number => owedBy(merchant) + sumOf([...merchant.purchases.values()].map(({ held }) => Math.max(0, held)));

/** Returns what is still to be paid, by due date. */
export function scheduleOf(merchant: Merchant): Map<Day, number> {
  const schedule = new Map<Day, number>();
  for (const { due, open } of slotsOf(merchant)) if (open > 0) schedule.set(due, (schedule.get(due) ?? 0) + open);
  return schedule;
}

/** Banking days after its funds came until a debit can no longer come back, where the bank names no day. */
const daysToFinal = { business: 2, personal: 61 };

/** Tells whether a debit has settled and can no longer come back. */
export function isFinal({ state, availableOn, returnableUntil, isPersonal }: Debit, today: Day): boolean {
  if (state !== 'settled' || (returnableUntil !== null && today <= returnableUntil)) return false;
  if (returnableUntil !== null && !isPersonal) return true;
  return availableOn !== null && countDays(availableOn, isPersonal ? daysToFinal.personal : daysToFinal.business, isBankDay) <= today;
}

export const notFinal = ({ debits }: Merchant, today: Day): number =>
  sumOf(debits.map((debit) => (debit.state === 'settled' && !isFinal(debit, today) ? debit.amount : 0)));

/** The final repayments in a row from which on an account is trusted with half of its power before more are. */
const finalToBeTrusted = 3;

/** Returns what was repaid and cannot be spent again yet. */
export function heldBack(merchant: Merchant, today: Day): number {
  const { debits, power } = merchant;
  const lastFailure = Math.max(0, ...debits.map(({ failedAt }) => failedAt ?? 0));
  const inARow = debits.filter((debit) => isFinal(debit, today) && (debit.settledAt ?? 0) > lastFailure).length;
  return Math.max(0, notFinal(merchant, today) - (inARow >= finalToBeTrusted ? Math.floor(power / 2) : 0));
}
