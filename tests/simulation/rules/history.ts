import { type Chance, chanceOf } from '../../support/chance.ts';
import { slotsOf, withUnderway } from '../oracle/allocation.ts';
import { countDays, type Day, dayOf, isBankDay, newYorkDay, writeDay } from '../oracle/calendar.ts';
import { bookCashback } from '../oracle/cashback.ts';
import { debitsOf, payNowAmountOf } from '../oracle/debits.ts';
import { isApproved, isHeld } from '../oracle/decision.ts';
import { enterRow, failDebit, lock, orderDebit, payOut, reportPurchase, restoreDebits, returnPayout, settleDebit } from '../oracle/events.ts';
import { type Debit, newMerchant, type Order, sumOf, type Terms } from '../oracle/facts.ts';
import { noticesOf } from '../oracle/letters.ts';
import { payoutAtClosing, payoutOnRequest } from '../oracle/payouts.ts';
import { productAccount } from './product.ts';
import { type Standing, standingOf } from './standing.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const codes = ['R01', 'R01', 'R01', 'R01', 'R01', 'R01', 'R09', 'R02', 'R03', 'R04', 'R05', 'R07', 'R08', 'R10', 'R16', 'R20', 'R29', 'R51'] as const;

const shops = ['FJORD TEXTILES IMPORT', 'HARBOR FREIGHT', 'NIMBUS'] as const;

/** A card transaction as the network has it. */
interface Network {
  token: string;
  shop: string;
  madeAt: number;
  isCash: boolean;
  status: string;
  held: number;
  settled: number;
}

/** Something that happens on a later day. */
interface Coming {
  day: Day;
  happen: () => void;
}

function drawTerms(chance: Chance): Terms {
  const cashbackRate = chance.pick([100, 100, 0, 75, 250]);
  if (chance.is(0.1)) return { plan: 'fixed_pay', netTerms: chance.pick([7, 14, 28]), netTermsType: 'calendar', cashbackRate };
  const netTermsType = chance.pick(['calendar', 'business'] as const);
  return { plan: 'net_terms', netTerms: chance.below(netTermsType === 'calendar' ? 31 : 16), netTermsType, cashbackRate };
}

const written = (day: Day | null): string | null => (day === null ? null : writeDay(day));

/** A disagreement between the product's rules and the model. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * Plays one history of 30 to 200 days from a seed, by the product's rules and by the model at once, and compares them
 * after each event. Returns how many debits were made. Throws a Disagreement with an account of what happened before it.
 */
