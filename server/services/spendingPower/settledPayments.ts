import type { AccountRows, DrawRow } from '../../db/queries/accountRows.ts';
import type { Receiver } from '../../db/rows.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, type Cents, cents, subtract } from '../../domain/basics/money.ts';
import { isInFlight, unsentStatuses } from '../../domain/repayment/draw.ts';
import { payNowObstacle, settlementDay } from '../../domain/repayment/payNow.ts';
import type { LeverFacts, SettledPayment } from '../../domain/spendingPower/leverFacts.ts';
import type { Deps } from '../deps.ts';
import { type Account, accountOf, blockFacts, payableOf } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';

interface Facts {
  deps: Pick<Deps, 'clock' | 'isBankHoliday'>;
  rows: AccountRows;
  receiver: Receiver;
  account: Account;
}

/** Returns the account as it is computed once payments have arrived: all that is payable today, the least that ends a hold, and what is under way. */
export function settledPayments(facts: Facts): Pick<LeverFacts, 'obstacle' | 'repayment' | 'ofFailed' | 'underway'> {
  const { account, receiver } = facts;
  const most = payableOf(account).most_cents;
  const mayPay = most > 0;
  return {
    obstacle: payNowObstacle(receiver, account),
    repayment: mayPay ? paid(facts, most) : null,
    ofFailed: paymentThatEndsTheHold(facts),
    underway: account.inFlight > account.asked ? arrived(facts) : null,
  };
}

/** Returns the least payment that ends the hold of a repayment that failed; null without such a hold, or where no payment ends it now. */
export function paymentThatEndsTheHold(facts: Facts): SettledPayment | null {
  const most = payableOf(facts.account).most_cents;
  return most > 0 && facts.account.hasUnpaidDraw ? leastThatEndsTheHold(facts, most) : null;
}

/** Finds the smallest payment by halving: a larger one never leaves more of a failed amount. Null where even all that is payable leaves some. */
function leastThatEndsTheHold(facts: Facts, most: Cents): SettledPayment | null {
  const ends = ({ blocks }: SettledPayment) => !blocks.has_unpaid_draw;
  if (!ends(paid(facts, most))) return null;
  let [above, enough] = [0, Number(most)];
  while (enough - above > 1) {
    const middle = Math.floor((above + enough) / 2);
    if (ends(paid(facts, cents(middle)))) enough = middle;
    else above = middle;
  }
  return paid(facts, cents(enough));
}

/** Returns the account after a payment that the merchant starts today. */
function paid(facts: Facts, amount: Cents): SettledPayment {
  const today = programDay(facts.receiver, facts.deps.clock());
  const payment: DrawRow = {
    id: '',
    kind: 'pay_now',
    due_date: today,
    part: 1,
    attempt: 1,
    debit_date: today,
    amount_cents: amount,
    status: 'settled',
    failure_code: null,
    business_key: '',
    finished_at: null,
    retry_of: null,
    bank_account_id: null,
    uncollected_cents: null,
    credits_cents: null,
    cashback_cents: null,
  };
  return after(facts, amount, [...facts.rows.draws, payment]);
}

/** Returns the account after all that the bank has under way has arrived. */
function arrived(facts: Facts): SettledPayment {
  const { inFlight, asked } = facts.account;
  const isAtBank = (draw: DrawRow) => isInFlight(draw) && !unsentStatuses.includes(draw.status);
  return after(
    facts,
    subtract(inFlight, asked),
    facts.rows.draws.map((draw) => (isAtBank(draw) ? { ...draw, status: 'settled' } : draw)),
  );
}

function after({ deps, rows, receiver }: Facts, amount: Cents, draws: DrawRow[]): SettledPayment {
  const { balances } = rows;
  const moved = { ...balances, owed: subtract(balances.owed, amount), bank: add(balances.bank, amount) };
  const account = accountOf(deps, { ...rows, balances: moved, draws }, receiver);
  return {
    amount_cents: amount,
    settles_on: settlementDay(utcDate(deps.clock()), deps.isBankHoliday),
    outstanding: account.outstanding,
    blocks: blockFacts(receiver, account),
  };
}
