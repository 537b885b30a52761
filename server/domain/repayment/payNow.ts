import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, share, smaller, subtract } from '../basics/money.ts';
import { limitToOneDraw } from './draw.ts';
import { dueDateOf, paymentDeadline, type RatedDue, type ScheduleEntry, unpaidDues } from './schedule.ts';

/** A payment that a merchant makes before it is drawn, and its effects. */

export type PayNowChoice = { readonly pay: 'all' } | { readonly pay: 'next_due' } | { readonly pay: 'purchase'; readonly unpaid_cents: Cents };

interface PayNowFacts {
  readonly choice: PayNowChoice;
  readonly schedule: readonly ScheduleEntry[];
  /** Settled purchases not yet paid. */
  readonly owed: Cents;
  /** Sum of the payments that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** Total spending power. */
  readonly total: Cents;
  readonly outstanding: Cents;
  readonly today: IsoDate;
  /** What is left of all dues, in the order in which it is paid. */
  readonly unpaid: readonly RatedDue[];
  readonly isBankHoliday: IsHoliday;
}

export interface PayNowPreview {
  /** 0 when there is nothing to pay that is not in flight already. */
  readonly amount_cents: Cents;
  /** How much more can be spent once it has settled. */
  readonly frees_cents: Cents;
  readonly available_after_cents: Cents;
  readonly cashback_cents: Cents;
  /** The banking day on which the payment is expected to have settled. */
  readonly settles_on: IsoDate;
}

/** How many banking days after it was sent a debit is settled. */
const bankingDaysToSettle = 3;

/** Returns what paying now costs, frees and earns. Payments in flight count as paid; held purchases cannot be paid yet. */
export function payNowPreview(facts: PayNowFacts): PayNowPreview {
  const amount = payNowAmount(facts);
  const available = (outstanding: Cents) => larger(noMoney, subtract(facts.total, outstanding));
  const availableAfter = available(subtract(facts.outstanding, amount));
  return {
    amount_cents: amount,
    frees_cents: subtract(availableAfter, available(facts.outstanding)),
    available_after_cents: availableAfter,
    cashback_cents: subtract(cashbackOn(add(facts.inFlight, amount), facts), cashbackOn(facts.inFlight, facts)),
    settles_on: addBusinessDays(facts.today, bankingDaysToSettle, facts.isBankHoliday),
  };
}

function payNowAmount({ choice, schedule, owed, inFlight }: PayNowFacts): Cents {
  const payable = subtract(owed, inFlight);
  switch (choice.pay) {
    case 'all':
      return limitToOneDraw(payable);
    case 'next_due':
      return limitToOneDraw(smaller(payable, unpaidEntries(schedule, inFlight)[0]?.amount_cents ?? noMoney));
    case 'purchase':
      return limitToOneDraw(smaller(payable, choice.unpaid_cents));
  }
}

/** Returns the entries left after an amount has paid them one after the other. */
function unpaidEntries(schedule: readonly ScheduleEntry[], paid: Cents) {
  return unpaidDues(
    schedule.map((entry) => ({ due_date: dueDateOf(entry), amount_cents: entry.total_owed_cents })),
    paid,
  );
}

/** Returns the cashback that an amount earns when it pays the dues one after the other today; late dues earn none. */
function cashbackOn(amount: Cents, { unpaid, today, isBankHoliday }: PayNowFacts): Cents {
  let left = amount;
  let earned = noMoney;
  for (const { due_date, amount_cents, cashback_basis_points } of unpaid) {
    const paid = smaller(left, amount_cents);
    left = subtract(left, paid);
    if (today <= paymentDeadline(due_date, isBankHoliday)) earned = add(earned, share(paid, cashback_basis_points));
  }
  return earned;
}