export function liveByRules(seed: string): number {
  const chance = chanceOf(`rules ${seed}`);
  const first = dayOf(2024, 1, 1) + chance.below(7 * 365);
  const length = chance.between(30, chance.pick([120, 200]));
  const told: { at: number; text: string }[] = [];
  const terms = drawTerms(chance);
  const power = chance.pick([100_000, 500_000, 2_000_000, 40_000_000]);
  const isPersonal = chance.is(0.3);
  const merchant = { ...newMerchant(terms, power), isPersonal };
  const product = productAccount(terms, power);
  const network = new Map<string, Network>();
  const attempts = new Map<string, number>();
  let coming: Coming[] = [];
  let now = first * dayMs;

  /** Notes an event, for the account of a failure. No two happen at one instant. */
  function tell(text: string): void {
    now += 1;
    told.push({ at: now, text });
  }

  function compare(what: string, ours: unknown, theirs: unknown): void {
    const [product, model] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (product === model) return;
    const account = told.slice(-60).map(({ at, text }) => `${new Date(at).toISOString().slice(0, 16)} ${text}`);
    throw new Disagreement(`seed ${seed}, ${writeDay(newYorkDay(now))}, ${what}: the product says ${product}, the model says ${model}\n${account.join('\n')}`);
  }

  /** Lets cashback that is complete be booked, and compares the accounts. */
  function compareAccounts(): void {
    bookCashback(merchant, now);
    product.bookCashback(now);
    const model = standingOf(merchant, newYorkDay(now));
    const ours = product.standing(now);
    for (const what of Object.keys(model) as (keyof Standing)[]) compare(what, ours[what], model[what]);
    const allocated = sumOf(slotsOf(merchant).map(({ open }) => open)) - sumOf(merchant.entries.map(({ credit }) => credit));
    compare('the sum of what is open less all credit', allocated, model.outstanding);
  }

  function later(day: Day, happen: Coming['happen']): void {
    coming.push({ day, happen });
  }

  function change(one: Network, changed: Partial<Network>): void {
    const after = { ...one, ...changed };
    network.set(one.token, after);
    tell(`${one.token} at ${one.shop} ${after.status} held ${after.held} settled ${after.settled}`);
    const isCounted = !['DECLINED', 'VOIDED', 'EXPIRED'].includes(after.status);
    reportPurchase(merchant, { ...after, held: isCounted ? after.held : 0, settled: isCounted ? after.settled : 0 }, now);
    product.report(after, now);
    compareAccounts();
  }

  const newPurchase = (held: number): Network => {
    const [token, isCash, shop] = [`t${network.size + 1}`, chance.is(0.05), chance.pick(shops)];
    return { token, shop, madeAt: now, isCash, status: 'PENDING', held, settled: 0 };
  };

  function asks(amount: number, approvedBefore = 0): boolean {
    const category = chance.is(0.04) ? chance.pick(['6010', '6011', '4829', '6051']) : '5131';
    const question = { amount, approvedBefore, cashAmount: chance.is(0.03) ? chance.between(1, amount) : 0, category };
    const answer = isApproved(merchant, question, newYorkDay(now));
    tell(`asks for ${amount}, ${question.cashAmount} of it in cash, at ${category}, after ${approvedBefore}: ${answer}`);
    compare('the decision', product.approves(question, now), answer);
    return answer;
  }

  function buy(): void {
    const most = Math.max(200, Math.min(power, Math.round(power / chance.pick([2, 5, 20]))));
    const amount = chance.between(100, most);
    const isApprovedNow = asks(amount);
    // A second question may come before the first purchase is told.
    const another = chance.is(0.1) ? chance.between(100, most) : 0;
    const isOtherApproved = another > 0 && asks(another, isApprovedNow ? amount : 0);
    if (isApprovedNow) change(newPurchase(amount), {});
    if (isOtherApproved) change(newPurchase(another), {});
    if (!isApprovedNow && chance.is(0.5)) change(newPurchase(amount), { status: 'DECLINED', held: 0 });
  }

  /** Gives back something that was bought, all of it or a part; or anything. */
  function refund(): void {
    const one = chance.is(0.8) ? pickOf([...network.values()].filter(({ settled }) => settled > 0)) : undefined;
    const amount = one ? chance.pick([one.settled, chance.between(1, one.settled)]) : chance.between(100, 9_000);
    const shop = one?.shop ?? chance.pick(shops);
    change({ ...newPurchase(-amount), shop }, chance.is(0.5) ? { held: 0, settled: -amount, status: 'SETTLED' } : {});
  }

  const pickOf = <Item>(items: readonly Item[]): Item | undefined => items[items.length === 0 ? 0 : chance.below(items.length)];

  /** Settles, releases or raises what is held of a purchase. */
  function advance(one: Network): void {
    const { held, settled } = one;
    const ends = ['void', 'expire', 'settle', 'settle', 'settle', 'settle'] as const;
    const step = held < 0 ? chance.pick(ends) : chance.pick([...ends, 'settle a part', 'settle in foreign money', 'raise'] as const);
    if (step === 'void') change(one, { held: 0, status: settled > 0 ? 'SETTLED' : 'VOIDED' });
    if (step === 'expire') change(one, { held: 0, status: settled > 0 ? 'SETTLED' : 'EXPIRED' });
    if (step === 'settle') change(one, { held: 0, settled: settled + held, status: 'SETTLED' });
    if (step === 'settle in foreign money') {
      // The rate has changed since the purchase was held.
      change(one, { held: 0, settled: settled + Math.ceil((held * chance.between(900, 1_100)) / 1_000), status: 'SETTLED' });
    }
    if (step === 'settle a part') {
      const part = chance.between(1, held);
      change(one, { held: held - part, settled: settled + part, status: held === part ? 'SETTLED' : 'PENDING' });
    }
    if (step === 'raise') {
      const more = chance.between(1, 20_000);
      if (asks(more)) change(one, { held: held + more });
    }
  }

  /** A tip, a clearing after the hold has expired, or a refund that is taken back. */
  function changeLate(one: Network): void {
    if (one.settled < 0) change(one, { settled: 0, status: 'VOIDED' });
    else change(one, { settled: one.settled + chance.between(1, 5_000), status: 'SETTLED' });
  }

  function shop(): void {
    const all = [...network.values()].filter(({ status }) => status !== 'DECLINED');
    const open = chance.is(0.6) ? pickOf(all.filter(({ held }) => held !== 0)) : undefined;
    const closed = chance.is(0.06) ? pickOf(all.filter(({ held }) => held === 0)) : undefined;
    if (open) advance(open);
    else if (closed) changeLate(closed);
    else if (chance.is(0.2)) refund();
    else buy();
  }

  function settleLater(debit: Debit, day: Day): void {
    later(day, () => {
      debit.returnableUntil = chance.is(0.5) ? countDays(day, debit.isPersonal ? 60 : chance.between(1, 3), isBankDay) : null;
      tell(`debit ${debit.id} settles; may come back until ${written(debit.returnableUntil)}`);
      settleDebit(merchant, debit, now);
      product.transfer(String(debit.id), { status: 'settled', code: null, returnableUntil: written(debit.returnableUntil) }, now);
    });
  }

  function failLater(debit: Debit, day: Day, status: string, code: string | null): void {
    later(day, () => {
      tell(`debit ${debit.id} is ${status} ${code ?? ''}`);
      failDebit(merchant, debit, { code, at: now });
      product.transfer(String(debit.id), { status, code, returnableUntil: null }, now);
      const isStopped = !merchant.hasBank || !merchant.mayBeDebited;
      compare('whether debits are stopped', product.stoppedBy() !== null, isStopped);
      if (isStopped) later(day + chance.between(1, 12), restore);
    });
  }

  function restore(): void {
    if (merchant.hasBank && merchant.mayBeDebited) return;
    const isPersonal = merchant.hasBank ? merchant.isPersonal : chance.is(0.3);
    tell(`the merchant links a bank and authorizes debits, of ${isPersonal ? 'a person' : 'a business'}`);
    restoreDebits(merchant, isPersonal, newYorkDay(now));
    product.resume(merchant.bank, now);
  }

  /** Draws what becomes of a debit. */
  function decideFate(debit: Debit): void {
    const today = newYorkDay(now);
    const settles = countDays(today, chance.between(1, 3), isBankDay);
    const fate = chance.pick(['returned at once', 'returned late', 'failed', 'well', 'well', 'well', 'well', 'well', 'well', 'well']);
    if (fate === 'returned at once') failLater(debit, countDays(today, chance.between(1, 2), isBankDay), 'returned', chance.pick(codes));
    if (fate === 'failed') failLater(debit, countDays(today, 1, isBankDay), 'failed', chance.pick(codes));
    if (fate === 'returned late' || fate === 'well') settleLater(debit, settles);
    if (fate === 'returned late') failLater(debit, countDays(settles, chance.between(1, chance.pick([4, 60])), isBankDay), 'returned', chance.pick(codes));
    // Where it comes back late, its funds may have been available.
    if (fate === 'well' || chance.is(0.5)) {
      later(settles + 1, () => {
        if (debit.state !== 'settled') return;
        tell(`debit ${debit.id} is available`);
        debit.availableOn = newYorkDay(now);
        product.transfer(String(debit.id), { status: 'funds_available', code: null, returnableUntil: null }, now);
      });
    }
  }

  function make(one: Order): void {
    const name = `${one.kind} ${one.due}`;
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    const debit = orderDebit(merchant, one, newYorkDay(now));
    const order = { ...one, due: writeDay(one.due), chosen: written(one.chosen), collects: one.collects === null ? null : String(one.collects) };
    tell(`debit ${debit.id} is ordered: ${JSON.stringify(order)}`);
    product.order({ ...order, id: String(debit.id), attempt, bank: debit.bank, isPersonal: debit.isPersonal }, now);
    decideFate(debit);
    compareAccounts();
  }

  function planDebits(): void {
    compareAccounts();
    const wanted = debitsOf(merchant, newYorkDay(now));
    const written = wanted.map(({ due, amount, isRetry, collects }) => [writeDay(due), amount, isRetry ? String(collects) : null]);
    const ordered = product.debits(now).map(({ due_date, amount_cents, retry_of, isRetry }) => [due_date, amount_cents, isRetry ? retry_of : null]);
    compare('the debits', ordered.toSorted(), written.toSorted());
    for (const one of wanted) make(one);
  }

  function payNow(): void {
    const today = newYorkDay(now);
    const most = payNowAmountOf(merchant, 'all', today);
    const pay = chance.pick(['all', 'next_due', 'amount', 'purchase'] as const);
    const purchase =
      pay === 'purchase' ? pickOf([...merchant.purchases.values()].filter(({ terms, settled }) => terms.plan === 'net_terms' && settled > 0)) : undefined;
    const open = sumOf(slotsOf(withUnderway(merchant, today)).map((slot) => (slot.due === purchase?.due ? slot.open : 0)));
    const chosenAmount = purchase ? Math.min(most, open, purchase.settled) : chance.between(Math.min(1, most), most);
    const amount = pay === 'all' || pay === 'next_due' ? payNowAmountOf(merchant, pay, today) : chosenAmount;
    if (pay !== 'purchase') compare(`what paying ${pay} takes`, product.payNowAmount(pay, amount, now), amount);
    if (amount === 0 || !merchant.hasBank || !merchant.mayBeDebited) return;
    make({ kind: 'pay_now', due: today, amount, chosen: purchase?.due ?? null, collects: null, isRetry: false });
  }

  function staffAct(): void {
    const given = sumOf(merchant.rows.map(({ amount }) => amount));
    const amount = given > 0 && chance.is(0.4) ? -chance.between(1, given) : chance.between(100, 20_000);
    tell(`staff enter ${amount}`);
    enterRow(merchant, amount, now);
    product.addRow(`r${merchant.rows.length}`, amount, now);
  }

  /** Pays out the credit that the merchant asks for, or that an account is paid at closing. */
  function payOutCredit(kind: 'on request' | 'at closing'): void {
    const amount = kind === 'on request' ? payoutOnRequest(merchant, newYorkDay(now)) : payoutAtClosing(merchant, newYorkDay(now));
    const ours = kind === 'on request' ? product.payoutOnRequest(now) : product.payoutAtClosing(now);
    const isPaid = merchant.hasBank && !(kind === 'at closing' && merchant.payouts.some(({ at }) => at >= (merchant.closingSince ?? at)));
    compare(`what is paid out ${kind}`, isPaid ? ours : 0, amount);
    if (amount === 0) return;
    const id = String(merchant.payouts.length + 1);
    tell(`payout ${id} ${kind}: ${amount}`);
    const payout = payOut(merchant, amount, now);
    product.payOut(id, 'planned', amount, now);
    compareAccounts();
    if (!chance.is(0.3)) return;
    later(countDays(newYorkDay(now), chance.between(1, 20), isBankDay), () => {
      tell(`payout ${id} comes back`);
      returnPayout(merchant, payout, now);
      product.payOut(id, 'returned', amount, now);
    });
  }

  /** Staff close an account: what is owed is still collected, and a credit paid out. */
  function close(): void {
    tell('staff close the account');
    merchant.closingSince ??= now;
    product.close(merchant.closingSince);
  }

  /** Staff lock an account and unlock it again. */
  function turnLock(): void {
    tell(merchant.isLocked ? 'staff unlock the account' : 'staff lock the account');
    lock(merchant, !merchant.isLocked, newYorkDay(now));
    product.setFlags({ is_locked: merchant.isLocked }, now);
  }

  /** Staff mark an account as fraud, for good. */
  function markAsFraud(): void {
    tell('staff mark the account as fraud');
    merchant.isFraud = true;
    product.setFlags({ is_fraud: true }, now);
  }

  /** The program changes its rate, or staff the plan and the terms: what was bought before keeps its own. */
  function changeTerms(): void {
    merchant.terms = drawTerms(chance);
    tell(`terms ${JSON.stringify(merchant.terms)}`);
    product.setTerms(merchant.terms);
  }

  function notify(): void {
    compare('the notices', product.notices(now), noticesOf(merchant, newYorkDay(now)).map(writeDay));
  }

  for (let day = first; day < first + length; day += 1) {
    const at = (hour: number) => {
      now = day * dayMs + hour * hourMs;
    };
    // In New York it is still the day before.
    at(1.5);
    if (chance.is(0.04)) payNow();
    if (chance.is(0.1)) shop();
    at(13);
    const due = coming.filter((one) => one.day <= day);
    coming = coming.filter((one) => one.day > day);
    for (const { happen } of due) {
      happen();
      compareAccounts();
    }
    at(14);
    planDebits();
    at(15);
    if (chance.is(0.1)) notify();
    if (chance.is(0.15)) payOutCredit('on request');
    if (merchant.closingSince !== null) payOutCredit('at closing');
    // Who may not spend pays sooner, and seldom all.
    if (isHeld(merchant) && chance.is(0.1)) payNow();
    for (let hour = 16; hour < 24 && chance.is(0.3); hour += 1) {
      at(hour);
      if (chance.is(0.06)) staffAct();
      else if (chance.is(0.08)) payNow();
      else if (chance.is(0.03)) changeTerms();
      else if (chance.is(0.003)) markAsFraud();
      else if (chance.is(0.005)) close();
      else if (chance.is(merchant.isLocked ? 0.4 : 0.02)) turnLock();
      else shop();
      compareAccounts();
    }
  }
  return merchant.debits.length;
}
