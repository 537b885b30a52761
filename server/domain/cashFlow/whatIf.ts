import { formatDay } from '../basics/dateFormats.ts';
import { bankDebitDay, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, cents, formatUsd, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';
import { isSettledTransfer } from '../ledger/ledger.ts';
import { isInFlight } from '../repayment/draw.ts';
import { expectedFinalDay, type FinalAfter } from '../repayment/finalMoney.ts';
import { settlementDay } from '../repayment/payNow.ts';
import { heldBackCents, type RepaymentTrust, type TrustRule } from '../spendingPower/heldBack.ts';
import { inSteps, type SpendableAfter, spendableSteps } from '../spendingPower/spendableWords.ts';
import type { CashFacts, CashForecast, WhatIf } from './cashForecast.ts';
import type { LowestPoint } from './lowestPoint.ts';
import { duesOfPurchase } from './plannedDraws.ts';

/** The consequences of a purchase or a payment that a merchant thinks of. Nothing of it happens. */

interface SpendAnswer {
  readonly amount_cents: Cents;
  readonly on: IsoDate;
  /** The day on which it is due, or its first part on the fixed plan. */
  readonly due_date: IsoDate;
  /** The first day on which something of it is drawn. */
  readonly debit_date: IsoDate;
  /** The amount that can be spent on that day before and after it, if the limit stays as it is. Below 0 after a purchase that is too large. */
  readonly power_before_cents: Cents;
  readonly power_after_cents: Cents;
}

export interface PayAnswer extends SpendableAfter {
  readonly amount_cents: number;
}

/** The limit of spending at present. */
export interface PowerFacts {
  /** The limit; null before it is first worked out. */
  readonly total: Cents | null;
  /** The part of it that is owed, held or approved. */
  readonly used: Cents;
  /** How far the account is trusted before its repayments are final, and when they are. */
  readonly trust: RepaymentTrust;
  readonly rule: TrustRule;
  readonly finalAfter: FinalAfter;
}

interface Asked {
  readonly facts: CashFacts;
  /** The line with what was asked in it. */
  readonly forecast: CashForecast;
  readonly power: PowerFacts;
}

/** Returns what a purchase on a day would leave to spend, and when it would be due. @throws DomainError as `repaymentDate`. */
export function spendAnswer(spend: NonNullable<WhatIf['spend']>, { facts, forecast, power }: Asked): SpendAnswer {
  const [first] = duesOfPurchase({ date: spend.on, amount_cents: spend.amount_cents }, facts.rules);
  const due_date = first?.due_date ?? spend.on;
  const draw = forecast.flows.find(({ kind, date, amount_cents }) => kind === 'what_if' && date > spend.on && amount_cents < 0);
  const before = powerOn(spend.on, { facts, forecast, power });
  return {
    ...spend,
    due_date,
    debit_date: draw?.date ?? bankDebitDay(due_date, facts.isBankHoliday),
    power_before_cents: before,
    power_after_cents: subtract(before, spend.amount_cents),
  };
}

/**
 * Returns what can be spent on a day: the limit, less what is used of it now, plus what is drawn and paid and has settled by then, less the
 * purchases expected before, and less what of the repayments is held back until it is final.
 */
function powerOn(day: IsoDate, { facts, forecast, power }: Asked): Cents {
  // The balance may show a draw that frees nothing yet, and not show one that has settled.
  const underway = facts.begun.filter(isInFlight).map(({ debit_date: date, amount_cents }) => ({ date, amount_cents }));
  const planned = forecast.planned.map(({ date, amount_cents }) => ({ date, amount_cents: negate(amount_cents) }));
  const settling = [...underway, ...planned].map(({ date, amount_cents }) => ({ settlesOn: settlementDay(date, facts.isBankHoliday), amount_cents }));
  const settled = settling.filter(({ settlesOn }) => settlesOn <= day);
  const finalOf = (settlesOn: IsoDate) => expectedFinalDay(settlesOn, 'business', { finalAfter: power.finalAfter, isBankHoliday: facts.isBankHoliday });
  const arrived = facts.begun
    .filter(({ status }) => isSettledTransfer(status))
    .map((draw) => ({ ...draw, finalOn: draw.final_on ?? finalOf(draw.debit_date) }));
  const open = [...arrived, ...settled.map((draw) => ({ ...draw, finalOn: finalOf(draw.settlesOn) }))].filter(({ finalOn }) => finalOn > day);
  const notFinal = sumOf(open);
  const bought = forecast.recurring.filter(({ date }) => date <= day).map(({ amount_cents }) => amount_cents);
  const used = subtract(add(power.used, ...bought), sumOf(settled));
  // A credit that is there now can be spent beside the limit; what is drawn later pays purchases, and makes none.
  const least = smaller(noMoney, power.used);
  const total = power.total ?? noMoney;
  return larger(noMoney, subtract(subtract(total, larger(least, used)), heldBackCents({ ...power.trust, notFinal }, total, power.rule)));
}

const sumOf = (draws: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...draws.map(({ amount_cents }) => amount_cents));

/** Says what a purchase would do. */
export function spendInWords(answer: SpendAnswer, { debt, today }: Pick<CashFacts, 'debt' | 'today'>): readonly string[] {
  const { amount_cents, on, due_date, debit_date, power_before_cents, power_after_cents } = answer;
  const day = on === today ? 'today' : `on ${formatDay(on)}`;
  const fits =
    power_after_cents < 0
      ? `${formatUsd(amount_cents)} ${day} is ${formatUsd(negate(power_after_cents))} more than the ${formatUsd(power_before_cents)} that we expect you can spend then, so it would be declined.`
      : `After ${formatUsd(amount_cents)} ${day} we expect ${formatUsd(power_after_cents)} left to spend.`;
  const drawn = debit_date === due_date ? '' : ` and drawn on ${formatDay(debit_date)}`;
  const due = `It would be due on ${formatDay(due_date)}${drawn}.`;
  return [fits, due, ...(debt === null ? ['It is not in the line: nothing is drawn from your bank at present.'] : [])];
}

/** Says what a payment would do. */
export function payInWords({ amount_cents, ...after }: PayAnswer): readonly string[] {
  if (amount_cents === 0) return ['There is nothing to pay now.'];
  return [`After paying ${formatUsd(cents(amount_cents))} now we expect that you can spend ${inSteps(spendableSteps(after))}.`];
}

/** Says where the lowest point would be, beside where it is. */
export function lowestInWords(before: LowestPoint | null, after: LowestPoint | null): readonly string[] {
  if (before === null || after === null) return [];
  if (before.cents === after.cents && before.date === after.date) return [`The lowest point stays as it is. ${after.words}.`];
  return [`The lowest point would be ${after.words}. Without it: ${before.words}.`];
}
