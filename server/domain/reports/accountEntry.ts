import type { IsoDate } from '../basics/dates.ts';
import { type Cents, negate } from '../basics/money.ts';
import type { ManualType } from '../ledger/ledger.ts';

/**
 * A row of an account: one booking that changed what is owed. Statements and the files that accounting software imports
 * again and again consist of these rows, so that opening balance and rows make the closing balance. A row is dated the
 * moment it was booked and never changes; what came back is a row of its own.
 */
export interface AccountEntry {
  /** Never changes: the transaction's own id, with the number of the booking behind it when it is not the first. */
  id: string;
  /** The ledger's kind. */
  kind: string;
  /** A card transaction; otherwise a repayment or a credit. */
  isCard: boolean;
  /** Takes back an earlier entry about the same transaction. */
  isReversal: boolean;
  /** The merchant as the network names it; empty when not of a card. */
  descriptor: string;
  /** Above 0 raises what is owed. Never 0. */
  amount_cents: Cents;
  posted_at: Date;
  /** When a purchase is due. */
  repayment_date: IsoDate | null;
}

/** Returns the amount with the bookkeeper's sign: purchases negative, repayments and credits positive. */
export function signedAmount({ amount_cents }: Pick<AccountEntry, 'amount_cents'>): Cents {
  return negate(amount_cents);
}

/** The names of kinds that are not of a card. Cashback is a statement credit. */
const names: Readonly<Record<string, string>> = {
  repayment: 'Repayment',
  repayment_return: 'Repayment returned',
  cashback: 'Statement credit',
  statement_credit: 'Statement credit',
  chargeback: 'Chargeback',
  refund: 'Refund',
  credit_payout: 'Credit payout',
  credit_payout_return: 'Credit payout returned',
} satisfies Record<ManualType, string> & Record<string, string>;

/** Returns the type of a row that is not of a card, such as `Statement credit`; a credit taken back has the same type. */
export function entryType({ kind }: Pick<AccountEntry, 'kind'>): string {
  const words = kind.replace(/_reversal$/, '');
  return names[words] ?? words.replaceAll('_', ' ');
}

/** Returns the state of a row as statements show it: it has settled, or it takes back what had. */
export function entryStatus({ isCard, isReversal, kind }: AccountEntry): string {
  if (isCard) return isReversal ? 'REVERSED' : 'SETTLED';
  return kind.endsWith('_return') ? 'returned' : 'settled';
}

/** Returns the merchant of a card row, or the type of another row, such as `HEADWAY REPAYMENT`. */
export function describeEntry(entry: AccountEntry, brand: string): string {
  if (entry.isCard) return entry.descriptor;
  const type = entryType(entry).toUpperCase();
  return type.startsWith('REPAYMENT') ? `${brand.toUpperCase()} ${type}` : type;
}
