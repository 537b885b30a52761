import { add, type Cents, larger, negate, noMoney, smaller, subtract } from '../basics/money.ts';
import { isCounted } from '../card/card.ts';

/**
 * What a receiver owes, kept by double entry. Every transfer takes an amount from one account and gives it to another,
 * none is ever changed, and a balance is nothing but the sum of transfers.
 *
 * Nothing here follows events. A provider's object (a card transaction, a repayment) is looked at in its present state;
 * the state says what should be booked for that object, the transfers already made for it say what is, and only the
 * difference is booked. So it does not matter in which order the world reports, how often, or what was missed.
 */

/** `owed` and `pending` are the receiver's, the others the program's. */
export const ledgerAccounts = ['owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const manualTypes = ['statement_credit', 'chargeback', 'refund'] as const;
export type ManualType = (typeof manualTypes)[number];

/** The most that one manual row may credit or take back, $150,000: as much as one draw. */
export const largestManualCents = 15_000_000;

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
  /** The object it is about. */
  readonly subject_id: string;
  readonly at: Date;
}

interface Subject {
  readonly subject_id: string;
  /** When the object came to be in this state, by the clock of whoever reports it. */
  readonly as_of: Date;
}

/** A card transaction: what is held for it and what was settled. Purchases are positive, refunds negative. */
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

/** The cashback earned for one due date, as it stands. */
export interface CashbackSubject extends Subject {
  readonly type: 'cashback';
  readonly amount_cents: Cents;
}

export type LedgerSubject = CardTransactionSubject | RepaymentSubject | ManualSubject | CashbackSubject;

/** A repayment counts when the bank has settled it, not when it was sent. */
const settledStatuses: ReadonlySet<string> = new Set(['settled', 'funds_available']);

export function isSettledRepayment(status: string): boolean {
  return settledStatuses.has(status);
}

/** Tells whether a state of an object is older than the one that is known. Of two that say the same time, the one just fetched counts. */
export function isOutdated(fetchedAsOf: Date, knownAsOf: Date): boolean {
  return fetchedAsOf.getTime() < knownAsOf.getTime();
}

/** An amount in each of the receiver's accounts. */
interface Position {
  readonly pending: Cents;
  readonly owed: Cents;
}

/**
 * The transfers that are missing for an object in its present state, none when the books are right about it.
 * @param made the transfers made so far, of this object or of all.
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
      return isCounted(subject) ? { pending: subject.pending_cents, owed: subject.settled_cents } : { pending: noMoney, owed: noMoney };
    case 'repayment':
      return { pending: noMoney, owed: isSettledRepayment(subject.status) ? negate(subject.amount_cents) : noMoney };
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
    case 'cashback':
      return [entry('owed', 'cashback', change.owed, 'cashback_reversal', 'cashback')];
  }
}

/** A settlement turns what is held into what is owed; only what it goes over or under passes through the network's account. */
function cardEntries(status: string, wanted: Position, change: Position): readonly Entry[] {
  const turned = turnedIntoOwed(change);
  const held = add(change.pending, turned);
  const settled = subtract(change.owed, turned);
  const released = releaseKind(status);
  return [
    entry('owed', 'pending', turned, 'settlement', 'refund'),
    entry('pending', 'card_network', held, wanted.pending > 0 ? 'authorisation' : released, wanted.pending < 0 ? 'refund_authorisation' : released),
    entry('owed', 'card_network', settled, 'settlement', isCounted({ status }) ? 'refund' : released),
  ];
}

/** How much goes straight from pending to owed (below zero: the other way, for a refund): what leaves the one and enters the other. */
function turnedIntoOwed(change: Position): Cents {
  if (change.owed > 0 && change.pending < 0) return smaller(change.owed, negate(change.pending));
  if (change.owed < 0 && change.pending > 0) return larger(change.owed, negate(change.pending));
  return noMoney;
}

function releaseKind(status: string): LedgerKind {
  if (status === 'VOIDED') return 'void';
  return status === 'EXPIRED' ? 'expiry' : 'release';
}

/** An amount from one account to the other, or the other way round, under its other kind, when it is below zero. */
function entry(debit: LedgerAccount, credit: LedgerAccount, amount: Cents, kind: LedgerKind, kindBelowZero: LedgerKind): Entry {
  return amount < 0
    ? { debit_account: credit, credit_account: debit, amount_cents: negate(amount), kind: kindBelowZero }
    : { debit_account: debit, credit_account: credit, amount_cents: amount, kind };
}

export type LedgerBalances = Readonly<Record<LedgerAccount, Cents>>;

/** Books in which nothing has been booked yet, to add transfers to. */
export const emptyBalances = (): Record<LedgerAccount, Cents> => ({
  owed: noMoney,
  pending: noMoney,
  card_network: noMoney,
  bank: noMoney,
  cashback: noMoney,
  adjustments: noMoney,
});

/** Debits less credits of every account. Together they are always zero. */
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

/** What a receiver owes, counting purchases that are only held so far. Below zero when the receiver is in credit. */
export function outstanding(balances: LedgerBalances): Cents {
  return add(balances.owed, balances.pending);
}

/** Everything that lowered what is owed other than the card network's own refunds: repayments, cashback and manual credits, less what was taken back. */
export function creditsReceived(balances: LedgerBalances): Cents {
  return add(balances.bank, balances.cashback, balances.adjustments);
}
