import { choices } from '../core/choices.ts';
import type { ControlField } from '../core/core.ts';
import { type Html, html } from '../core/page.ts';
import { currencies, storeCharacters, storeProfiles } from './stores.ts';

/** The fields by which a button or a page that opens a store chooses its business, as `profile`, and the currency in which it sells. */

export const businessFields: ControlField[] = [
  {
    name: 'profile',
    label: 'Business',
    type: 'select',
    default: 'steady',
    options: async () => storeProfiles.map((value) => ({ value, label: storeCharacters[value].description })),
  },
  { name: 'orders_per_day', label: 'Orders a day (those of the business when empty)', type: 'number' },
  { name: 'currency', label: 'Currency', type: 'select', default: 'USD', options: choices(currencies) },
];

/** Returns the selects of a page; each business has the name that its store gets. */
export function businessSelect(): Html {
  const options = storeProfiles.map(
    (profile) => html`<option value="${profile}">${storeCharacters[profile].storeName}: ${storeCharacters[profile].description}</option>`,
  );
  return html`<label>Business <select name="profile">${options}</select></label>
<label>Currency <select name="currency">${currencies.map((currency) => html`<option>${currency}</option>`)}</select></label>`;
}
