import { hourInWords } from '../../basics/words.ts';
import { weekDays } from '../cardWords.ts';
import { type CategoryGroup, categoryGroupKeys, categoryGroups } from './categories.ts';
import type { ControlsForm } from './controlsForm.ts';
import { countryName } from './countries.ts';

/** Choices and texts of the form of a card's controls, for both frontends. */

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

export const controlsTexts = {
  more: 'More controls',
  whichCategories: 'Which categories',
  whichMerchants: 'Which merchants',
  merchantsHint: 'One a line, as the name begins on your purchases: FACEBK, GOOGLE ADS.',
  whichCountries: 'Which countries',
  hours: 'Only at certain hours',
  whichDays: 'On which days',
  lastDayHint: 'The card declines every purchase after this day.',
} as const;

/** Whether a list is a control, and how. */
export const modeChoices: Choice<ControlsForm['categories']['mode']>[] = [
  { value: 'any', label: 'No restriction' },
  { value: 'allow', label: 'Only these' },
  { value: 'block', label: 'All but these' },
];

/** Returns the categories that a card may have, without those that the program allows on none. */
export const categoryChoices = (blocked: readonly CategoryGroup[]): Choice<CategoryGroup>[] =>
  categoryGroupKeys.filter((group) => !blocked.includes(group)).map((group) => ({ value: group, label: categoryGroups[group] }));

/** Says what the program allows on no card; null where that is nothing. */
export const neverAllowed = (blocked: readonly CategoryGroup[]): string | null =>
  blocked.length === 0 ? null : `Never allowed on any card: ${blocked.map((group) => categoryGroups[group]).join(', ')}.`;

/** The countries that most merchants meet. */
const commonCountries: readonly string[] = 'USA CAN MEX GBR IRL DEU FRA NLD ESP ITA CHN HKG JPN KOR IND VNM AUS NZL BRA ISR SGP'.split(' ');

/** Returns the common countries, and those that a card has besides. */
export function countryChoices(stored: readonly string[]): Choice<string>[] {
  return [...new Set([...commonCountries, ...stored])].map((code) => ({ value: code, label: countryName(code) }));
}

/** The full hours of a day, its end among them. */
export const hourChoices: Choice<number>[] = Array.from({ length: 25 }, (_, hour) => ({ value: hour, label: hourInWords(hour) }));

export const dayChoices: Choice<number>[] = weekDays.map(({ day, name }) => ({ value: day, label: name }));
