import type { Transaction } from '../../db/database.ts';
import { type AccountRows, type DrawRow, readAccountRows } from '../../db/queries/accountRows.ts';
import type { CardDay } from '../../db/queries/cardDays.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { areDebitsStopped } from '../../domain/bank/debitAuthorization.ts';
import type { IsHoliday, IsoDate } from '../../domain/basics/dates.ts';
import { add, type Cents, noMoney } from '../../domain/basics/money.ts';
import { type LedgerBalances, outstanding } from '../../domain/ledger/ledger.ts';
import { type OpenDue, openDues, paidDues, payingOrder, withoutPaid } from '../../domain/repayment/allocation.ts';
import { type CashbackFacts, potentialCashback } from '../../domain/repayment/cashback.ts';
import { isDrawnByItself, isFailedDraw, isInFlight, unsentStatuses } from '../../domain/repayment/draw.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import type { DrawPreference } from '../../domain/repayment/drawDays.ts';
import { canBePaidInTime } from '../../domain/repayment/inTime.ts';
import { type Payable, payable } from '../../domain/repayment/payNow.ts';
import { duesOf } from '../../domain/repayment/purchaseTerms.ts';
import { partsOnTheirWay } from '../../domain/repayment/repaymentCalendar.ts';
import { paymentDeadline, paymentSchedule, type RatedDue, type ScheduleEntry } from '../../domain/repayment/schedule.ts';
import type { DebtFacts } from '../../domain/repayment/upcomingDebits.ts';
import { type BlockFacts, blocksOf } from '../../domain/spendingPower/blocks.ts';
import { heldBackCents, type RepaymentTrust, repaymentTrust } from '../../domain/spendingPower/heldBack.ts';
import type { Deps } from '../deps.ts';
import { programDay, programOf } from '../receiver/programOf.ts';

/** A draw, with the program's day on which it failed; null when it has not failed. */
type AccountDraw = DrawRow & { failedOn: IsoDate | null };

