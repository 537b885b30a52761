import { madeOnce } from '../../basics/madeOnce.ts';
import { cashCategories } from '../cash.ts';

/** Groups of merchant categories (ISO 18245) in plain words, by which a card is allowed or blocked. */
export const categoryGroups = {
  advertising: 'Advertising',
  shipping: 'Shipping and freight',
  software: 'Software and web services',
  inventory: 'Inventory and wholesale',
  office: 'Office and equipment',
  services: 'Professional services',
  utilities: 'Phone, internet and utilities',
  travel: 'Travel and lodging',
  meals: 'Meals and groceries',
  fuel: 'Fuel and vehicles',
  entertainment: 'Entertainment',
  retail: 'Other stores',
  cash: 'Cash and money transfers',
  gambling: 'Gambling',
  other: 'Everything else',
} as const;

export type CategoryGroup = keyof typeof categoryGroups;
export const categoryGroupKeys = Object.keys(categoryGroups) as readonly CategoryGroup[];

/** Names a group inside a sentence: "This card is for advertising only; CHEVRON is fuel." */
export const categoryWords: Readonly<Record<CategoryGroup, string>> = {
  advertising: 'advertising',
  shipping: 'shipping',
  software: 'software',
  inventory: 'inventory',
  office: 'office equipment',
  services: 'services',
  utilities: 'utilities',
  travel: 'travel',
  meals: 'food',
  fuel: 'fuel',
  entertainment: 'entertainment',
  retail: 'shopping',
  cash: 'cash',
  gambling: 'gambling',
  other: 'anything else',
};

/** Codes and ranges of codes, both ends included. A code that stands in several groups belongs to the first. */
const codes: readonly (readonly [CategoryGroup, readonly string[]])[] = [
  ['cash', [...cashCategories]],
  ['gambling', ['7800-7802', '7995', '9406', '9754']],
  ['advertising', ['7311']],
  ['shipping', ['4011', '4214-4225', '9402']],
  ['software', ['4816', '5734', '5817-5818', '7372', '7375', '7379']],
  ['utilities', ['4812-4815', '4821', '4899-4900']],
  // The ranges of 3000 are an airline, a car rental or a hotel each.
  ['travel', ['3000-3999', '4111-4112', '4121', '4131', '4411', '4457', '4468', '4511', '4582', '4722-4789', '7011-7033', '7512-7519']],
  ['fuel', ['5013', '5172', '5511-5599', '5983', '7511', '7523-7549', '9752']],
  ['meals', ['5411-5499', '5811-5814', '5921']],
  ['office', ['5021', '5044-5046', '5111', '5943', '5978', '7332', '7338', '7394']],
  ['inventory', ['0763', '5039', '5047-5099', '5122-5169', '5192-5199']],
  ['entertainment', ['5815-5816', '7829-7999']],
  ['services', ['0742', '0780', '1520-2842', '4119', '5960', '6300-6399', '6513', '7210-7299', '7321-7699', '8011-8351', '8734-8999']],
  ['retail', ['5200-5999']],
];

const groupOfCode = madeOnce(
  (): ReadonlyMap<string, CategoryGroup> =>
    new Map(codes.toReversed().flatMap(([group, ranges]) => ranges.flatMap((range) => codesOf(range).map((code) => [code, group] as const)))),
);

function codesOf(range: string): readonly string[] {
  const [first = '', last = first] = range.split('-');
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => String(Number(first) + place).padStart(4, '0'));
}

/** Returns the group of a merchant's category code; `other` for a code that is not listed or not known. */
export function categoryOf(code: string | null): CategoryGroup {
  return (code === null ? undefined : groupOfCode().get(code)) ?? 'other';
}

/** Returns the codes of a group; null for `other`, which has all that no group lists. */
export function codesOfCategory(group: CategoryGroup): readonly string[] | null {
  return group === 'other' ? null : listedCodes().filter((code) => groupOfCode().get(code) === group);
}

/** Returns the codes that some group lists. */
export function listedCodes(): readonly string[] {
  return [...groupOfCode().keys()];
}
