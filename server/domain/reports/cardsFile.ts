import { type Cents, toDollars } from '../basics/money.ts';
import type { CardKind } from '../card/appearance.ts';
import type { CardControls, LimitKind } from '../card/controls/controls.ts';
import { csvLines, lastFourCell } from './csv.ts';

/** A card as the file of all cards lists it. Amounts are in cents; null is no limit, or a card that cannot be used. */
export interface ListedCard {
  readonly name: string;
  readonly person: string;
  readonly purpose: string | null;
  readonly kind: CardKind;
  readonly isPhysical: boolean;
  readonly label: string;
  readonly lastFour: string;
  /** YYYY-MM */
  readonly expires: string | null;
  readonly limits: Pick<CardControls, `${LimitKind}_cents`>;
  readonly left: Cents | null;
  /** Null for a replaced card: the card in its place goes on with its spending, so that the column adds up. */
  readonly spentThisMonth: Cents | null;
}

export const cardsFileName = (brand: string) => `${brand}-cards.csv`;

const header = [
  'Name',
  'Person',
  'Purpose',
  'Kind',
  'Form',
  'State',
  'Last four',
  'Expires',
  'Per purchase',
  'Per day',
  'Per week',
  'Per month',
  'Per year',
  'In all',
  'Left now',
  'Spent this month',
];

const kindWords: Readonly<Record<CardKind, string>> = { standard: 'Standard', single_use: 'One purchase', merchant_locked: 'One merchant' };

const amount = (value: Cents | null) => (value === null ? '' : toDollars(value));

/** Returns the file of all cards: dollars with two decimals, empty where there is no limit. */
export function cardsFileText(cards: readonly ListedCard[]): string {
  return csvLines([
    header,
    ...cards.map(({ limits, ...card }) => [
      card.name,
      card.person,
      card.purpose ?? '',
      kindWords[card.kind],
      card.isPhysical ? 'Plastic' : 'Number',
      card.label,
      lastFourCell(card.lastFour),
      card.expires ?? '',
      amount(limits.per_purchase_cents),
      amount(limits.per_day_cents),
      amount(limits.per_week_cents),
      amount(limits.per_month_cents),
      amount(limits.per_year_cents),
      amount(limits.in_all_cents),
      amount(card.left),
      amount(card.spentThisMonth),
    ]),
  ]);
}
