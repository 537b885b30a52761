import { dayIn, type IsoDate, weekday } from '../../basics/dates.ts';
import { type Cents, larger, noMoney, subtract } from '../../basics/money.ts';
import { namedInList } from '../../basics/words.ts';
import { hourIn } from '../../basics/zoneFormats.ts';
import { type CategoryGroup, categoryOf } from './categories.ts';
import { type CardControls, type LimitKind, type ListKind, type ListMode, limitKinds } from './controls.ts';
import type { ControlsInForce } from './limitRaises.ts';
import { isListedMerchant } from './merchantNames.ts';

/** Holds a purchase to the controls of its card. */

/** A purchase, as controls are held against it. */
export interface ControlledPurchase {
  /** The cents that an approval reserves: of an increment the increment alone. */
  readonly amount_cents: Cents;
  /** The merchant's category code; null when it is not known. */
  readonly categoryCode: string | null;
  /** The merchant's name as the issuer sends it. */
  readonly merchant: string;
  /** ISO 3166, three letters; empty when it is not known. */
  readonly country: string;
}

/** The cents that a card has spent in the present periods and in all. */
export type Spent = Readonly<Record<'day' | 'week' | 'month' | 'year' | 'in_all', Cents>>;

export const nothingSpent: Spent = { day: noMoney, week: noMoney, month: noMoney, year: noMoney, in_all: noMoney };

/** The control that declined a purchase, with the amounts and names at that moment. */
export type ControlDetail =
  | { readonly control: 'ends_on'; readonly ends_on: IsoDate }
  | { readonly control: 'hours'; readonly from: number; readonly until: number; readonly days: readonly number[] | null }
  | ListDetail
  | LimitDetail;

export interface ListDetail {
  readonly control: ListKind;
  readonly mode: ListMode;
  /** The first entries of the list; more are only counted. */
  readonly listed: readonly string[];
  readonly more: number;
  /** The purchase's own country, category or merchant. */
  readonly found: string;
}

export interface LimitDetail {
  readonly control: LimitKind;
  readonly limit_cents: Cents;
  /** The cents spent in the period before the purchase; 0 for a limit of one purchase. */
  readonly spent_cents: Cents;
}

interface Moment {
  readonly now: Date;
  /** The program's time zone, an IANA name. */
  readonly timeZone: string;
}

/** Returns the first control that a purchase fails; null when it passes all. Amounts count to the cent: the last cent passes. */
export function firstFailingControl(inForce: ControlsInForce, purchase: ControlledPurchase, spent: Spent, moment: Moment): ControlDetail | null {
  const { controls } = inForce;
  return (
    failedLastDay(controls, moment) ??
    failedHours(controls, moment) ??
    failedList('countries', controls.countries && { mode: controls.countries.mode, entries: controls.countries.codes }, inForce, purchase) ??
    failedList('categories', controls.categories && { mode: controls.categories.mode, entries: controls.categories.groups }, inForce, purchase) ??
    failedList('merchants', controls.merchants && { mode: controls.merchants.mode, entries: controls.merchants.names }, inForce, purchase) ??
    failedLimit(controls, purchase.amount_cents, spent)
  );
}

function failedLastDay({ ends_on }: CardControls, { now, timeZone }: Moment): ControlDetail | null {
  return ends_on === null || dayIn(timeZone, now) <= ends_on ? null : { control: 'ends_on', ends_on };
}

function failedHours({ hours }: CardControls, { now, timeZone }: Moment): ControlDetail | null {
  if (hours === null) return null;
  const hour = hourIn(timeZone, now);
  const isOpen = hours.from <= hour && hour < hours.until && (hours.days === null || hours.days.includes(weekday(dayIn(timeZone, now))));
  return isOpen ? null : { control: 'hours', ...hours };
}

interface List {
  readonly mode: ListMode;
  readonly entries: readonly string[];
}

function failedList(control: ListKind, list: List | null, { allowed }: ControlsInForce, purchase: ControlledPurchase): ListDetail | null {
  if (list === null) return null;
  const { mode, entries } = list;
  if (isListed(control, purchase, entries) === (mode === 'allow') || isListed(control, purchase, allowed[control])) return null;
  return { control, mode, listed: entries.slice(0, namedInList), more: Math.max(0, entries.length - namedInList), found: subjectOf(control, purchase) };
}

/** Returns what a list is about of a purchase: its country, the group of its category, or its merchant. */
function subjectOf(control: ListKind, { country, categoryCode, merchant }: ControlledPurchase): string {
  const category: CategoryGroup = categoryOf(categoryCode);
  return { countries: country, categories: category, merchants: merchant }[control];
}

function isListed(control: ListKind, purchase: ControlledPurchase, entries: readonly string[]): boolean {
  const subject = subjectOf(control, purchase);
  return control === 'merchants' ? isListedMerchant(subject, entries) : entries.includes(subject);
}

function failedLimit(controls: CardControls, amount: Cents, spent: Spent): LimitDetail | null {
  for (const control of limitKinds) {
    const limit_cents = controls[`${control}_cents`];
    if (limit_cents === null) continue;
    const spent_cents = spentOf(control, spent);
    if (amount > remainder(limit_cents, spent_cents)) return { control, limit_cents, spent_cents };
  }
  return null;
}

/** Returns what counts against a limit so far, in cents. */
export function spentOf(limit: LimitKind, { day, week, month, year, in_all }: Spent): Cents {
  return { per_purchase: noMoney, per_day: day, per_week: week, per_month: month, per_year: year, in_all }[limit];
}

/** Returns what is left of a limit, in cents; never below 0. */
export const remainder = (limit: Cents, spent: Cents): Cents => larger(noMoney, subtract(limit, spent));
