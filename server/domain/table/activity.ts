import type { IsoDate } from '../basics/dates.ts';
import type { Cents } from '../basics/money.ts';
import { isCounted } from '../card/card.ts';
import { isSettledRepayment, type ManualType } from '../ledger/ledger.ts';

/**
 * What happened on an account, as its tables and reports show it: card transactions, transfers of the bank and the
 * store's receivables, which of them are shown and which make a statement. Amounts are US cents, instants UTC.
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
  repayment_date: IsoDate | null;
}

export interface TransferActivity {
  id: string;
  name: string;
  status: string;
  /** What it lowers the debt by. */
  amount_cents: Cents;
  created_at: Date;
  /** Entered by staff, not drawn from the bank. */
  is_manual: boolean;
  /** Of a manual row. */
  transaction_type: ManualType | null;
}

export interface ReceivableActivity {
  id: string;
  type: string;
  status: string;
  amount_cents: Cents;
  created_at: Date;
}

/** Card transactions that never moved money are not shown. */
export function isShownCardTransaction(transaction: Pick<CardActivity, 'status'>): boolean {
  return isCounted(transaction);
}

/** A transfer that the bank only reported as an error is not shown. */
export function isShownTransfer(transfer: Pick<TransferActivity, 'name'>): boolean {
  return transfer.name !== 'Error';
}

/** A payment that failed in the store is no receivable. */
export function isShownReceivable(receivable: Pick<ReceivableActivity, 'status'>): boolean {
  return receivable.status !== 'failure';
}

/** Account statements list purchases that were approved and have settled. */
export function isOnStatement(transaction: Pick<CardActivity, 'status' | 'result'>): boolean {
  return transaction.status === 'SETTLED' && transaction.result === 'APPROVED';
}

/** Account statements list the transfers that the bank has settled. */
export function isTransferOnStatement(transfer: Pick<TransferActivity, 'name' | 'status'>): boolean {
  return isShownTransfer(transfer) && isSettledRepayment(transfer.status);
}

/** The status as people read it: money that the bank has made available is settled. */
export function shownTransferStatus(status: string): string {
  return status === 'funds_available' ? 'settled' : status;
}

const manualNames: Readonly<Record<ManualType, string>> = { statement_credit: 'Statement credit', chargeback: 'Chargeback', refund: 'Refund' };

/** What kind of transfer it is: `Repayment`, or what staff entered. */
export function transferType(transfer: Pick<TransferActivity, 'is_manual' | 'transaction_type'>): string {
  return transfer.is_manual && transfer.transaction_type !== null ? manualNames[transfer.transaction_type] : 'Repayment';
}

/** `Purchase`, or `Refund` when money came back. */
export function cardTransactionType(transaction: Pick<CardActivity, 'amount_cents'>): string {
  return transaction.amount_cents < 0 ? 'Refund' : 'Purchase';
}
