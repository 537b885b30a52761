import { isoDate } from '../../../server/domain/basics/dates.ts';
import { dueDateOf } from '../../../server/domain/repayment/schedule.ts';
import { type Chance, chanceOf } from '../../support/chance.ts';
import { countDays, type Day, dayOf, isBankDay, newYorkDay, writeDay } from '../oracle/calendar.ts';
import { creditCashback } from '../oracle/cashback.ts';
import { cashbackSince, creditsAtFailure, openAmountOf } from '../oracle/claims.ts';
import { debitsOf, payNowAmountOf } from '../oracle/debits.ts';
import { dueDay } from '../oracle/debts.ts';
import { isApproved, isHeld } from '../oracle/decision.ts';
import { type Debit, newMerchant, type Payout, sumOf, type Terms } from '../oracle/facts.ts';
import { noticesOf } from '../oracle/letters.ts';
import { payoutAtClosing, payoutOnRequest } from '../oracle/payouts.ts';
import { bucketsOn, positionOf } from '../oracle/position.ts';
import { type Consequence, consequenceOf } from '../oracle/returns.ts';
import { productAccount } from './product.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const codes = ['R01', 'R01', 'R01', 'R01', 'R01', 'R01', 'R09', 'R02', 'R03', 'R04', 'R05', 'R07', 'R08', 'R10', 'R16', 'R20', 'R29', 'R51'] as const;

/** A card transaction as the network has it. */
interface Network {
  token: string;
  madeAt: number;
  isCash: boolean;
  status: string;
  held: number;
  settled: number;
}

/** Something that happens on a later day. */
interface Coming {
  day: Day;
  happen: (at: number) => void;
}

function drawTerms(chance: Chance): Terms {
  const cashbackRate = chance.pick([100, 100, 0, 75, 250]);
  if (chance.is(0.1)) return { plan: 'fixed_pay', netTerms: chance.pick([7, 14, 28]), netTermsType: 'calendar', cashbackRate };
  const netTermsType = chance.pick(['calendar', 'business'] as const);
  return { plan: 'net_terms', netTerms: chance.below(netTermsType === 'calendar' ? 31 : 16), netTermsType, cashbackRate };
}

/** Returns the amounts of days in order, without those that are 0. */
const listed = (amounts: Iterable<readonly [day: string, amount: number]>) => [...amounts].filter(([, amount]) => amount !== 0).sort();

/** A disagreement between the product's rules and the model. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * Plays one history of 30 to 120 days from a seed, by the product's rules and by the model at once, and compares them
 * day by day. Returns how many debits were made. Throws a Disagreement with an account of what happened before it.
 */
