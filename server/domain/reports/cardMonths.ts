import { add, type Cents, noMoney, subtract, toDollars } from '../basics/money.ts';
import type { Month } from '../basics/periods.ts';
import { cardNoLongerKept, type NamedCard } from '../card/namedCard.ts';
import { ownerAsHolder } from '../table/filters.ts';
import { csvLines, lastFourCell } from './csv.ts';

/** The purchases and refunds of a month with each card, or by each person. Amounts are in cents, and none is negative. */

export const cardMonthGroups = ['card', 'person'] as const;
export type CardMonthGroup = (typeof cardMonthGroups)[number];

const figures = ['Purchases', 'Refunds', 'Transactions'] as const;

/** The words of both frontends about a month by card and by person, and of its file. */
export const cardMonthTexts = {
  title: 'By card and person',
  groups: { card: 'By card', person: 'By person' } satisfies Record<CardMonthGroup, string>,
  headings: { card: ['Card', ...figures], person: ['Person', ...figures] },
  nothing: 'Nothing was bought or returned in this month.',
} as const;

interface CardMonthSum {
  readonly purchases_cents: Cents;
  readonly refunds_cents: Cents;
  /** Purchases and refunds. */
  readonly count: number;
}

interface CardMonthRow extends CardMonthSum {
  /** The card's token; the id of a member of the team, or `ownerAsHolder`. */
  readonly key: string;
  readonly name: string;
  /** Of a card; null for a person, and for a card that is no longer kept. */
  readonly last_four: string | null;
}

type CardSum = CardMonthSum & { readonly card_token: string };

/** Returns a month's sums by card or by the person who holds it now, the largest purchases first. */
export function cardMonthRows(by: CardMonthGroup, sums: readonly CardSum[], cards: readonly NamedCard[]): readonly CardMonthRow[] {
  const named = new Map(cards.map((card) => [card.token, card]));
  const group = (token: string) => (by === 'card' ? ofCard(token, named.get(token)) : ofPerson(named.get(token)));
  const rows = new Map<string, CardMonthRow>();
  for (const { card_token, ...sum } of sums) {
    const row = group(card_token);
    rows.set(row.key, { ...row, ...together([sum, ...[rows.get(row.key)].filter((before) => before !== undefined)]) });
  }
  return [...rows.values()].toSorted(
    (one, other) => subtract(other.purchases_cents, one.purchases_cents) || one.name.localeCompare(other.name, 'en-US') || (one.key < other.key ? -1 : 1),
  );
}

const ofCard = (token: string, card: NamedCard | undefined) => ({ key: token, name: card?.name ?? cardNoLongerKept, last_four: card?.last_four ?? null });

const ofPerson = (card: NamedCard | undefined) =>
  card === undefined
    ? { key: 'none', name: cardNoLongerKept, last_four: null }
    : { key: card.holder.id ?? ownerAsHolder, name: card.holder.name, last_four: null };

/** Returns what sums come to together. */
export function together(sums: readonly CardMonthSum[]): CardMonthSum {
  return {
    purchases_cents: add(noMoney, ...sums.map(({ purchases_cents }) => purchases_cents)),
    refunds_cents: add(noMoney, ...sums.map(({ refunds_cents }) => refunds_cents)),
    count: sums.reduce((total, { count }) => total + count, 0),
  };
}

const suffixes: Readonly<Record<CardMonthGroup, string>> = { card: 'by-card', person: 'by-person' };

export function cardMonthFileName(brand: string, by: CardMonthGroup, month: Month): string {
  return `${brand}-${suffixes[by]}-${month}.csv`;
}

/** Returns the file of a month by card or by person, in dollars with two decimals. */
export function cardMonthText(by: CardMonthGroup, rows: readonly CardMonthRow[]): string {
  const cells = ({ name, last_four, purchases_cents, refunds_cents, count }: CardMonthRow) => [
    name,
    ...(by === 'card' ? [last_four === null ? '' : lastFourCell(last_four)] : []),
    toDollars(purchases_cents),
    toDollars(refunds_cents),
    String(count),
  ];
  const [name, ...sums] = cardMonthTexts.headings[by];
  return csvLines([[name, ...(by === 'card' ? ['Last four'] : []), ...sums], ...rows.map(cells)]);
}
