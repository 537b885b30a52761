import type { Transaction } from '../../db/database.ts';
import { type AccountRows, type DrawRow, readAccountRows } from '../../db/queries/accountRows.ts';
import type { CardDay } from '../../db/queries/cardDays.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { areDebitsStopped } from '../../domain/bank/debitAuthorization.ts';
import type { IsHoliday, IsoDate } from '../../domain/basics/dates.ts';
import { add, type Cents, subtract } from '../../domain/basics/money.ts';
import { creditsReceived, isSettledTransfer, type LedgerBalances, outstanding } from '../../domain/ledger/ledger.ts';
import { isDrawnByItself, isFailedDraw, isInFlight, isScheduled, unsentStatuses } from '../../domain/repayment/draw.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import type { DrawPreference } from '../../domain/repayment/drawDays.ts';
import { hasUnpaidDraw, type OtherCredits, reservedAmounts } from '../../domain/repayment/failedDebits.ts';
import { canBePaidInTime } from '../../domain/repayment/inTime.ts';
import { type Payable, payable } from '../../domain/repayment/payNow.ts';
import { duesOf } from '../../domain/repayment/purchaseTerms.ts';
import { partsAsked, partsOnTheirWay } from '../../domain/repayment/repaymentCalendar.ts';
import { dueAtOnce, paymentSchedule, type RatedDue, type ScheduleEntry, unpaidOf } from '../../domain/repayment/schedule.ts';
import type { DebtFacts } from '../../domain/repayment/upcomingDebits.ts';
import { type BlockFacts, blocksOf } from '../../domain/spendingPower/blocks.ts';
import type { Deps } from '../deps.ts';
import { programDay } from '../receiver/programOf.ts';

/** A draw, with the program's day on which it failed; null when it has not failed. */
type AccountDraw = DrawRow & { failedOn: IsoDate | null };

/** Returns the program's day on which a draw failed; null when it has not failed. */
export function dayOfFailure(receiver: Receiver, draw: Pick<DrawRow, 'status' | 'finished_at'>): IsoDate | null {
  return isFailedDraw(draw) && draw.finished_at ? programDay(receiver, draw.finished_at) : null;
}

/** A receiver's debts, due dates and payments under way. */
export interface Account {
  balances: LedgerBalances;
  /** Owed plus held on the card, in cents. */
  outstanding: Cents;
  /** Approved at the issuer’s question and not reported by it yet, so that it is not held in the books; in cents. */
  approved: Cents;
  /** The unpaid rest of all dues, in the order in which it is paid. */
  unpaid: readonly RatedDue[];
  /** The part of it that belongs to no purchase, due today. */
  atOnce: RatedDue;
  schedule: readonly ScheduleEntry[];
  /** Drawn or about to be drawn, and neither settled nor failed; in cents. */
  inFlight: Cents;
  /** The part of it without a known transfer, in cents: the bank has not been asked, or has not answered. */
  asked: Cents;
  /** A draw failed and the amount it should have paid is still owed. */
  hasUnpaidDraw: boolean;
  /** See the rule of the same name. */
  areDebitsStopped: boolean;
  /** Whether dues are drawn automatically from the linked bank. */
  isDrawn: boolean;
  /** Its EIN or store backs another account, and staff have not allowed it. */
  hasFlaggedIdentity: boolean;
  /** The program's day on which staff last unlocked the account; null when they never did. */
  unlockedOn: IsoDate | null;
  cardDays: readonly CardDay[];
  draws: readonly AccountDraw[];
  credits: OtherCredits;
  /** The days on which the merchant wants the draws, and what is arranged about single ones. */
  preference: DrawPreference;
  arrangements: readonly DrawArrangement[];
  /** The newest total spending power in cents; null before the first computation. */
  totalPower: Cents | null;
}

/** Reads a receiver's account as it is at one moment. The caller must hold the receiver's row when it decides something from it. */
export async function readAccount(
  { clock, isBankHoliday }: Pick<Deps, 'clock' | 'isBankHoliday'>,
  transaction: Transaction,
  scope: ReceiverScope,
  receiver: Receiver,
): Promise<Account> {
  return accountOf({ clock, isBankHoliday }, await readAccountRows(transaction, scope), receiver);
}

