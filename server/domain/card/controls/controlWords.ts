import { startOfDay } from '../../basics/dates.ts';
import { madeOnce } from '../../basics/madeOnce.ts';
import { formatUsd } from '../../basics/money.ts';
import { hourInWords, listInWords, namesInWords } from '../../basics/words.ts';
import { type CategoryGroup, categoryWords } from './categories.ts';
import type { LimitKind, ListKind } from './controls.ts';
import { countryInWords } from './countries.ts';
import type { ControlDetail, LimitDetail, ListDetail } from './firstFailingControl.ts';

/** The words for the person at the till: which control declined the purchase, with its figures. */

/** Explains to the holder of a card which control declined a purchase. */
export function explainControl(detail: ControlDetail, { merchant }: { merchant: string }): string {
  switch (detail.control) {
    case 'ends_on':
      return `This card could be used until ${longDay().format(startOfDay(detail.ends_on))}.`;
    case 'hours':
      return `This card works ${hoursInWords(detail)}.`;
    case 'countries':
    case 'categories':
    case 'merchants':
      return explainList(detail, merchant);
    default:
      return explainLimit(detail);
  }
}

/** Explains of a limit that was raised after it had declined a purchase that too little of the raise is left by now. */
export const explainUsedRaise = (detail: LimitDetail): string => `The limit was raised since, but too little of it is left. ${explainLimit(detail)}`;

const longDay = madeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' }));

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function hoursInWords({ from, until, days }: { from: number; until: number; days: readonly number[] | null }): string {
  const hours = from === 0 && until === 24 ? 'at any hour' : `from ${hourInWords(from)} to ${hourInWords(until)}`;
  if (days === null) return `${hours}, every day`;
  // A week begins on Monday.
  const sorted = days.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  return `${hours} on ${listInWords(sorted.map((day) => dayNames[day] ?? ''))}`;
}

function explainList({ control, mode, listed, more, found }: ListDetail, merchant: string): string {
  const names = listed.map((entry) => entryInWords(control, entry));
  const all = namesInWords(names, names.length + more);
  const place = control === 'merchants' ? 'at' : control === 'countries' ? 'in' : 'for';
  const rule = mode === 'allow' ? `This card is ${place === 'for' ? 'for' : `for use ${place}`} ${all} only` : `This card cannot be used ${place} ${all}`;
  if (control === 'merchants') return mode === 'allow' ? `${rule}; this was ${found}.` : `${rule}.`;
  if (control === 'countries') return `${rule}; ${found === '' ? `where ${merchant} is, is not known` : `${merchant} is in ${countryInWords(found)}`}.`;
  return `${rule}; ${merchant} is ${found === 'other' ? 'in another category' : entryInWords(control, found)}.`;
}

/** Returns an entry of a list as it stands inside a sentence. */
export function entryInWords(control: ListKind, entry: string): string {
  if (control === 'countries') return countryInWords(entry);
  return control === 'categories' && isGroup(entry) ? categoryWords[entry] : entry;
}

const isGroup = (entry: string): entry is CategoryGroup => Object.hasOwn(categoryWords, entry);

const spans: Readonly<Record<LimitKind, { readonly limit: string; readonly since: string }>> = {
  per_purchase: { limit: 'a purchase', since: '' },
  per_day: { limit: 'a day', since: 'today' },
  per_week: { limit: 'a week', since: 'since Monday' },
  per_month: { limit: 'a month', since: 'this month' },
  per_year: { limit: 'a year', since: 'this year' },
  in_all: { limit: 'in all', since: 'so far' },
};

function explainLimit({ control, limit_cents, spent_cents }: LimitDetail): string {
  const rule = `This card may spend ${formatUsd(limit_cents)} ${spans[control].limit}`;
  if (control === 'per_purchase') return `${rule}, and this one was more.`;
  return `${rule}; ${spent_cents > 0 ? `${formatUsd(spent_cents)} has` : 'nothing has'} been spent ${spans[control].since}.`;
}
