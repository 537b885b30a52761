import { bankName, type NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { type IsoDate, isoDate } from '../basics/dates.ts';
import { cents, formatUsd } from '../basics/money.ts';
import { debitVerb } from './debitWords.ts';

interface Receipt {
  readonly number: string;
  readonly due_date: string;
  readonly debit_date: string;
  readonly bank: NamedBank | null;
}

interface ReceiptState {
  /** Whether the money was not drawn in the end: the transfer failed, came back or was canceled. */
  readonly isStopped: boolean;
  /** Whether the money has arrived: nothing is still to come, also on the day of the debit. */
  readonly isSettled: boolean;
  /** The program's day. */
  readonly today: IsoDate;
}

/** Returns the facts of a receipt, each with its name in the tense that its day asks for. */
export function receiptFacts(
  { number, due_date, debit_date, bank }: Receipt,
  { isStopped, isSettled, today }: ReceiptState,
): readonly (readonly [string, string])[] {
  const drawn = isSettled ? 'Was drawn' : debitVerb(isoDate(debit_date), today);
  return [
    ['Number', number],
    [isoDate(due_date) < today || isSettled ? 'For what was due' : 'For what is due', formatDay(due_date)],
    [isStopped ? 'Was to be drawn' : drawn, formatDay(debit_date)],
    ...(bank === null ? [] : [['From', bankName(bank)] as const]),
  ];
}

const counted = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

/**
 * Says how many purchases a repayment pays and how many refunds were taken off, above the list of the first of them.
 * @param covers_count the rows of the list and those after it, refunds among them.
 */
export function coversWords({ covers_count, refunds_count }: { readonly covers_count: number; readonly refunds_count: number }): string {
  const refunds = counted(refunds_count, 'refund');
  const purchases = covers_count - refunds_count;
  if (purchases === 0) return `It takes off ${refunds}:`;
  return `It pays ${counted(purchases, 'purchase')}${refunds_count === 0 ? '' : `, less ${refunds}`}:`;
}

/** Names what a repayment's amount is more or less than the purchases that it pays; null when they are the same. */
export function receiptDifference({ other_cents }: { readonly other_cents: number }): { readonly label: string; readonly amount: string } | null {
  if (other_cents === 0) return null;
  const label = other_cents < 0 ? 'Paid by credits, refunds or other payments' : 'Parts of other purchases, or due before';
  return { label, amount: formatUsd(cents(other_cents)) };
}
