import type { Day } from './calendar.ts';
import { type GivenBack, type Merchant, madeOn, type Purchase, sumOf } from './facts.ts';

/** What is due, and what of it was bought and kept. */

export interface Due {
  due: Day;
  /** Hundredths of a percent that it earns when it is paid in time. */
  rate: number;
  amount: number;
}

export const keyOf = ({ due, rate }: Pick<Due, 'due' | 'rate'>): string => `${due} ${rate}`;

/** Purchases that are due together: one by itself, or under weekly terms those of a day. */
interface Bought {
  purchases: Purchase[];
  dues: Due[];
}

const amountOf = ({ held, settled }: Purchase): number => settled + Math.max(0, held);

const rateOf = ({ isCash, terms }: Purchase): number => (isCash ? 0 : terms.cashbackRate);

/** Returns the days on which a purchase is due. */
function dueDaysOf({ due, terms }: Pick<Purchase, 'due' | 'terms'>): Day[] {
  if (terms.plan === 'net_terms') return [due];
  const count = Math.max(1, Math.ceil(terms.netTerms / 7));
  return Array.from({ length: count }, (_, week) => due + 7 * week);
}

/** Divides what was bought together into equal amounts, the larger ones first. */
function divide(purchases: readonly Purchase[], first: Purchase): Due[] {
  const days = dueDaysOf(first);
  const amount = sumOf(purchases.map(amountOf));
  const least = Math.floor(amount / days.length);
  return days.map((due, place) => ({ due, rate: rateOf(first), amount: place < amount % days.length ? least + 1 : least }));
}

function boughtBy(merchant: Merchant): Bought[] {
  const together = new Map<string, [Purchase, ...Purchase[]]>();
  for (const purchase of merchant.purchases.values()) {
    if (amountOf(purchase) <= 0) continue;
    const { token, terms } = purchase;
    const key = terms.plan === 'net_terms' ? token : `${madeOn(purchase)} ${terms.netTerms} ${rateOf(purchase)}`;
    const others = together.get(key);
    if (others) others.push(purchase);
    else together.set(key, [purchase]);
  }
  return [...together.values()].map((purchases) => ({ purchases, dues: divide(purchases, purchases[0]) }));
}

/** Returns everything that is due or was: purchases, credits of staff that were taken back, and what was paid out. */
export function duesOf(merchant: Merchant): Due[] {
  const dues = boughtBy(merchant).flatMap((one) => one.dues);
  for (const { on, amount } of merchant.rows) if (amount < 0) dues.push({ due: on, rate: 0, amount: -amount });
  for (const { on, amount, isReturned } of merchant.payouts) if (!isReturned) dues.push({ due: on, rate: 0, amount });
  return dues;
}

/** Notes what a refund gives back: of the purchases before it at the same shop, then of all, the newest first, and of each the last dues first. */
export function giveBack(merchant: Merchant, { token, shop, madeAt, settled }: Purchase): void {
  merchant.givenBack.delete(token);
  const before = [...merchant.purchases.values()].filter((one) => amountOf(one) > 0 && one.madeAt <= madeAt).sort((one, other) => other.madeAt - one.madeAt);
  let left = Math.max(0, -settled);
  const back: GivenBack[] = [];
  for (const purchase of [...before.filter((one) => one.shop === shop), ...before.filter((one) => one.shop !== shop)]) {
    const others = [...merchant.givenBack.values()].flat().filter((one) => one.purchase === purchase.token);
    let gone = sumOf(others.map(({ cents }) => cents));
    for (const { due, rate, amount } of divide([purchase], purchase).reverse()) {
      const already = Math.min(gone, amount);
      gone -= already;
      const cents = Math.min(left, amount - already);
      left -= cents;
      if (cents > 0) back.push({ purchase: purchase.token, due, rate, cents });
    }
  }
  merchant.givenBack.set(token, back);
}

/** Returns the keys of the dues that a refund pays first: those of what it gives back. */
export const duesOfRefund = (merchant: Merchant, token: string): string[] => (merchant.givenBack.get(token) ?? []).map(keyOf);

/** Returns what was bought and kept, by the keys of dues. */
export function keptOf(merchant: Merchant): Map<string, number> {
  const kept = new Map<string, number>();
  const add = (key: string, cents: number) => kept.set(key, (kept.get(key) ?? 0) + cents);
  for (const { dues } of boughtBy(merchant)) for (const due of dues) add(keyOf(due), due.amount);
  for (const back of [...merchant.givenBack.values()].flat()) add(keyOf(back), -back.cents);
  return kept;
}
