import { countDays, type Day, isBankDay } from './calendar.ts';
import { otherCredits, underway, unpaidUpTo } from './debts.ts';
import { type Debit, type Merchant, sumOf } from './facts.ts';
import type { Position } from './position.ts';
import { consequenceOf } from './returns.ts';

/** Amounts whose debit failed. Such an amount is its own: no other debit carries it. */

/** An amount is presented once more at most, and never more than 180 days after the first time. */
const daysToPresentAgain = 180;

interface Claim {
  root: Debit;
  /** The presentment that failed last. */
  failed: Debit;
  /** The day on which it is presented again; null for never. */
  againOn: Day | null;
}

const isOpen = ({ state }: Debit) => state === 'failed' || state === 'underway';

/** Returns the failed amounts; those presented again at the moment are left out, or not. */
function claimsOf(debits: readonly Debit[], withPresentedAgain: boolean): Claim[] {
  const scheduled = debits.filter(({ kind, state }) => kind === 'scheduled' && state !== 'abandoned');
  return scheduled.flatMap((root) => {
    if (root.presentsAgain !== null || root.failure === null) return [];
    const again = scheduled.find(({ presentsAgain }) => presentsAgain === root.id);
    if (!again) return root.state === 'failed' ? [{ root, failed: root, againOn: presentedAgainOn(root) }] : [];
    if (!isOpen(again) || (again.state === 'underway' && !withPresentedAgain)) return [];
    return [{ root, failed: again.state === 'failed' ? again : root, againOn: null }];
  });
}

function presentedAgainOn({ code, failure, plannedFor }: Debit): Day | null {
  if (failure === null || consequenceOf(code) !== 'present again') return null;
  const day = countDays(failure.day, 2, isBankDay);
  return day - plannedFor <= daysToPresentAgain ? day : null;
}

type Total = (claim: Claim | null) => number;

const clamp = (amount: number, most: number) => Math.max(0, Math.min(amount, most));

/** Returns what is left of claims together, when credits that came after each failure have lowered it. */
function leftOf(claims: readonly Claim[], total: Total): number {
  let left = 0;
  let most = 0;
  let before: number | null = null;
  const inOrder = claims.toSorted(
    (one, other) => (one.failed.failure?.at ?? 0) - (other.failed.failure?.at ?? 0) || one.failed.due - other.failed.due || one.failed.id - other.failed.id,
  );
  for (const claim of [...inOrder, null]) {
    const now = total(claim);
    if (before !== null) left = clamp(left - (now - before), most);
    before = now;
    left += claim?.failed.failure?.open ?? 0;
    most += claim?.failed.amount ?? 0;
  }
  return left;
}

/** Shares what is left among claims: credits have paid the oldest, so the newest are whole. */
function shares(claims: readonly Claim[], together: number): Map<Claim, number> {
  let left = together;
  const shared = new Map<Claim, number>();
  for (const claim of claims.toSorted((one, other) => other.root.due - one.root.due || other.root.id - one.root.id)) {
    const share = Math.min(left, claim.failed.amount);
    shared.set(claim, share);
    left -= share;
  }
  return shared;
}

/** Returns what is left of the merchant's own payments that were sent back; anything that is paid afterward counts against it. */
function leftOfOwnPayments({ debits }: Merchant, everything: number): number {
  const claims = debits.flatMap((debit) => {
    const isOne = debit.kind === 'pay_now' && debit.state === 'failed' && debit.wasReturned && debit.failure !== null;
    return isOne ? [{ root: debit, failed: debit, againOn: null }] : [];
  });
  return leftOf(claims, totalWithCashback(everything));
}

export interface Reserved {
  root: Debit;
  due: Day;
  amount: number;
  /** The day on which the whole amount is presented again; null for never. */
  againOn: Day | null;
}

