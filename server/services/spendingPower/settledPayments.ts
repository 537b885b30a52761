import type { Receiver } from '../../db/rows.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, type Cents, noMoney, subtract } from '../../domain/basics/money.ts';
import { type OpenDue, paidDues, withoutPaid } from '../../domain/repayment/allocation.ts';
import { expectedFinalDay } from '../../domain/repayment/finalMoney.ts';
import { payNowObstacle, settlementDay } from '../../domain/repayment/payNow.ts';
import type { LeverFacts, SettledPayment } from '../../domain/spendingPower/leverFacts.ts';
import type { Deps } from '../deps.ts';
import { type Account, blockFacts, payableOf } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';

interface Facts {
  deps: Pick<Deps, 'clock' | 'isBankHoliday'>;
  receiver: Receiver;
  account: Account;
}

/** Returns the account as it is once payments have arrived: all that is payable today, the least that ends a hold, and what is under way. */
export function settledPayments(facts: Facts): Pick<LeverFacts, 'obstacle' | 'repayment' | 'ofFailed' | 'underway'> {
  const { account, receiver } = facts;
  const most = payableOf(account).most_cents;
  const least = paymentThatEndsTheHold(account);
  const atBank = subtract(account.inFlight, account.asked);
  return {
    obstacle: payNowObstacle(receiver, account),
    repayment: most > 0 ? paid(facts, most) : null,
    ofFailed: least === null ? null : paid(facts, least),
    underway: atBank > 0 ? arrived(facts, atBank, account.notAtBank) : null,
  };
}

/**
 * Returns the least payment that ends the hold of a debit that failed, in cents: all that is unpaid up to the last failed amount, since a
 * payment pays the oldest first. Null without such a hold, or where no payment ends it now.
 */
export function paymentThatEndsTheHold(account: Pick<Account, 'expected' | 'balances' | 'inFlight' | 'asked'>): Cents | null {
  const last = account.expected.findLastIndex(({ failed_draw_id }) => failed_draw_id !== null);
  const least = add(noMoney, ...account.expected.slice(0, last + 1).map(({ amount_cents }) => amount_cents));
  return least > 0 && least <= payableOf(account).most_cents ? least : null;
}

/** Returns the account after a payment that the merchant starts today. */
function paid(facts: Facts, amount: Cents): SettledPayment {
  const { expected } = facts.account;
  return arrived(facts, amount, withoutPaid(expected, paidDues(expected, amount)));
}

function arrived({ deps: { clock, isBankHoliday }, receiver, account }: Facts, amount: Cents, open: readonly OpenDue[]): SettledPayment {
  const settles_on = settlementDay(utcDate(clock()), isBankHoliday);
  const hasUnpaidDraw = open.some(({ failed_draw_id }) => failed_draw_id !== null);
  return {
    amount_cents: amount,
    settles_on,
    final_on: expectedFinalDay(settles_on, account.holderCategory, { finalAfter: programOf(receiver).finalAfterBankingDays, isBankHoliday }),
    outstanding: subtract(account.outstanding, amount),
    blocks: blockFacts(receiver, { ...account, hasUnpaidDraw }),
  };
}
