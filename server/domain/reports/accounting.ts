import { type Cents, negate } from '../basics/money.ts';
import { contains, type Period } from '../basics/periods.ts';
import type { ManualType } from '../ledger/ledger.ts';
import { type CardActivity, isOnStatement, isShownCardTransaction, isShownTransfer, isTransferOnStatement, type TransferActivity } from '../table/activity.ts';

/** The rows of the files that accounting software imports: card transactions and repayments in one list, oldest first. */
export type AccountingRow = { kind: 'card'; row: CardActivity } | { kind: 'bank'; row: TransferActivity };

/** The states of transfers that in the end took nothing from the bank. */
export const failedStatuses: ReadonlySet<string> = new Set(['failed', 'cancelled', 'returned']);

/** Tells whether the classic file includes a row: everything in the period that moved money or is about to. */
export function isInClassicFile({ kind, row }: AccountingRow, period: Period): boolean {
  if (!contains(period, row.created_at)) return false;
  return kind === 'card' ? isShownCardTransaction(row) : isShownTransfer(row) && !failedStatuses.has(row.status);
}

/**
 * Tells whether a file for repeated imports includes a row: only settled ones, because the amount of a pending purchase
 * may still change, and accounting software keeps the first amount it saw. Rows of 0 are left out.
 */
export function isInImportFile({ kind, row }: AccountingRow, period: Period): boolean {
  if (row.amount_cents === 0 || !contains(period, row.created_at)) return false;
  return kind === 'card' ? isOnStatement(row) : isTransferOnStatement(row);
}

/** Sorts oldest first; rows of the same instant by their id. */
export function compareByDate({ row: one }: AccountingRow, { row: other }: AccountingRow): number {
  const age = one.created_at.getTime() - other.created_at.getTime();
  if (age !== 0 || one.id === other.id) return age;
  return one.id < other.id ? -1 : 1;
}

/** Returns the amount with the bookkeeper's sign: purchases negative, repayments positive. */
export function signedAmount({ kind, row }: AccountingRow): Cents {
  return kind === 'card' ? negate(row.amount_cents) : row.amount_cents;
}

const manualDescriptions: Readonly<Record<ManualType, string>> = {
  statement_credit: 'STATEMENT CREDIT',
  chargeback: 'CHARGEBACK',
  refund: 'REFUND',
};

/** Returns the merchant of a card row, or the kind of a bank row, such as `HEADWAY REPAYMENT`. */
export function describeRow({ kind, row }: AccountingRow, brand: string): string {
  if (kind === 'card') return row.descriptor;
  return row.is_manual && row.transaction_type !== null ? manualDescriptions[row.transaction_type] : `${brand.toUpperCase()} REPAYMENT`;
}