/** Computes a receiver's account from its rows. */
export function accountOf(
  { clock, isBankHoliday }: Pick<Deps, 'clock' | 'isBankHoliday'>,
  { balances, cardDays, draws, approved_cents, total_cents, authorization, hasFlaggedIdentity, preference, arrangements }: AccountRows,
  receiver: Receiver,
): Account {
  const today = programDay(receiver, clock());
  const paid = { dues: duesOf(cardDays), creditsReceived: creditsReceived(balances), today };
  const unpaid = unpaidOf(paid);
  const dated = draws.map((draw) => ({ ...draw, failedOn: dayOfFailure(receiver, draw) }));
  const isStopped = areDebitsStopped(authorization, draws);
  const mayBeDebited = receiver.plaid_access_token !== null && authorization?.endedReason === null;
  const isDrawn = isDrawnByItself(receiver) && mayBeDebited;
  const open = { draws: dated, today, isDrawnByItself: isDrawn, isBankHoliday };
  const schedule = paymentSchedule(unpaid, (dueDate) => canBePaidInTime(dueDate, open));
  const atOnce = dueAtOnce(paid);
  const credits = otherCredits({ balances, cardDays, draws });
  return {
    balances,
    outstanding: outstanding(balances),
    approved: approved_cents,
    unpaid,
    atOnce,
    schedule,
    inFlight: sum(draws.filter(isInFlight)),
    asked: sum(draws.filter(({ status }) => unsentStatuses.includes(status))),
    hasUnpaidDraw: hasUnpaidDraw({ schedule, owed: balances.owed, atOnce, draws: dated, credits, isBankHoliday }),
    areDebitsStopped: isStopped,
    isDrawn,
    hasFlaggedIdentity,
    unlockedOn: receiver.unlocked_at && programDay(receiver, receiver.unlocked_at),
    cardDays,
    draws: dated,
    credits,
    preference,
    arrangements,
    totalPower: total_cents,
  };
}

const sum = (draws: readonly DrawRow[]): Cents => add(...draws.map((draw) => draw.amount_cents));

/** Returns all credits ever, refunds among them, other than scheduled draws; less those paid out. */
function otherCredits({ balances, cardDays, draws }: Pick<AccountRows, 'balances' | 'cardDays' | 'draws'>): OtherCredits {
  const all = add(balances.bank, balances.adjustments, balances.payouts, ...cardDays.map((day) => day.returned_cents));
  const received = subtract(all, sum(draws.filter((draw) => isScheduled(draw) && isSettledTransfer(draw.status))));
  return { received, underway: add(received, sum(draws.filter((draw) => !isScheduled(draw) && isInFlight(draw)))), cashback: balances.cashback };
}

/** Returns the facts from which a day's draws are planned. */
export function debtFacts({ schedule, balances, inFlight, draws, credits, unlockedOn, preference, arrangements }: Account, isBankHoliday: IsHoliday) {
  const made = draws.filter(isScheduled);
  return { schedule, owed: balances.owed, inFlight, made, credits, unlockedOn, preference, arrangements, isBankHoliday } satisfies DebtFacts;
}

/** Returns what of each payment of an account's schedule is on its way from the bank, and what of that the bank has not answered for. */
export function partsUnderway(account: Account, isBankHoliday: IsHoliday): { on_its_way_cents: Cents[]; asked_parts_cents: Cents[] } {
  const { schedule, inFlight, made, credits } = debtFacts(account, isBankHoliday);
  const facts = { schedule, inFlight, asked: account.asked, reserved: reservedAmounts(made, credits, isBankHoliday) };
  return { on_its_way_cents: [...partsOnTheirWay(facts)], asked_parts_cents: [...partsAsked(facts)] };
}

/** Returns what of an account's debt can be paid now, what cannot be paid yet, and for what of that the bank is still asked. */
export function payableOf({
  balances: { owed, pending },
  inFlight,
  asked,
}: Pick<Account, 'balances' | 'inFlight' | 'asked'>): Payable & { asked_cents: Cents } {
  return { ...payable({ owed, pending, inFlight }), asked_cents: asked };
}

/** Returns the facts that block an account, or do not. */
export function blockFacts(receiver: Receiver, { hasUnpaidDraw, areDebitsStopped, hasFlaggedIdentity }: Account): BlockFacts {
  return {
    is_locked: receiver.is_locked,
    is_fraud: receiver.is_fraud,
    is_black_listed: receiver.is_black_listed,
    has_unpaid_draw: hasUnpaidDraw,
    are_debits_stopped: areDebitsStopped,
    has_flagged_identity: hasFlaggedIdentity,
    is_business_refused: Boolean(receiver.business_refused_at),
    is_closing: receiver.closing_requested_at !== null,
  };
}

/** Decides whether the receiver is held: nothing can be spent, and the cards are paused. */
export function isHeld(receiver: Receiver, account: Account): boolean {
  return blocksOf(blockFacts(receiver, account)).length > 0;
}
