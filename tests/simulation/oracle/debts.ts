import { countDays, type Day, isBusinessDay, utcDay, weekdayOf } from './calendar.ts';
import { type Debit, type Merchant, type Purchase, sumOf, type Terms } from './facts.ts';

/** The debts by due date, and how much of each is paid. */

const wednesday = 3;

/** Returns the first Wednesday after a day. */
export const wednesdayAfter = (day: Day): Day => day + (((wednesday - weekdayOf(day) + 6) % 7) + 1);

/** Returns the day on which a purchase made on a day is due under terms that are not weekly. */
export function dueDay(madeOn: Day, { netTerms, netTermsType }: Terms): Day {
  return netTermsType === 'calendar' ? madeOn + netTerms : countDays(madeOn, netTerms, isBusinessDay);
}

/** A share of what is due on one day. */
export interface Part {
  madeOn: Day;
  due: Day;
  amount: number;
  /** Hundredths of a percent that it earns when it is paid in time. */
  rate: number;
}

export const amountOf = ({ held, settled }: Purchase): number => held + settled;

/** Returns the parts of the weekly plan: the purchases of a day in equal amounts on the Wednesdays after it, the larger ones first. */
function weeklyParts(madeOn: Day, amount: number, netTerms: number, rate: number): Part[] {
  const count = Math.max(1, Math.ceil(netTerms / 7));
  const least = Math.floor(amount / count);
  const parts: Part[] = [];
  for (let week = 0; week < count; week += 1) {
    parts.push({ madeOn, due: wednesdayAfter(madeOn) + 7 * week, amount: week < amount % count ? least + 1 : least, rate });
  }
  return parts;
}

/** Returns everything that was ever due, oldest first; refunds are no part of it. */
export function partsOf({ purchases }: Merchant): Part[] {
  const parts: Part[] = [];
  const weekly = new Map<string, { madeOn: Day; amount: number; netTerms: number; rate: number }>();
  for (const purchase of purchases.values()) {
    const amount = amountOf(purchase);
    if (amount <= 0) continue;
    const { terms, isCash } = purchase;
    const rate = isCash ? 0 : terms.cashbackRate;
    const madeOn = utcDay(purchase.madeAt);
    if (terms.plan === 'net_terms') {
      parts.push({ madeOn, due: purchase.due, amount, rate });
      continue;
    }
    const key = `${madeOn} ${terms.netTerms} ${rate}`;
    const group = weekly.get(key);
    if (group) group.amount += amount;
    else weekly.set(key, { madeOn, amount, netTerms: terms.netTerms, rate });
  }
  for (const { madeOn, amount, netTerms, rate } of weekly.values()) parts.push(...weeklyParts(madeOn, amount, netTerms, rate));
  return parts.sort((one, other) => one.due - other.due);
}

/** Returns the sum of all refunds of the card network. */
export const refundsOf = ({ purchases }: Merchant): number => sumOf([...purchases.values()].map((one) => Math.max(0, -amountOf(one))));

const paidOut = ({ payouts }: Merchant): number => sumOf(payouts.map(({ amount, returnedAt }) => (returnedAt === null ? amount : 0)));

/** Returns all repayments, and credits of staff less those taken back, and less what was paid out. */
export function creditsOf(merchant: Merchant): number {
  const { rows, debits } = merchant;
  return sumOf(debits.map((debit) => (debit.state === 'settled' ? debit.amount : 0))) + sumOf(rows.map(({ amount }) => amount)) - paidOut(merchant);
}

export interface Bucket {
  due: Day;
  amount: number;
}

/** Returns what is still to be paid by due date, after a credit has paid the oldest parts. */
export function unpaidBuckets(oldestFirst: readonly Part[], credit: number): Bucket[] {
  let left = Math.max(0, credit);
  const buckets: Bucket[] = [];
  for (const { due, amount } of oldestFirst) {
    const paid = Math.min(amount, left);
    left -= paid;
    if (paid === amount) continue;
    const last = buckets.at(-1);
    if (last?.due === due) last.amount += amount - paid;
    else buckets.push({ due, amount: amount - paid });
  }
  return buckets;
}

export const unpaidUpTo = (buckets: readonly Bucket[], day: Day): number => sumOf(buckets.map(({ due, amount }) => (due <= day ? amount : 0)));

export const underway = (debits: readonly Debit[]): number => sumOf(debits.map(({ state, amount }) => (state === 'underway' ? amount : 0)));

/** Returns refunds, credits of staff and the payments that the merchant started, less what was paid out; on request with payments under way. */
export function otherCredits(merchant: Merchant, withUnderway: boolean): number {
  const paid = merchant.debits.filter(({ kind, state }) => kind === 'pay_now' && (state === 'settled' || (withUnderway && state === 'underway')));
  return refundsOf(merchant) + sumOf([...merchant.rows, ...paid].map(({ amount }) => amount)) - paidOut(merchant);
}
