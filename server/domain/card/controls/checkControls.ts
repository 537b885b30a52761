import { dayIn, type IsoDate } from '../../basics/dates.ts';
import { type Cents, formatUsd } from '../../basics/money.ts';
import { type CategoryGroup, categoryGroups, categoryWords } from './categories.ts';
import { type CardControls, limitKinds } from './controls.ts';
import { isCountry } from './countries.ts';
import { isTooShort, lettersOf } from './merchantNames.ts';

/** A mistake in a field, with what to do about it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** The limits that a program sets for all its cards, and no merchant lifts. */
export interface ProgramLimits {
  readonly blockedCategories: readonly CategoryGroup[];
  /** The largest limit of a card, in cents. */
  readonly largest_cents: Cents;
  readonly timeZone: string;
}

/** Returns what is wrong with the controls that a merchant sets, field by field; nothing when they may be stored. */
export function checkControls(controls: CardControls, program: ProgramLimits, now: Date): readonly FieldError[] {
  return [
    ...limitKinds.flatMap((kind) => checkLimit(`${kind}_cents`, controls[`${kind}_cents`], program.largest_cents)),
    ...checkCategories(controls.categories, program.blockedCategories),
    ...checkMerchants(controls.merchants),
    ...checkCountries(controls.countries),
    ...checkHours(controls.hours),
    ...checkLastDay(controls.ends_on, dayIn(program.timeZone, now)),
  ];
}

function checkLimit(path: string, limit: Cents | null, largest: Cents): FieldError[] {
  if (limit === null) return [];
  if (limit < 1) return [{ path, message: 'A limit is at least one cent.', fix: 'Enter at least $0.01, or leave it out for no limit.' }];
  return limit > largest ? [{ path, message: 'This is more than any card may spend.', fix: `Enter at most ${formatUsd(largest)}.` }] : [];
}

function checkCategories(categories: CardControls['categories'], blocked: readonly CategoryGroup[]): FieldError[] {
  if (categories === null) return [];
  const path = 'categories.groups';
  const twice = checkEntries(path, categories.groups);
  const unknown = categories.groups.find((group) => !Object.hasOwn(categoryGroups, group));
  if (unknown !== undefined) return [...twice, { path, message: `There is no category ${unknown}.`, fix: 'Choose one of the listed categories.' }];
  const never = categories.mode === 'allow' ? categories.groups.find((group) => blocked.includes(group)) : undefined;
  if (never === undefined) return twice;
  return [...twice, { path, message: `No card can be used for ${categoryWords[never]}.`, fix: `Leave “${categoryGroups[never]}” out.` }];
}

function checkMerchants(merchants: CardControls['merchants']): FieldError[] {
  if (merchants === null) return [];
  const path = 'merchants.names';
  const short = merchants.names.find(isTooShort);
  const twice = checkEntries(path, merchants.names.map(lettersOf));
  if (short === undefined) return twice;
  return [...twice, { path, message: `“${short}” has fewer than two letters.`, fix: 'Enter the beginning of the name as it stands on the statement.' }];
}

function checkCountries(countries: CardControls['countries']): FieldError[] {
  if (countries === null) return [];
  const path = 'countries.codes';
  const unknown = countries.codes.find((code) => !isCountry(code));
  const twice = checkEntries(path, countries.codes);
  return unknown === undefined ? twice : [...twice, ...checkCountry(path, unknown)];
}

/** Says what is wrong with a country’s code in the field at a path. */
export const checkCountry = (path: string, code: string): FieldError[] =>
  isCountry(code) ? [] : [{ path, message: `${code} is not a country’s code.`, fix: 'Enter three capital letters, such as USA.' }];

function checkEntries(path: string, entries: readonly string[]): FieldError[] {
  if (entries.length === 0) return [{ path, message: 'The list is empty.', fix: 'Add an entry, or leave the list out.' }];
  const twice = entries.find((entry, place) => entries.indexOf(entry) < place);
  return twice === undefined ? [] : [{ path, message: `${twice} is listed twice.`, fix: 'Keep it once.' }];
}

function checkHours(hours: CardControls['hours']): FieldError[] {
  if (hours === null) return [];
  const { from, until, days } = hours;
  const isWhole = Number.isInteger(from) && Number.isInteger(until) && from >= 0 && until <= 24;
  const order = isWhole && from < until ? [] : [{ path: 'hours.until', message: 'The hours end before they begin.', fix: 'Choose a later hour, up to 24.' }];
  return days === null ? order : [...order, ...checkDays(days)];
}

function checkDays(days: readonly number[]): FieldError[] {
  const path = 'hours.days';
  if (days.some((day) => !Number.isInteger(day) || day < 0 || day > 6))
    return [{ path, message: 'There is no such day.', fix: 'Use 0 for Sunday to 6 for Saturday.' }];
  return checkEntries(path, days.map(String));
}

function checkLastDay(ends_on: IsoDate | null, today: IsoDate): FieldError[] {
  return ends_on === null || ends_on >= today ? [] : [{ path: 'ends_on', message: 'This day is over.', fix: 'Choose today or a later day.' }];
}
