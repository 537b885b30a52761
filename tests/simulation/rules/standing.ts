import { slotsOf } from '../oracle/allocation.ts';
import { type Day, writeDay } from '../oracle/calendar.ts';
import { potentialCashback } from '../oracle/cashback.ts';
import { openAmountOf } from '../oracle/claims.ts';
import { isHeld } from '../oracle/decision.ts';
import type { Merchant } from '../oracle/facts.ts';
import { creditOf } from '../oracle/payouts.ts';
import { heldBack, outstandingOf, owedBy, scheduleOf } from '../oracle/position.ts';

/** Where an account stands, as the product and the model both tell it. Days are written, amounts are cents. */
export interface Standing {
  owed: number;
  outstanding: number;
  /** What is to be paid, and the cashback still to come, by due date. */
  schedule: [due: string, amount: number, potentialCashback: number][];
  /** What is unpaid of each debit that failed. */
  failed: [debit: string, amount: number][];
  isHeld: boolean;
  /** What was repaid and cannot be spent again yet. */
  heldBack: number;
  /** The credit that can be paid out. */
  payable: number;
  /** The cashback that was booked, by due date. */
  cashback: [due: string, amount: number][];
}

/** Returns amounts in the order of their names, without those that are 0. */
const listed = (amounts: Iterable<readonly [name: string, amount: number]>): [string, number][] =>
  [...amounts].flatMap(([name, amount]): [string, number][] => (amount === 0 ? [] : [[name, amount]])).sort();

/** Returns what the model says of an account. */
export function standingOf(merchant: Merchant, today: Day): Standing {
  const { entries, debits } = merchant;
  const slots = slotsOf(merchant);
  const potential = potentialCashback(merchant, today);
  return {
    owed: owedBy(merchant),
    outstanding: outstandingOf(merchant),
    schedule: [...scheduleOf(merchant)].map(([due, amount]) => [writeDay(due), amount, potential.get(due) ?? 0]),
    failed: listed(debits.map(({ id }) => [String(id), openAmountOf(id, slots)])),
    isHeld: isHeld(merchant),
    heldBack: heldBack(merchant, today),
    payable: Math.max(0, creditOf(merchant, today)),
    cashback: listed(entries.flatMap(({ kind, of, amount }) => (kind === 'cashback' ? [[writeDay(Number(of)), amount] as const] : []))),
  };
}
