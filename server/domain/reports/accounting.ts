import { negate } from '../basics/money.ts';
import { contains, type Period } from '../basics/periods.ts';
import type { ManualType } from '../ledger/ledger.ts';
import { isStoppedTransfer } from '../repayment/draw.ts';
import { type CardActivity, isShownCardTransaction, isShownTransfer, type TransferActivity } from '../table/activity.ts';
import { type AccountEntry, entryType } from './accountEntry.ts';

/** The rows of the classic accounting import: card transactions and repayments in one list, oldest first. */
export type AccountingRow = { kind: 'card'; row: CardActivity } | { kind: 'bank'; row: TransferActivity };

/** Returns the row of the classic file for a booking that took back what had settled: a card's, a repayment's, or a payout's. */
export function reversalRow(entry: AccountEntry): AccountingRow {
  const { id, isCard, descriptor, amount_cents, posted_at: created_at, repayment_date } = entry;
  if (isCard) return { kind: 'card', row: { id, status: 'SETTLED', result: 'APPROVED', descriptor, amount_cents, created_at, repayment_date } };
  const row = { id, name: entryType(entry), status: 'settled', amount_cents: negate(amount_cents), created_at, is_manual: false, transaction_type: null };
  return { kind: 'bank', row };
}

/** Tells whether the classic file includes a row: everything in the period that moved money or is about to. */
export function isInClassicFile({ kind, row }: AccountingRow, period: Period): boolean {
  if (!contains(period, row.created_at)) return false;
  return kind === 'card' ? isShownCardTransaction(row) : isShownTransfer(row) && !isStoppedTransfer(row.status);
}

/** Sorts oldest first; rows of the same instant by their id. */
export function compareByDate({ row: one }: AccountingRow, { row: other }: AccountingRow): number {
  const age = one.created_at.getTime() - other.created_at.getTime();
  if (age !== 0 || one.id === other.id) return age;
  return one.id < other.id ? -1 : 1;
}

const manualDescriptions: Readonly<Record<ManualType, string>> = {
  statement_credit: 'STATEMENT CREDIT',
  chargeback: 'CHARGEBACK',
  refund: 'REFUND',
};

/** Returns the merchant of a card row, or the kind of a bank row, such as `HEADWAY REPAYMENT`. */
export function describeRow({ kind, row }: AccountingRow, brand: string): string {
  if (kind === 'card') return row.descriptor;
  if (row.is_manual && row.transaction_type !== null) return manualDescriptions[row.transaction_type];
  const name = row.name.toUpperCase();
  return name.startsWith('REPAYMENT') ? `${brand.toUpperCase()} ${name}` : name;
}