/** Returns the failed amounts that other debits leave out. One to be presented again stays whole: cashback then pays something else. */
export function reservedOf(merchant: Merchant, cashback: number, debits = merchant.debits): Reserved[] {
  const claims = claimsOf(debits, false);
  if (claims.length === 0) return [];
  const credits = otherCredits(merchant, true);
  const byCredits = shares(
    claims,
    leftOf(claims, (claim) => (claim ? (claim.failed.failure?.credits ?? 0) : credits)),
  );
  const isWhole = (claim: Claim) => claim.againOn !== null && byCredits.get(claim) === claim.failed.amount;
  const others = claims.filter((claim) => !isWhole(claim));
  const byAll = shares(others, leftOf(others, totalWithCashback(credits + cashback)));
  return claims.flatMap((claim) => {
    const { root, failed, againOn } = claim;
    const amount = isWhole(claim) ? failed.amount : (byAll.get(claim) ?? 0);
    return amount > 0 ? [{ root, due: root.due, amount, againOn: isWhole(claim) ? againOn : null }] : [];
  });
}

const totalWithCashback =
  (now: number): Total =>
  (claim) =>
    claim ? (claim.failed.failure?.credits ?? 0) + (claim.failed.failure?.cashback ?? 0) : now;

/** Returns the cashback credited since a debit was ordered. It pays something else than that debit. */
export const cashbackSince = ({ at }: Debit, { cashback }: Merchant): number => sumOf(cashback.map((entry) => (entry.at > at ? entry.amount : 0)));

/** Returns all that was credited beside cashback, with what is under way. */
const allCredits = (merchant: Merchant): number =>
  otherCredits(merchant, true) +
  sumOf(merchant.debits.map(({ kind, state, amount }) => (kind === 'scheduled' && (state === 'settled' || state === 'underway') ? amount : 0)));

/** Returns the credits that count for a debit that fails now: those of the plan pay their own dues, and the merchant's payments with all else. */
export const creditsAtFailure = (debit: Debit, merchant: Merchant): number =>
  debit.kind === 'scheduled' ? otherCredits(merchant, true) : allCredits(merchant);

/**
 * Returns how much of a debit that fails now is still owed: the rest was paid meanwhile, by other credits than cashback. One of the plan
 * whose money never came had paid nothing, so only what debits were made for counts.
 */
export function openAmountOf(debit: Debit, merchant: Merchant, { owed, buckets, cashback, atOnce }: Position): number {
  const root = debit.presentsAgain ?? debit.id;
  const others = merchant.debits.filter((one) => one.id !== root && one.presentsAgain !== root);
  const lastDrawn = Math.max(...merchant.debits.filter(({ kind, state }) => kind === 'scheduled' && state !== 'abandoned').map(({ due }) => due));
  const reserved = sumOf(reservedOf(merchant, sumOf(cashback.values()), others).map(({ amount }) => amount));
  const isOwn = debit.kind === 'pay_now';
  const owedOfAll = isOwn || debit.hadSettled ? owed : Math.min(unpaidUpTo(buckets, lastDrawn) + atOnce, owed);
  const ofOthers = isOwn ? leftOfOwnPayments({ ...merchant, debits: others }, allCredits(merchant) + sumOf(cashback.values())) : 0;
  return clamp(owedOfAll + cashbackSince(debit, merchant) - underway(merchant.debits) - reserved - ofOthers, debit.amount);
}

/** Tells whether a debit failed and its amount is unpaid. A payment on its way has not paid yet. */
export function hasUnpaidDebit(merchant: Merchant, { owed, buckets, cashback, atOnce }: Position): boolean {
  if (owed <= 0) return false;
  const neverWent = merchant.debits.filter(({ kind, state, wasReturned }) => kind === 'pay_now' && state === 'failed' && !wasReturned);
  if (neverWent.some(({ due }) => unpaidUpTo(buckets, due) + atOnce > 0)) return true;
  const arrived = otherCredits(merchant, false) + sumOf(cashback.values());
  const ofPlan = sumOf(merchant.debits.map(({ kind, state, amount }) => (kind === 'scheduled' && state === 'settled' ? amount : 0)));
  return leftOf(claimsOf(merchant.debits, true), totalWithCashback(arrived)) > 0 || leftOfOwnPayments(merchant, arrived + ofPlan) > 0;
}
