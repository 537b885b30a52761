import { add, type Cents, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';
import { isCounted } from '../card/card.ts';

/**
 * The double-entry ledger of what a receiver owes. Every transfer moves an amount from one account to another, no
 * transfer is ever changed, and a balance is just the sum of transfers.
 *
 * Nothing here follows events. Each provider object (a card transaction, a repayment) is read in its present state;
 * that state determines what should be booked for the object, the transfers already made for it show what is booked,
 * and only the difference is booked. So the order, repetition or loss of reports does not matter.
 */

/** `owed` and `pending` are the receiver's, the others the program's. */
export const ledgerAccounts = ['owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const manualTypes = ['statement_credit', 'chargeback', 'refund'] as const;
export type ManualType = (typeof manualTypes)[number];

/** The most cents that one manual row may credit or take back, $150,000: as much as one draw. */
export const maximumManualCents = 15_000_000;

/** The first two keep the spelling with which they are stored: no transfer is ever changed. */
export type LedgerKind =
  | 'authorisation'
  | 'refund_authorisation'
  | 'settlement'
  | 'refund'
  | 'release'
  | 'void'
  | 'expiry'
  | 'repayment'
  | 'repayment_return'
  | 'cashback'
  | 'cashback_reversal'
  | 'credit_payout'
  | 'credit_payout_return'
  | ManualType
  | `${ManualType}_reversal`;

export interface LedgerTransfer {
  readonly debit_account: LedgerAccount;
  readonly credit_account: LedgerAccount;
  /** Above 0. */
  readonly amount_cents: Cents;
  readonly kind: LedgerKind;
  /** `{subject_id}#{n}`, n counting a subject's transfers from 0: two writers that book the same difference collide. */
  readonly external_id: string;
  /** Id of the object that the transfer belongs to. */
  readonly subject_id: string;
  readonly at: Date;
}

interface Subject {
  readonly subject_id: string;
  /** When the object entered this state, by the reporting provider's clock. */
  readonly as_of: Date;
}

/** A card transaction with its held and settled amounts. Purchases are positive, refunds negative. */
export interface CardTransactionSubject extends Subject {
  readonly type: 'card_transaction';
  readonly status: string;
  readonly pending_cents: Cents;
  readonly settled_cents: Cents;
}

/** A debit of the linked bank, in the transfer provider's states. */
export interface RepaymentSubject extends Subject {
  readonly type: 'repayment';
  readonly status: string;
  readonly amount_cents: Cents;
}

/** A row that staff add by hand. A positive amount lowers what is owed; a negative one takes such a credit back. */
export interface ManualSubject extends Subject {
  readonly type: 'manual';
  readonly transaction_type: ManualType;
  readonly amount_cents: Cents;
}

/** The cashback earned so far for one due date. */
export interface CashbackSubject extends Subject {
  readonly type: 'cashback';
  readonly amount_cents: Cents;
}

/** A credit balance that is paid out. Its amount leaves the credit when it is ordered, so that it is neither spent nor paid again meanwhile. */
export interface PayoutSubject extends Subject {
  readonly type: 'payout';
  readonly status: string;
  readonly amount_cents: Cents;
}

export type LedgerSubject = CardTransactionSubject | RepaymentSubject | ManualSubject | CashbackSubject | PayoutSubject;

/** The states of a payout that did not reach the merchant. */
export const failedPayoutStatuses: ReadonlySet<string> = new Set(['declined', 'failed', 'returned', 'cancelled']);

/** Tells whether a payout did not reach the merchant; its amount is a credit again. */
export function isFailedPayout({ status }: { readonly status: string }): boolean {
  return failedPayoutStatuses.has(status);
}

/** The states of a debit or payout that the bank has settled. */
export const settledStatuses: ReadonlySet<string> = new Set(['settled', 'funds_available']);

/** Tells whether the bank has settled a debit or a payout. A repayment counts from then on, not from when it was sent. */
export function isSettledTransfer(status: string): boolean {
  return settledStatuses.has(status);
}

/** Tells whether a fetched state is older than the known one. When both have the same time, the fetched one counts. */
export function isOutdated(fetchedAsOf: Date, knownAsOf: Date): boolean {
  return fetchedAsOf.getTime() < knownAsOf.getTime();
}

/** An amount in each of the receiver's accounts. */
interface Position {
  readonly pending: Cents;
  readonly owed: Cents;
}

/**
 * Returns the transfers missing for an object in its present state; none when the ledger already matches it.
 * @param made the transfers made so far, for this object or for all.
 */
export function missingTransfers(subject: LedgerSubject, made: readonly LedgerTransfer[]): readonly LedgerTransfer[] {
  const booked = made.filter((transfer) => transfer.subject_id === subject.subject_id);
  const wanted = wantedPosition(subject);
  const change = {
    pending: subtract(wanted.pending, balanceOf('pending', booked)),
    owed: subtract(wanted.owed, balanceOf('owed', booked)),
  };
  return entriesFor(subject, wanted, change)
    .filter((entry) => entry.amount_cents > 0)
    .map((entry, index) => ({
      ...entry,
      external_id: `${subject.subject_id}#${booked.length + index}`,
      subject_id: subject.subject_id,
      at: subject.as_of,
    }));
}

function wantedPosition(subject: LedgerSubject): Position {
  switch (subject.type) {
    case 'card_transaction':
      // A refund counts when it has settled: one that is only held may still be taken back.
      return isCounted(subject) ? { pending: larger(noMoney, subject.pending_cents), owed: subject.settled_cents } : { pending: noMoney, owed: noMoney };
    case 'repayment':
      return { pending: noMoney, owed: isSettledTransfer(subject.status) ? negate(subject.amount_cents) : noMoney };
    case 'payout':
      return { pending: noMoney, owed: isFailedPayout(subject) ? noMoney : subject.amount_cents };
    case 'manual':
    case 'cashback':
      return { pending: noMoney, owed: negate(subject.amount_cents) };
  }
}

type Entry = Pick<LedgerTransfer, 'debit_account' | 'credit_account' | 'amount_cents' | 'kind'>;

function entriesFor(subject: LedgerSubject, wanted: Position, change: Position): readonly Entry[] {
  switch (subject.type) {
    case 'card_transaction':
      return cardEntries(subject.status, wanted, change);
    case 'repayment':
      return [entry('owed', 'bank', change.owed, 'repayment_return', 'repayment')];
    case 'manual':
      return [entry('owed', 'adjustments', change.owed, `${subject.transaction_type}_reversal`, subject.transaction_type)];
    case 'payout':
      return [entry('owed', 'payouts', change.owed, 'credit_payout', 'credit_payout_return')];
    case 'cashback':
      return [entry('owed', 'cashback', change.owed, 'cashback_reversal', 'cashback')];
  }
}

/** Books a settlement from pending to owed; only the difference between the two goes through the network's account. */
function cardEntries(status: string, wanted: Position, change: Position): readonly Entry[] {
  const turned = turnedIntoOwed(change);
  const held = add(change.pending, turned);
  const settled = subtract(change.owed, turned);
  const released = releaseKind(status);
  return [
    entry('owed', 'pending', turned, 'settlement', 'refund'),
    entry('pending', 'card_network', held, wanted.pending > 0 ? 'authorisation' : released, released),
    entry('owed', 'card_network', settled, 'settlement', isCounted({ status }) ? 'refund' : released),
  ];
}

/** Returns the amount that moves directly from pending to owed: what leaves one and enters the other. Negative for a refund. */
function turnedIntoOwed(change: Position): Cents {
  if (change.owed > 0 && change.pending < 0) return smaller(change.owed, negate(change.pending));
  if (change.owed < 0 && change.pending > 0) return larger(change.owed, negate(change.pending));
  return noMoney;
}

function releaseKind(status: string): LedgerKind {
  if (status === 'VOIDED') return 'void';
  return status === 'EXPIRED' ? 'expiry' : 'release';
}

/** Returns the entry for an amount between two accounts; for a negative one, the reverse entry under its other kind. */
function entry(debit: LedgerAccount, credit: LedgerAccount, amount: Cents, kind: LedgerKind, kindBelowZero: LedgerKind): Entry {
  return amount < 0
    ? { debit_account: credit, credit_account: debit, amount_cents: negate(amount), kind: kindBelowZero }
    : { debit_account: debit, credit_account: credit, amount_cents: amount, kind };
}

export type LedgerBalances = Readonly<Record<LedgerAccount, Cents>>;

/** Returns the balances of an empty ledger, to add transfers to. */
export const emptyBalances = (): Record<LedgerAccount, Cents> => ({
  owed: noMoney,
  pending: noMoney,
  card_network: noMoney,
  bank: noMoney,
  cashback: noMoney,
  adjustments: noMoney,
  payouts: noMoney,
});

/** Returns debits minus credits of every account. They always sum to zero. */
export function ledgerBalances(transfers: Iterable<LedgerTransfer>): LedgerBalances {
  const balances = emptyBalances();
  for (const transfer of transfers) {
    balances[transfer.debit_account] = add(balances[transfer.debit_account], transfer.amount_cents);
    balances[transfer.credit_account] = subtract(balances[transfer.credit_account], transfer.amount_cents);
  }
  return balances;
}

function balanceOf(account: LedgerAccount, transfers: Iterable<LedgerTransfer>): Cents {
  return ledgerBalances(transfers)[account];
}

/** Returns what a receiver owes, including purchases that are only held so far. Negative when the receiver is in credit. */
export function outstanding(balances: LedgerBalances): Cents {
  return add(balances.owed, balances.pending);
}
