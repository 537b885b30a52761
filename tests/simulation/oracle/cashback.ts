import { type Day, debitDay, utcDay } from './calendar.ts';
import type { Part } from './debts.ts';
import type { Merchant, Purchase } from './facts.ts';

/** Cashback by the agreement: a share of what the merchant repaid in time, for each due date, and paid towards the debt at once. */

interface Receipt {
  day: Day;
  amount: number;
  isRepayment: boolean;
}

interface Open {
  due: Day;
  rate: number;
  unpaid: number;
  inTime: number;
  earned: number;
}

/** On one day credits come before repayments, and small ones before large ones. */
function receiptsOf({ purchases, rows, debits }: Merchant): Receipt[] {
  const refunds = [...purchases.values()]
    .filter((one) => one.held + one.settled < 0)
    .map((one: Purchase) => ({ day: utcDay(one.madeAt), amount: -(one.held + one.settled), isRepayment: false }));
  const credits = rows.filter(({ amount }) => amount > 0).map(({ day, amount }) => ({ day, amount, isRepayment: false }));
  const repaid = debits.filter(({ state }) => state === 'settled').map(({ plannedFor, amount }) => ({ day: plannedFor, amount, isRepayment: true }));
  return [...refunds, ...credits, ...repaid].sort(
    (one, other) => one.day - other.day || Number(one.isRepayment) - Number(other.isRepayment) || one.amount - other.amount,
  );
}

/** Lets an amount pay the oldest that is open; returns what it paid of each. */
function pay(open: readonly Open[], amount: number): { one: Open; paid: number }[] {
  const done: { one: Open; paid: number }[] = [];
  let left = amount;
  for (const one of open) {
    if (left === 0) break;
    const paid = Math.min(left, one.unpaid);
    if (paid === 0) continue;
    one.unpaid -= paid;
    left -= paid;
    done.push({ one, paid });
  }
  return done;
}

/** Returns the cents of cashback that each due date has earned. */
export function cashbackOf(merchant: Merchant, parts: readonly Part[]): Map<Day, number> {
  const open: Open[] = [];
  for (const { due, amount, rate } of parts) {
    const same = open.findLast((one) => one.due === due && one.rate === rate);
    if (same) same.unpaid += amount;
    else open.push({ due, rate, unpaid: amount, inTime: 0, earned: 0 });
  }
  for (const { day, amount, isRepayment } of receiptsOf(merchant)) {
    let credit = 0;
    for (const { one, paid } of pay(open, amount)) {
      if (!isRepayment || day > debitDay(one.due)) continue;
      one.inTime += paid;
      const earned = Math.floor((one.inTime * one.rate) / 10_000);
      credit += earned - one.earned;
      one.earned = earned;
    }
    pay(open, credit);
  }
  const byDue = new Map<Day, number>();
  for (const { due, earned } of open) if (earned > 0) byDue.set(due, (byDue.get(due) ?? 0) + earned);
  return byDue;
}
