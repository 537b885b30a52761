import { type IsoDate, isCalendarDay } from '../../basics/dates.ts';
import { type Cents, toDollars } from '../../basics/money.ts';
import { readTypedDollars } from '../../basics/typedDollars.ts';
import type { FieldProblem } from '../../forms/address.ts';
import type { CategoryGroup } from './categories.ts';
import { type CardControls, type LimitKind, type ListMode, limitKinds } from './controls.ts';
import { isTooShort } from './merchantNames.ts';

/** The form of a card's controls, as both frontends show it. Its paths are those of the call's body below `controls`. */

/** Whether a list is a control at all, and how. */
type ListChoice = ListMode | 'any';

export interface ControlsForm {
  /** Amounts in dollars, as typed; empty for no limit. */
  limits: Record<LimitKind, string>;
  categories: { mode: ListChoice; groups: CategoryGroup[] };
  /** A merchant's name a line. */
  merchants: { mode: ListChoice; names: string };
  countries: { mode: ListChoice; codes: string[] };
  hours: { isLimited: boolean; from: number; until: number; days: number[] };
  /** YYYY-MM-DD; empty for no last day. */
  ends_on: string;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Returns the form of stored controls. */
export function controlsFormOf(controls: CardControls): ControlsForm {
  const { categories, merchants, countries, hours, ends_on } = controls;
  return {
    limits: Object.fromEntries(limitKinds.map((limit) => [limit, typedAmount(controls[`${limit}_cents`])])) as Record<LimitKind, string>,
    categories: { mode: categories?.mode ?? 'any', groups: [...(categories?.groups ?? [])] },
    merchants: { mode: merchants?.mode ?? 'any', names: (merchants?.names ?? []).join('\n') },
    countries: { mode: countries?.mode ?? 'any', codes: [...(countries?.codes ?? [])] },
    hours: { isLimited: hours !== null, from: hours?.from ?? 8, until: hours?.until ?? 18, days: [...(hours?.days ?? everyDay)] },
    ends_on: ends_on ?? '',
  };
}

const typedAmount = (amount: Cents | null) => (amount === null ? '' : toDollars(amount));

/** Reads the form. `controls` is null while something is wrong with it, field by field. */
export function readControlsForm(form: ControlsForm) {
  const problems = controlsFormProblems(form);
  return { controls: problems.length > 0 ? null : controlsOf(form), problems };
}

function controlsOf({ limits, categories, merchants, countries, hours, ends_on }: ControlsForm) {
  const { from, until, days } = hours;
  return {
    per_purchase_cents: readLimit(limits.per_purchase),
    per_day_cents: readLimit(limits.per_day),
    per_week_cents: readLimit(limits.per_week),
    per_month_cents: readLimit(limits.per_month),
    per_year_cents: readLimit(limits.per_year),
    in_all_cents: readLimit(limits.in_all),
    categories: categories.mode === 'any' ? null : { mode: categories.mode, groups: categories.groups },
    merchants: merchants.mode === 'any' ? null : { mode: merchants.mode, names: namesOf(merchants.names) },
    countries: countries.mode === 'any' ? null : { mode: countries.mode, codes: countries.codes },
    hours: hours.isLimited ? { from, until, days: days.length === everyDay.length ? null : days } : null,
    ends_on: readDay(ends_on),
  };
}

/** Returns what is wrong with the form, in the order of its fields. The server checks the program's limits. */
function controlsFormProblems({ limits, categories, merchants, countries, hours, ends_on }: ControlsForm): readonly FieldProblem[] {
  const names = namesOf(merchants.names);
  const problem = (path: string, isWrong: boolean, message: string) => (isWrong ? [{ path, message }] : []);
  return [
    ...limitKinds.flatMap((limit) => problem(`limits.${limit}`, isWrongLimit(limits[limit]), 'Enter an amount such as 200.00, or leave it empty.')),
    ...problem('categories.groups', categories.mode !== 'any' && categories.groups.length === 0, 'Choose at least one category.'),
    ...problem('merchants.names', merchants.mode !== 'any' && names.length === 0, 'Write at least one merchant.'),
    ...problem('merchants.names', merchants.mode !== 'any' && names.some(isTooShort), 'A merchant’s name has at least two letters.'),
    ...problem('countries.codes', countries.mode !== 'any' && countries.codes.length === 0, 'Choose at least one country.'),
    ...problem('hours.until', hours.isLimited && hours.until <= hours.from, 'Choose an hour after the first one.'),
    ...problem('hours.days', hours.isLimited && hours.days.length === 0, 'Choose at least one day.'),
    ...problem('ends_on', ends_on !== '' && readDay(ends_on) === null, 'Choose a day.'),
  ];
}

const namesOf = (typed: string) => typed.split('\n').flatMap((line) => line.trim() || []);
const isWrongLimit = (typed: string) => typed.trim() !== '' && readLimit(typed) === null;

/** Reads an amount above 0 in dollars, as `readTypedDollars` does; null where there is none. */
export function readLimit(typed: string): Cents | null {
  const amount = readTypedDollars(typed);
  return amount !== null && amount !== 'wrong' && amount > 0 ? amount : null;
}

const readDay = (typed: string): IsoDate | null => (isCalendarDay(typed) ? typed : null);

const wirePaths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(limitKinds.map((limit) => [`${limit}_cents`, `limits.${limit}`])),
  categories: 'categories.groups',
  merchants: 'merchants.names',
  countries: 'countries.codes',
  hours: 'hours.until',
};

/** Returns the form's path of a mistake that the server found, by its path in the call's body below `controls`. */
export function controlsFormPath(path: string): string {
  const list = path.replace(/\.\d+$/, '');
  return wirePaths[list] ?? list;
}
