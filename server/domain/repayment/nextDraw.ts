import { bankName, type NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { isoDate } from '../basics/dates.ts';
import { add, cents, formatUsd, noMoney, subtract } from '../basics/money.ts';

interface ComingEntry {
  readonly due_date: string;
  /** Null when the bank is not debited for it. */
  readonly debit_date: string | null;
  readonly reason: string | null;
  readonly is_arranged: boolean;
  readonly amount_cents: number;
  readonly drawn_cents: number;
  readonly on_its_way_cents: number;
}

interface Coming {
  /** The calendar's entries, the oldest first. */
  readonly entries: readonly ComingEntry[];
  /** The account that is debited; null while none is linked. */
  readonly bank: NamedBank | null;
}

/** Tells the merchant the sum of the next day on which something is drawn, when that is, and from which bank, or why it is not; null when all is on its way. */
export function nextDrawWords({ entries, bank }: Coming): string | null {
  const next = entries.find(({ amount_cents, on_its_way_cents }) => on_its_way_cents < amount_cents);
  if (next === undefined) return null;
  const amount = cents(next.amount_cents);
  const left = subtract(amount, cents(next.on_its_way_cents));
  const due = `${formatUsd(left)}, due ${formatDay(isoDate(next.due_date))}.`;
  if (bank === null) return `Next: ${due} No bank account is linked, so it is not drawn.`;
  const because = next.reason === null ? '' : ` ${next.reason}`;
  if (next.debit_date === null) return `${due}${because}`;
  if (next.is_arranged) return `Next: ${due}${because}`;
  const drawn = cents(next.drawn_cents);
  const sameDay = entries.filter(({ debit_date, is_arranged }) => debit_date === next.debit_date && !is_arranged);
  const ofDay = add(noMoney, ...sameDay.map(({ drawn_cents }) => cents(drawn_cents)));
  const what = ofDay === drawn && drawn < amount ? `${formatUsd(drawn)} of ${formatUsd(amount)}` : formatUsd(ofDay);
  return `Next: ${what}, drawn on ${formatDay(isoDate(next.debit_date))} from ${bankName(bank)}.${drawn < left ? because : ''}`;
}
