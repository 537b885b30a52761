import { hasControlSigns, hasDirectionSigns } from './identity.ts';
import { isPoBox } from './poBox.ts';
import { isZipOfState, stateOfCode } from './states.ts';

/**
 * Postal addresses in the United States: the rules of a form's fields and the messages when they fail. Messages are in
 * the merchant's words and name their field.
 */

export interface Address {
  address1: string;
  /** May be empty. */
  address2: string;
  city: string;
  /** Two letters. */
  state: string;
  postal_code: string;
  /** Three letters; never shown, `USA`. */
  country: string;
}

export type AddressField = keyof Address;

export interface FieldProblem {
  /** Path of the field in the form, such as `control_person.address.state`. */
  path: string;
  message: string;
}

/** The use of an address. Residential and business addresses must not be a P.O. Box; a shipping address may be. */
export type AddressPurpose = 'residential' | 'business' | 'shipping';

export const country = 'USA';

export function emptyAddress(): Address {
  return { address1: '', address2: '', city: '', state: '', postal_code: '', country };
}

function stateProblem(text: string): string | null {
  const state = text.trim();
  if (state === '') return 'Choose the state from the list, such as NY.';
  if (state.length > 2) return 'Enter the state in two letters, such as NY.';
  return stateOfCode(state) ? null : 'There is no such state. Choose it from the list, such as NY.';
}

function zipProblem(text: string): string | null {
  const zip = text.trim();
  if (zip === '') return 'Enter the ZIP code.';
  return /^(?!00000)\d{5}(?:-\d{4})?$/.test(zip) ? null : 'Enter the ZIP code in five digits, such as 10001, or as 10001-2345.';
}

/** Checks that a ZIP code, right by itself, belongs to the chosen state. A wrong state is told at its own field alone. */
function zipOfStateProblem({ state, postal_code }: Address): string | null {
  const chosen = stateOfCode(state);
  if (!chosen || isZipOfState(postal_code, chosen)) return null;
  return `This ZIP code is not in ${chosen.name}. Check the ZIP code and the state.`;
}

/** Trims each field, writes the state in capitals, and fills in the country. */
export function tidyAddress(address: Address): Address {
  return {
    address1: address.address1.trim(),
    address2: address.address2.trim(),
    city: address.city.trim(),
    state: address.state.trim().toUpperCase(),
    postal_code: address.postal_code.trim(),
    country: address.country.trim().toUpperCase() || country,
  };
}

/** Returns the address on one line. */
export function addressLine({ address1, address2, city, state, postal_code }: Address): string {
  return [address1, address2, city, `${state} ${postal_code}`].filter((part) => part.trim() !== '').join(', ');
}

const maximumLineLength = 100;

function lineProblem(line: string): string | null {
  if (line.length > maximumLineLength) return `Enter at most ${maximumLineLength} characters.`;
  if (hasControlSigns(line)) return 'Enter this on one line.';
  return hasDirectionSigns(line) ? 'Type this again: it has characters that change the direction of writing.' : null;
}

const hasLetter = (text: string) => /\p{L}/u.test(text);
const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text);

function streetProblem(line: string, purpose: AddressPurpose): string | null {
  if (!hasLetterOrDigit(line)) return 'Enter the street address.';
  return lineProblem(line) ?? boxProblem(line, purpose);
}

function boxProblem(line: string, purpose: AddressPurpose): string | null {
  return purpose !== 'shipping' && isPoBox(line) ? 'P.O. Box addresses are not accepted. Enter a street address.' : null;
}

type Rule = (value: string, purpose: AddressPurpose, address: Address) => string | null;

const rules: Readonly<Record<AddressField, Rule>> = {
  address1: streetProblem,
  address2: (line, purpose) => lineProblem(line) ?? boxProblem(line, purpose),
  city: (city) => (hasLetter(city) ? lineProblem(city) : 'Enter the city.'),
  state: stateProblem,
  postal_code: (zip, _purpose, address) => zipProblem(zip) ?? zipOfStateProblem(address),
  country: (code) => (code.trim().toUpperCase() === country ? null : 'Only addresses in the United States are accepted.'),
};

const labels: Readonly<Record<AddressField, string>> = {
  address1: 'Street address',
  address2: 'Apartment, suite or floor (optional)',
  city: 'City',
  state: 'State/Province (ex. NY)',
  postal_code: 'ZIP code',
  country: 'Country',
};

/** Returns the field's label in a form. The label of a residential address says that P.O. Boxes are not accepted. */
export function addressLabel(field: AddressField, purpose: AddressPurpose): string {
  return field === 'address1' && purpose === 'residential' ? 'Residential address (P.O. Box addresses are not accepted)' : labels[field];
}

const fields = Object.keys(rules) as readonly AddressField[];

/** Returns all problems of an address, in the order of its fields; `path` is the address's path in its form. */
export function addressProblems(address: Address, purpose: AddressPurpose, path: string): FieldProblem[] {
  return fields.flatMap((field) => {
    const message = rules[field](address[field], purpose, address);
    return message === null ? [] : [{ path: `${path}.${field}`, message }];
  });
}
