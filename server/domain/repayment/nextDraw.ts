import { bankName, type NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { isoDate } from '../basics/dates.ts';
import { cents, formatUsd } from '../basics/money.ts';
import { unpaidDues } from './schedule.ts';

interface ComingEntry {
  readonly due_date: string;
  /** Null when the bank is not debited for it. */
  readonly debit_date: string | null;
  readonly reason: string | null;
  readonly is_arranged: boolean;
  readonly amount_cents: number;
}

interface Coming {
  /** The calendar's entries, the oldest first. */
  readonly entries: readonly ComingEntry[];
  /** Debits that were started and have neither settled nor failed. They have paid the oldest entries, and are not drawn a second time. */
  readonly in_flight_cents: number;
  /** The account that is debited; null while none is linked. */
  readonly bank: NamedBank | null;
}

/** Tells the merchant the next amount that is drawn, when, and from which bank; null when nothing is left to draw. */
export function nextDrawWords({ entries, in_flight_cents, bank }: Coming): string | null {
  const dues = entries.map((entry) => ({ ...entry, due_date: isoDate(entry.due_date), amount_cents: cents(entry.amount_cents) }));
  const [next] = unpaidDues(dues, cents(in_flight_cents));
  if (next === undefined) return null;
  const due = `Next: ${formatUsd(next.amount_cents)}, due ${formatDay(next.due_date)}.`;
  if (bank === null) return `${due} No bank account is linked, so it is not drawn.`;
  if (next.debit_date === null || next.is_arranged) return next.reason === null ? due : `${due} ${next.reason}`;
  return `Next: ${formatUsd(next.amount_cents)}, drawn on ${formatDay(next.debit_date)} from ${bankName(bank)}.`;
}