/** A receiver's debts, due dates and payments under way. */
export interface Account {
  balances: LedgerBalances;
  /** Owed plus held on the card, in cents. */
  outstanding: Cents;
  /** Approved at the issuer’s question and not reported by it yet, so that it is not held in the books; in cents. */
  approved: Cents;
  /** Freed by repayments that can still come back, and not to be spent yet; in cents. */
  heldBack: Cents;
  trust: RepaymentTrust;
  /** What is unpaid of all dues, in the order in which it is paid. */
  open: readonly OpenDue[];
  /** What of it is neither at the bank nor asked of it. */
  expected: readonly OpenDue[];
  /** What of it is not at the bank. */
  notAtBank: readonly OpenDue[];
  schedule: readonly ScheduleEntry[];
  /** Drawn or about to be drawn, and neither settled nor failed; in cents. */
  inFlight: Cents;
  /** The part of it without a known transfer, in cents: the bank has not been asked, or has not answered. */
  asked: Cents;
  /** A draw failed and something of its amount is unpaid. */
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
  /** The program's day on which a part of each failed amount was paid last, by its draw. */
  failedPaidOn: ReadonlyMap<string, IsoDate>;
  cashback: CashbackFacts;
  /** Cashback that has paid nothing yet. */
  unusedCashback: Cents;
  /** The program's day on which the present debit authorization was given; null while there is none. */
  authorizedOn: IsoDate | null;
  /** The kind of holder of the account that is debited; null while none is linked, or its bank does not say. */
  holderCategory: string | null;
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

/** Returns everything that was ever due: what was bought, and credits that were taken back or paid out, which are due on their day and earn nothing. */
export function allDues({ cardDays, withdrawn }: Pick<AccountRows, 'cardDays' | 'withdrawn'>, receiver: Receiver): readonly RatedDue[] {
  return [...duesOf(cardDays), ...withdrawn.map(({ at, amount_cents }) => ({ due_date: programDay(receiver, at), amount_cents, cashback_basis_points: 0 }))];
}

/** Computes a receiver's account from its rows. */
export function accountOf({ clock, isBankHoliday }: Pick<Deps, 'clock' | 'isBankHoliday'>, rows: AccountRows, receiver: Receiver): Account {
  const { balances, cardDays, allocated, authorization, total_cents } = rows;
  const today = programDay(receiver, clock());
  const draws = rows.draws.map((draw) => ({ ...draw, failedOn: isFailedDraw(draw) && draw.finished_at ? programDay(receiver, draw.finished_at) : null }));
  const open = openDues(
    allDues(rows, receiver),
    allocated,
    draws.map(({ id }) => id),
  );
  const isUnsent = ({ status }: DrawRow) => unsentStatuses.includes(status);
  const inFlight = draws.filter(isInFlight);
  const notAtBank = afterDraws(
    open,
    inFlight.filter((draw) => !isUnsent(draw)),
  );
  const authorizedOn = authorization?.endedReason === null ? programDay(receiver, authorization.acceptedAt) : null;
  const cashback: CashbackFacts = {
    dues: duesOf(cardDays),
    refunded: rows.refunded,
    paid: allocated,
    open,
    booked: rows.cashback,
    deadlineOf: (dueDate) => paymentDeadline(dueDate, isBankHoliday),
    canBePaidInTime: (dueDate) => canBePaidInTime(dueDate, { draws, today, authorizedOn, isBankHoliday }),
  };
  const trust = repaymentTrust(draws, today);
  return {
    balances,
    outstanding: outstanding(balances),
    approved: rows.approved_cents,
    heldBack: heldBackCents(trust, total_cents ?? noMoney, programOf(receiver).trust),
    trust,
    open,
    expected: afterDraws(notAtBank, inFlight.filter(isUnsent)),
    notAtBank,
    schedule: paymentSchedule(open, potentialCashback(cashback)),
    inFlight: sum(inFlight),
    asked: sum(inFlight.filter(isUnsent)),
    hasUnpaidDraw: draws.some(({ open_cents }) => open_cents !== null && open_cents > 0),
    areDebitsStopped: areDebitsStopped(authorization, draws),
    isDrawn: isDrawnByItself(receiver) && receiver.plaid_access_token !== null && authorizedOn !== null,
    hasFlaggedIdentity: rows.hasFlaggedIdentity,
    unlockedOn: receiver.unlocked_at && programDay(receiver, receiver.unlocked_at),
    cardDays,
    draws,
    failedPaidOn: new Map([...rows.failedPaidAt].map(([id, at]) => [id, programDay(receiver, at)])),
    cashback,
    unusedCashback: rows.unusedCashback,
    authorizedOn,
    holderCategory: rows.holderCategory,
    preference: rows.preference,
    arrangements: rows.arrangements,
    totalPower: total_cents,
  };
}

const sum = (draws: readonly DrawRow[]): Cents => add(noMoney, ...draws.map((draw) => draw.amount_cents));

/** Returns what is unpaid once draws have settled. */
function afterDraws(open: readonly OpenDue[], draws: readonly DrawRow[]): readonly OpenDue[] {
  return draws.reduce((left, draw) => withoutPaid(left, paidDues(left, draw.amount_cents, payingOrder(draw))), open);
}

/** Returns the facts from which a day's draws are planned. */
export function debtFacts({ expected, balances, inFlight, draws, failedPaidOn, unlockedOn, preference, arrangements }: Account, isBankHoliday: IsHoliday) {
  return { open: expected, owed: balances.owed, inFlight, draws, failedPaidOn, unlockedOn, preference, arrangements, isBankHoliday } satisfies DebtFacts;
}

/** Returns what of each payment of an account's schedule is on its way from the bank, and what of that the bank has not answered for. */
export function partsUnderway(account: Account): { on_its_way_cents: Cents[]; asked_parts_cents: Cents[] } {
  const parts = partsOnTheirWay(account);
  return { on_its_way_cents: parts.map(({ onItsWay }) => onItsWay), asked_parts_cents: parts.map(({ asked }) => asked) };
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
