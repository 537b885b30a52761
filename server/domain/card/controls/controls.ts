import type { IsoDate } from '../../basics/dates.ts';
import type { Cents } from '../../basics/money.ts';
import type { CategoryGroup } from './categories.ts';

/** The kinds of controls of a card, in the order in which a purchase is held to them: the first that fails is the reason told. */
export const controlKinds = [
  'ends_on',
  'hours',
  'countries',
  'categories',
  'merchants',
  'per_purchase',
  'per_day',
  'per_week',
  'per_month',
  'per_year',
  'in_all',
] as const;
export type ControlKind = (typeof controlKinds)[number];

/** The controls that are an amount: of one purchase, of a period, or of the card's whole life. */
export const limitKinds = ['per_purchase', 'per_day', 'per_week', 'per_month', 'per_year', 'in_all'] as const satisfies readonly ControlKind[];
export type LimitKind = (typeof limitKinds)[number];

/** Tells whether a control is an amount. */
export const isLimitKind = (control: ControlKind): control is LimitKind => limitKinds.some((kind) => kind === control);

/** The controls that are a list, of which a raise allows one more entry. */
export const listKinds = ['countries', 'categories', 'merchants'] as const satisfies readonly ControlKind[];
export type ListKind = (typeof listKinds)[number];

/** Either only what is listed is allowed, or all but that. */
export type ListMode = 'allow' | 'block';

/** The controls that a merchant sets on a card. Null is no control. Days, hours and periods are in the program's time zone; a week begins on Monday. */
export interface CardControls {
  readonly per_purchase_cents: Cents | null;
  readonly per_day_cents: Cents | null;
  readonly per_week_cents: Cents | null;
  readonly per_month_cents: Cents | null;
  readonly per_year_cents: Cents | null;
  readonly in_all_cents: Cents | null;
  readonly categories: { readonly mode: ListMode; readonly groups: readonly CategoryGroup[] } | null;
  /** Beginnings of merchants' names, compared without case, digits and punctuation. */
  readonly merchants: { readonly mode: ListMode; readonly names: readonly string[] } | null;
  /** ISO 3166 codes of three letters. */
  readonly countries: { readonly mode: ListMode; readonly codes: readonly string[] } | null;
  /** Whole hours, from 0 to 24; `days` from 0 for Sunday to 6, null for every day. */
  readonly hours: { readonly from: number; readonly until: number; readonly days: readonly number[] | null } | null;
  /** The last day on which the card can be used. */
  readonly ends_on: IsoDate | null;
}

/** Tells whether a card has one of the controls that its form shows only when they are asked for. */
export const hasRarerControls = ({ hours, ends_on, ...lists }: CardControls): boolean =>
  hours !== null || ends_on !== null || listKinds.some((kind) => lists[kind] !== null);

/** A card without controls: spending power alone limits it. */
export const noControls: CardControls = {
  per_purchase_cents: null,
  per_day_cents: null,
  per_week_cents: null,
  per_month_cents: null,
  per_year_cents: null,
  in_all_cents: null,
  categories: null,
  merchants: null,
  countries: null,
  hours: null,
  ends_on: null,
};
