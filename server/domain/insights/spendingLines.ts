import { cents, formatUsd } from '../basics/money.ts';
import { formatMonth, readMonth } from '../basics/periods.ts';
import { type LinkedFigure, type RowsFilter, rowsOfMonth } from './rowsBehind.ts';
import { changeInWords, shareInWords, spendingTexts } from './spendingGroups.ts';

/** The lines of a month's spending as both frontends show them. */

interface Sums {
  readonly spent_cents: number;
  readonly before_cents: number;
  readonly change_cents: number;
  readonly count: number;
}

interface Spending {
  readonly month: string;
  readonly before: string;
  readonly total: Sums;
  readonly groups: readonly (Sums & { readonly name: string; readonly filter: RowsFilter })[];
}

export interface SpendingLine {
  readonly key: string;
  readonly name: string;
  readonly spent: LinkedFigure;
  /** The length of the bar, from 0 to 1; null for none. */
  readonly bar: number | null;
  /** Its share of the month, and how it changed. */
  readonly words: string;
  /** The month before; null where nothing was spent in it. */
  readonly before: LinkedFigure | null;
}

/** How many groups are shown before all are asked for. */
export const groupsShownFirst = 8;

/** Returns the total, then each group, the largest first. `isRunning`: the month is not over. */
export function spendingLines({ month: shown, before: previous, total, groups }: Spending, isRunning: boolean): readonly SpendingLine[] {
  const [month, before] = [readMonth(shown), readMonth(previous)];
  const largest = Math.max(1, ...groups.map(({ spent_cents }) => spent_cents));
  const line = (name: string, { spent_cents, before_cents, change_cents, count }: Sums, filter: RowsFilter | null): SpendingLine => {
    const share = filter === null ? null : shareInWords(cents(spent_cents), cents(total.spent_cents));
    const change = changeInWords({ change_cents: cents(change_cents), before_cents: cents(before_cents) }, before, isRunning);
    return {
      key: JSON.stringify(filter),
      name,
      spent: { text: formatUsd(cents(spent_cents)), rows: count === 0 ? null : rowsOfMonth(month, filter) },
      bar: filter === null ? null : Math.max(0, spent_cents) / largest,
      words: `${share === null ? '' : `${share} `}${change}.`,
      before: before_cents === 0 ? null : { text: `${formatMonth(before)}: ${formatUsd(cents(before_cents))}`, rows: rowsOfMonth(before, filter) },
    };
  };
  return [line(spendingTexts.total, total, null), ...groups.map(({ name, filter, ...sums }) => line(name, sums, filter))];
}
