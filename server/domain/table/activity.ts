import type { IsoDate } from '../basics/dates.ts';
import type { ForeignPrice } from '../basics/foreignMoney.ts';
import type { Cents } from '../basics/money.ts';
import { isCounted } from '../card/card.ts';
import type { ManualType } from '../ledger/ledger.ts';
import { countedCurrency } from '../store/sales.ts';

/**
 * The activity of an account, as its tables and reports show it: card transactions, bank transfers and the store's
 * receivables, with the rules for which are shown and which are on a statement. Amounts are US cents, except a receivable's in
 * another currency; instants are UTC.
 */

export interface CardActivity {
  id: string;
  status: string;
  /** `APPROVED`, or why the purchase was declined. */
  result: string;
  /** The merchant as the network names it. */
  descriptor: string;
  /** A purchase is positive, a refund negative. */
  amount_cents: Cents;
  created_at: Date;
  /** Null for a card check, which is due on no day. */
  repayment_date: IsoDate | null;
}

/** A card transaction as a line of the card report. */
export type CardLine = Omit<CardActivity, 'result'>;

/** A card transaction as the table shows it: with its card, and beside the merchant what the purchase cost abroad. */
export interface ShownCardActivity extends CardActivity {
  card_token: string;
  /** Null for a purchase in US dollars. */
  foreign: ForeignPrice | null;
}

export interface TransferActivity {
  id: string;
  name: string;
  status: string;
  /** The amount by which it lowers the debt. */
  amount_cents: Cents;
  created_at: Date;
  /** Entered by staff or credited as cashback, not drawn from the bank. */
  is_manual: boolean;
  /** The type of a manual row; null for others. */
  transaction_type: ManualType | null;
}

export interface ReceivableActivity {
  id: string;
  type: string;
  status: string;
  /** In hundredths of its currency. */
  amount_cents: Cents;
  /** ISO 4217; left out for US dollars. */
  currency?: string | undefined;
  created_at: Date;
}

/** Returns the currency of a receivable as its row has it: none for US dollars. */
export function inCurrency(currency: string): { currency?: string } {
  return currency === countedCurrency ? {} : { currency };
}

/** Tells whether a card transaction is shown: not when it never moved money. */
export function isShownCardTransaction(transaction: Pick<CardActivity, 'status'>): boolean {
  return isCounted(transaction);
}

/** Tells whether a transfer is shown: not when the bank only reported an error. */
export function isShownTransfer(transfer: Pick<TransferActivity, 'name'>): boolean {
  return transfer.name !== 'Error';
}

/** Tells whether a receivable is shown: not when its payment failed in the store. */
export function isShownReceivable(receivable: Pick<ReceivableActivity, 'status'>): boolean {
  return receivable.status !== 'failure';
}

/** Returns the status as people read it: `funds_available` is shown as settled. */
export function shownTransferStatus(status: string): string {
  return status === 'funds_available' ? 'settled' : status;
}

const manualNames: Readonly<Record<ManualType, string>> = { statement_credit: 'Statement credit', chargeback: 'Chargeback', refund: 'Refund' };

/** Returns the type of a transfer: `Repayment`, or the type that staff entered. Cashback is a statement credit. */
export function transferType(transfer: Pick<TransferActivity, 'is_manual' | 'transaction_type'>): string {
  return transfer.is_manual && transfer.transaction_type !== null ? manualNames[transfer.transaction_type] : 'Repayment';
}

/** The names of cashback rows. The database gives them to no other rows. */
const cashbackName = 'Cashback';
const cashbackReversalName = 'Cashback reversal';
export const cashbackNames = [cashbackName, cashbackReversalName] as const;

/** Returns the name of a row that credits cashback, or takes it back when the amount is negative. */
export function cashbackRowName(amount: Cents): string {
  return amount < 0 ? cashbackReversalName : cashbackName;
}

/** Returns the type of a transfer as the table shows it. Cashback, which files call a statement credit, has its own name. */
export function shownTransferType(transfer: Pick<TransferActivity, 'name' | 'is_manual' | 'transaction_type'>): string {
  return cashbackNames.find((name) => name === transfer.name) ?? transferType(transfer);
}

/** The amount and the repayment date of a row, also as it crosses the wire. */
export interface DatedAmount {
  readonly amount_cents: number;
  readonly repayment_date?: string | null;
}

/** Tells whether a row is a card check, see `isCardCheck`: of $0 and never due. */
export function isCheckRow({ amount_cents, repayment_date }: DatedAmount): boolean {
  return amount_cents === 0 && repayment_date === null;
}

/** `Purchase`, `Refund` when money came back, or `Card check`. */
export function cardTransactionType(transaction: DatedAmount): string {
  if (isCheckRow(transaction)) return 'Card check';
  return transaction.amount_cents < 0 ? 'Refund' : 'Purchase';
}
