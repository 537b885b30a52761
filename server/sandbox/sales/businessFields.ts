import type { ControlField } from '../core/core.ts';
import { type Html, html } from '../core/page.ts';
import { storeCharacters, storeProfiles } from './stores.ts';

/** The fields by which a button or a page that opens a store chooses its business, as `profile`. */

export const businessFields: ControlField[] = [
  {
    name: 'profile',
    label: 'Business',
    type: 'select',
    default: 'steady',
    options: async () => storeProfiles.map((value) => ({ value, label: storeCharacters[value].description })),
  },
  { name: 'orders_per_day', label: 'Orders a day (those of the business when empty)', type: 'number' },
];

/** Returns the select of a page; each business has the name that its store gets. */
export function businessSelect(): Html {
  const options = storeProfiles.map(
    (profile) => html`<option value="${profile}">${storeCharacters[profile].storeName}: ${storeCharacters[profile].description}</option>`,
  );
  return html`<label>Business <select name="profile">${options}</select></label>`;
}