export function liveByRules(seed: string): number {
  const chance = chanceOf(`rules ${seed}`);
  const first = dayOf(2024, 1, 1) + chance.below(7 * 365);
  const length = chance.between(30, 120);
  const told: { at: number; text: string }[] = [];
  const terms = drawTerms(chance);
  const power = chance.pick([100_000, 500_000, 2_000_000, 40_000_000]);
  const merchant = newMerchant(terms, power);
  const product = productAccount(terms, power);
  const network = new Map<string, Network>();
  const attempts = new Map<string, number>();
  let coming: Coming[] = [];
  let now = first * dayMs;

  /** Notes an event, for the account of a failure. */
  function tell(text: string): void {
    told.push({ at: now, text });
    merchant.changes += 1;
  }

  function compare(what: string, ours: unknown, theirs: unknown): void {
    const [product, model] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (product === model) return;
    const account = told.slice(-40).map(({ at, text }) => `${new Date(at).toISOString().slice(0, 16)} ${text}`);
    throw new Disagreement(`seed ${seed}, ${writeDay(newYorkDay(now))}, ${what}: the product says ${product}, the model says ${model}\n${account.join('\n')}`);
  }

  function later(day: Day, happen: Coming['happen']): void {
    coming.push({ day, happen });
  }

  function report(one: Network): void {
    tell(`${one.token} ${one.status} held ${one.held} settled ${one.settled}`);
    const before = merchant.purchases.get(one.token);
    const isCounted = one.status !== 'DECLINED';
    const after = {
      token: one.token,
      madeAt: one.madeAt,
      terms: before?.terms ?? merchant.terms,
      due: before?.due ?? dueDay(Math.floor(one.madeAt / dayMs), merchant.terms),
      isCash: one.isCash,
      held: isCounted ? one.held : 0,
      settled: isCounted ? one.settled : 0,
    };
    merchant.purchases.set(one.token, after);
    merchant.changes += 1;
    if ((before?.held ?? 0) !== after.held || (before?.settled ?? 0) !== after.settled) creditCashback(merchant, now);
    product.report(one, now);
  }

  const newPurchase = (held: number): Network => ({ token: `t${network.size + 1}`, madeAt: now, isCash: false, status: 'PENDING', held, settled: 0 });

  function change(one: Network, changed: Partial<Network>): void {
    const changedOne = { ...one, ...changed };
    network.set(one.token, changedOne);
    report(changedOne);
  }

  function asks(amount: number, approvedBefore = 0): boolean {
    const category = chance.is(0.04) ? chance.pick(['6010', '6011', '4829', '6051']) : '5131';
    const question = { amount, approvedBefore, cashAmount: chance.is(0.03) ? chance.between(1, amount) : 0, category };
    const answer = isApproved(merchant, question);
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

  function refund(): void {
    const amount = -chance.between(100, 9_000);
    change(newPurchase(amount), chance.is(0.5) ? { held: 0, settled: amount, status: 'SETTLED' } : {});
  }

  /** Settles, releases or raises what is held of a purchase. */
  function advance(one: Network): void {
    const { held, settled } = one;
    const step =
      held < 0 ? 'settle' : chance.pick(['void', 'expire', 'settle a part', 'settle in foreign money', 'raise', 'settle', 'settle', 'settle', 'settle']);
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

  function settleLater(debit: Debit, day: Day): void {
    later(day, (at) => {
      debit.state = 'settled';
      debit.hadSettled = true;
      tell(`debit ${debit.id} settles`);
      creditCashback(merchant, at);
      product.transfer(String(debit.id), { status: 'settled', code: null }, at);
    });
  }

  function failLater(debit: Debit, day: Day, status: string, code: string | null): void {
    later(day, (at) => {
      debit.state = 'failed';
      debit.wasReturned = status === 'returned';
      debit.code = code;
      debit.failedOn = newYorkDay(at);
      debit.failedAt = at;
      tell(`debit ${debit.id} is ${status} ${code ?? ''}`);
      creditCashback(merchant, at);
      const position = positionOf(merchant);
      debit.failure = {
        day: newYorkDay(at),
        at,
        open: openAmountOf(debit, merchant, position),
        credits: creditsAtFailure(debit, merchant),
        cashback: sumOf(position.cashback.values()) - cashbackSince(debit, merchant),
      };
      merchant.changes += 1;
      product.transfer(String(debit.id), { status, code }, at);
      followConsequence(consequenceOf(code), day);
    });
  }

  function followConsequence(consequence: Consequence, day: Day): void {
    if (consequence === 'ask for another bank') merchant.hasBank = false;
    if (consequence === 'stop all debits') merchant.mayBeDebited = false;
    const isStopped = !merchant.hasBank || !merchant.mayBeDebited;
    compare('whether debits are stopped', product.stoppedBy() !== null, isStopped);
    if (!isStopped) return;
    later(day + chance.between(1, 12), () => {
      if (merchant.hasBank && merchant.mayBeDebited) return;
      merchant.hasBank = true;
      merchant.mayBeDebited = true;
      product.resume();
      tell('the merchant links a bank and authorizes debits');
    });
  }

  /** Draws what becomes of a debit. */
  function decideFate(debit: Debit): void {
    const today = newYorkDay(now);
    const settles = countDays(today, chance.between(1, 3), isBankDay);
    const fate = chance.pick(['returned at once', 'returned late', 'failed', 'well', 'well', 'well', 'well', 'well', 'well', 'well']);
    if (fate === 'returned at once') failLater(debit, countDays(today, chance.between(1, 2), isBankDay), 'returned', chance.pick(codes));
    if (fate === 'failed') failLater(debit, countDays(today, 1, isBankDay), 'failed', chance.pick(codes));
    if (fate === 'returned late' || fate === 'well') settleLater(debit, settles);
    if (fate === 'returned late') failLater(debit, countDays(settles, chance.between(1, 40), isBankDay), 'returned', chance.pick(codes));
    if (fate === 'well') {
      later(settles + 1, (at) => {
        debit.availableOn = newYorkDay(at);
        merchant.changes += 1;
        product.transfer(String(debit.id), { status: 'funds_available', code: null }, at);
      });
    }
  }

  function order(kind: Debit['kind'], { due, amount, presentsAgain }: { due: Day; amount: number; presentsAgain: number | null }): void {
    const debit: Debit = {
      id: merchant.debits.length + 1,
      kind,
      due,
      plannedFor: newYorkDay(now),
      amount,
      state: 'underway',
      hadSettled: false,
      availableOn: null,
      wasReturned: false,
      code: null,
      failure: null,
      at: now,
      failedOn: null,
      failedAt: null,
      presentsAgain,
    };
    merchant.debits.push(debit);
    const name = `${kind} ${due}`;
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    tell(`debit ${debit.id} for ${writeDay(due)}: ${amount}${presentsAgain === null ? '' : `, presents ${presentsAgain} again`}`);
    const retry_of = presentsAgain === null ? null : String(presentsAgain);
    product.order({ id: String(debit.id), kind, due_date: isoDate(writeDay(due)), attempt, amount, retry_of }, now);
    decideFate(debit);
  }

  function planDebits(): void {
    creditCashback(merchant, now);
    const wanted = debitsOf(merchant, newYorkDay(now));
    const ordered = product.debits(now).map(({ due_date, amount_cents, retry_of }) => [due_date, amount_cents, retry_of]);
    compare(
      'the debits',
      ordered,
      wanted.map(({ due, amount, presentsAgain }) => [writeDay(due), amount, presentsAgain === null ? null : String(presentsAgain)]),
    );
    for (const one of wanted) order('scheduled', one);
  }

  /** Returns any amount up to what can be paid; 0 when nothing can. */
  function chosenAmount(): number {
    const most = payNowAmountOf(merchant, 'all', newYorkDay(now));
    return most === 0 ? 0 : chance.between(1, most);
  }

  function payNow(): void {
    const pay = chance.pick(['all', 'next_due', 'amount'] as const);
    const amount = pay === 'amount' ? chosenAmount() : payNowAmountOf(merchant, pay, newYorkDay(now));
    compare(`what paying ${pay} takes`, product.payNowAmount(pay, amount, now), amount);
    if (amount > 0 && merchant.hasBank && merchant.mayBeDebited) order('pay_now', { due: newYorkDay(now), amount, presentsAgain: null });
  }

  function staffAct(): void {
    const id = `r${merchant.rows.length + 1}`;
    const given = sumOf(merchant.rows.map(({ amount }) => amount));
    const amount = given > 0 && chance.is(0.4) ? -chance.between(1, given) : chance.between(100, 20_000);
    tell(`staff enter ${amount}`);
    merchant.rows.push({ at: now, amount });
    creditCashback(merchant, now);
    product.addRow(id, amount, now);
  }

  /** Pays out the credit that the merchant asks for, or that an account is paid at closing. */
  function payOut(kind: 'on request' | 'at closing'): void {
    const amount = kind === 'on request' ? payoutOnRequest(merchant, newYorkDay(now)) : payoutAtClosing(merchant, newYorkDay(now));
    const ours = kind === 'on request' ? product.payoutOnRequest(now) : product.payoutAtClosing(now);
    const isPaid = merchant.hasBank && !(kind === 'at closing' && merchant.payouts.some(({ at }) => at >= (merchant.closingSince ?? at)));
    compare(`what is paid out ${kind}`, isPaid ? ours : 0, amount);
    if (amount === 0) return;
    const payout: Payout = { id: merchant.payouts.length + 1, at: now, amount, returnedAt: null };
    merchant.payouts.push(payout);
    tell(`payout ${payout.id} ${kind}: ${amount}`);
    product.payOut(String(payout.id), 'planned', amount, now);
    if (!chance.is(0.3)) return;
    later(countDays(newYorkDay(now), chance.between(1, 20), isBankDay), (at) => {
      payout.returnedAt = at;
      tell(`payout ${payout.id} comes back`);
      product.payOut(String(payout.id), 'returned', amount, at);
    });
  }

  /** Staff close an account: what is owed is still collected, and a credit paid out. */
  function close(): void {
    merchant.closingSince ??= now;
    tell('staff close the account');
    product.close(merchant.closingSince);
  }

  /** Staff lock an account and unlock it again. */
  function lock(): void {
    merchant.isLocked = !merchant.isLocked;
    if (!merchant.isLocked) merchant.unlockedOn = newYorkDay(now);
    tell(merchant.isLocked ? 'staff lock the account' : 'staff unlock the account');
    product.setFlags({ is_locked: merchant.isLocked }, now);
  }

  /** Staff mark an account as fraud, for good. */
  function markAsFraud(): void {
    merchant.isFraud = true;
    tell('staff mark the account as fraud');
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

  function compareAccounts(): void {
    const account = product.account(now);
    const position = positionOf(merchant);
    const { cashback, owed, outstanding } = position;
    compare('the cashback', listed(product.cashback()), listed([...cashback].map(([due, amount]) => [writeDay(due), amount])));
    compare('what is owed', account.balances.owed, owed);
    compare('what is outstanding', account.outstanding, outstanding);
    compare(
      'the schedule',
      account.schedule.map((entry) => [dueDateOf(entry), entry.total_owed_cents]),
      bucketsOn(position, newYorkDay(now)).map(({ due, amount }) => [writeDay(due), amount]),
    );
    compare('whether the account is held', product.isHeld(now), isHeld(merchant));
  }

  function shop(): void {
    const open = [...network.values()].filter(({ held }) => held !== 0);
    const one = open.length > 0 && chance.is(0.6) ? open[chance.below(open.length)] : undefined;
    if (one) advance(one);
    else if (chance.is(0.12)) refund();
    else buy();
  }

  for (let day = first; day < first + length; day += 1) {
    const at = (hour: number) => {
      now = day * dayMs + hour * hourMs;
    };
    const changesBefore = merchant.changes;
    // In New York it is still the day before.
    at(1.5);
    if (chance.is(0.04)) payNow();
    if (chance.is(0.1)) shop();
    at(13);
    const due = coming.filter((one) => one.day <= day);
    coming = coming.filter((one) => one.day > day);
    for (const { happen } of due) happen(now);
    at(14);
    planDebits();
    at(15);
    if (chance.is(0.1)) notify();
    if (chance.is(0.15)) payOut('on request');
    if (merchant.closingSince !== null) payOut('at closing');
    for (let hour = 16; hour < 24 && chance.is(0.3); hour += 1) {
      at(hour);
      if (chance.is(0.06)) staffAct();
      else if (chance.is(0.08)) payNow();
      else if (chance.is(0.03)) changeTerms();
      else if (chance.is(0.003)) markAsFraud();
      else if (chance.is(0.005)) close();
      else if (chance.is(merchant.isLocked ? 0.4 : 0.02)) lock();
      else shop();
    }
    if (merchant.changes > changesBefore) compareAccounts();
  }
  return merchant.debits.length;
}
