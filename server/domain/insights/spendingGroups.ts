import { add, type Cents, formatUsd, magnitude, noMoney, ratio, subtract } from '../basics/money.ts';
import { formatMonth, type Month } from '../basics/periods.ts';
import { capitalized } from '../basics/words.ts';
import { type CategoryGroup, categoryGroups, categoryOf } from '../card/controls/categories.ts';
import { cardInWords, cardNoLongerKept, type NamedCard } from '../card/namedCard.ts';
import { merchantInWords, ownerAsHolder } from '../table/filters.ts';
import type { RowsFilter } from './rowsBehind.ts';

/**
 * A month's spending beside the month before: purchases less refunds, of transactions that count. A refund lowers the group of
 * its own merchant, category and card, in the month in which it was made. Amounts are in cents.
 */

export const spendingGroupings = ['category', 'merchant', 'card', 'person'] as const;
export type SpendingGrouping = (typeof spendingGroupings)[number];

/** The words of both frontends about spending. */
export const spendingTexts = {
  title: 'Spending',
  groupings: { category: 'Category', merchant: 'Merchant', card: 'Card', person: 'Person' } satisfies Record<SpendingGrouping, string>,
  explanation: 'Purchases less refunds, by the day on which they were made (UTC). Declined and canceled ones do not count.',
  total: 'In all',
  nothing: 'Nothing was bought or returned in this month or the month before.',
} as const;

/** The spending by one value that the database groups by: a category code, a merchant or a card. */
export interface SpendingSum {
  /** Null for purchases without a category code. */
  readonly value: string | null;
  readonly spent_cents: Cents;
  readonly before_cents: Cents;
  /** The number of purchases and refunds in the month. */
  readonly count: number;
}

interface SpendingFigures {
  readonly spent_cents: Cents;
  readonly before_cents: Cents;
  readonly change_cents: Cents;
  readonly count: number;
}

export interface SpendingGroup extends SpendingFigures {
  readonly name: string;
  /** Finds the group's rows among all of the month. */
  readonly filter: RowsFilter;
}

/** Returns the groups of a month, the largest first; those of the month before alone stand last. `cards` are all that are kept. */
export function spendingGroups(by: SpendingGrouping, sums: readonly SpendingSum[], cards: readonly NamedCard[]): readonly SpendingGroup[] {
  const groupOf = grouped(by, cards);
  const groups = new Map<string, Group & { sums: SpendingSum[] }>();
  for (const sum of sums) {
    const { key, ...group } = groupOf(sum.value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, ...group, sums: [sum] });
    else groups.set(key, { ...known, values: [...known.values, ...group.values], sums: [...known.sums, sum] });
  }
  return [...groups.values()]
    .map(({ name, filter, values, sums: own }) => ({ name, filter: filter(values), ...spendingTotal(own) }))
    .toSorted((one, other) => subtract(other.spent_cents, one.spent_cents) || one.name.localeCompare(other.name, 'en-US'));
}

/** Returns what sums come to together. */
export function spendingTotal(sums: readonly Pick<SpendingSum, 'spent_cents' | 'before_cents' | 'count'>[]): SpendingFigures {
  const spent_cents = add(noMoney, ...sums.map((sum) => sum.spent_cents));
  const before_cents = add(noMoney, ...sums.map((sum) => sum.before_cents));
  return { spent_cents, before_cents, change_cents: subtract(spent_cents, before_cents), count: sums.reduce((total, { count }) => total + count, 0) };
}

interface Group {
  readonly key: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly filter: (values: readonly string[]) => RowsFilter;
}

function grouped(by: SpendingGrouping, cards: readonly NamedCard[]): (value: string | null) => Group {
  const named = new Map(cards.map((card) => [card.token, card]));
  const unkept = (token: string): Group => ({ key: 'none', name: cardNoLongerKept, values: [token], filter: (tokens) => ({ card: tokens.join(',') }) });
  switch (by) {
    case 'category':
      return (code) => ofCategory(categoryOf(code));
    case 'merchant':
      return (merchant) => ({ key: merchant ?? '', name: merchantInWords(merchant ?? ''), values: [], filter: () => ({ merchant: merchant ?? '' }) });
    case 'card':
      return (token) => {
        const card = named.get(token ?? '');
        return card === undefined ? unkept(token ?? '') : { key: card.token, name: cardInWords(card), values: [], filter: () => ({ card: card.token }) };
      };
    case 'person':
      return (token) => {
        const holder = named.get(token ?? '')?.holder;
        if (holder === undefined) return unkept(token ?? '');
        const key = holder.id ?? ownerAsHolder;
        return { key, name: holder.name, values: [], filter: () => ({ holder: key }) };
      };
  }
}

const ofCategory = (category: CategoryGroup): Group => ({ key: category, name: categoryGroups[category], values: [], filter: () => ({ category }) });

/** Says what part of a total an amount is, `25% of the month.`; null where that says nothing, because refunds outweigh purchases. */
export function shareInWords(spent: Cents, total: Cents): string | null {
  if (spent <= 0 || spent > total) return null;
  const percent = Math.round(ratio(spent, total) * 100);
  return `${percent === 0 ? 'Less than 1' : percent}% of the month.`;
}

/** A percentage above this says less than the amounts. */
const maximumPercent = 999;

/** Says how an amount differs from the month before: `$20.00 more than in October 2026 (+25%)`. `isRunning` says that the month is not over. */
export function changeInWords(
  { change_cents, before_cents }: Pick<SpendingFigures, 'change_cents' | 'before_cents'>,
  before: Month,
  isRunning: boolean,
): string {
  const soFar = isRunning ? 'So far, ' : '';
  const month = isRunning ? `all of ${formatMonth(before)}` : formatMonth(before);
  if (change_cents === 0) return capitalized(`${soFar}as much as in ${month}`);
  if (before_cents === 0) return `Nothing in ${formatMonth(before)}`;
  const percent = Math.round(ratio(change_cents, before_cents) * 100);
  const inPercent = before_cents > 0 && percent !== 0 && percent <= maximumPercent ? ` (${percent > 0 ? '+' : '−'}${Math.abs(percent)}%)` : '';
  return `${soFar}${formatUsd(magnitude(change_cents))} ${change_cents > 0 ? 'more' : 'less'} than in ${month}${inPercent}`;
}
