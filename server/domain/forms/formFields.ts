import { type AddressField, type AddressPurpose, addressLabel } from './address.ts';
import { tidyPhone } from './identity.ts';

/** Descriptions of forms: the order of fields, their labels and their input. Each frontend renders them with its own components. */

export interface FormField {
  /** `secret`: the stored value is shown masked; the merchant types a new one or leaves it. `state`: chosen from the list of states. */
  kind: 'text' | 'secret' | 'state' | 'check';
  /** Path of the value in its form. */
  path: string;
  label: string;
  hint?: string;
  /** The browser's autocomplete name; `off` when the value is not the merchant's own. */
  autoComplete?: string;
  inputMode?: 'numeric' | 'email' | 'tel';
  maxLength?: number;
  /** Hidden from onlookers: covered while it is not being typed. */
  isCovered?: true;
  /** Formats the text typed so far. */
  format?: (typed: string) => string;
  /** Normalizes a finished value. */
  tidy?: (text: string) => string;
  /** Path of a field whose check depends on this one. */
  decides?: string;
  /** Path of the address that is filled in when a complete address is pasted here. */
  takesAddress?: string;
}

/** Fields that share a line where there is room. */
export type FormLine = readonly [FormField, ...FormField[]];

/** The most characters of a field that a draft stores. */
export const maximumTypedLength = 300;

/** Returns the form lines of a United States address. `autoComplete` is the browser's name for it, such as `shipping`. */
export function addressLines(path: string, purpose: AddressPurpose, autoComplete: string): FormLine[] {
  const known = (name: string) => (autoComplete === 'off' ? 'off' : `${autoComplete} ${name}`);
  const field = (name: AddressField, knownAs: string) =>
    ({ kind: 'text', path: `${path}.${name}`, label: addressLabel(name, purpose), autoComplete: known(knownAs) }) as const;
  return [
    [{ ...field('address1', 'address-line1'), takesAddress: path }],
    [field('address2', 'address-line2')],
    [field('city', 'address-level2')],
    [
      { ...field('state', 'address-level1'), kind: 'state', decides: `${path}.postal_code` },
      { ...field('postal_code', 'postal-code'), inputMode: 'numeric', maxLength: 10 },
    ],
  ];
}

/** Returns the email and phone lines of the person at a path; `isSelf` when the browser may complete them. */
export function contactLines(path: string, labels: { email: string; phone_number: string }, isSelf: boolean): FormLine[] {
  const known = (name: string) => (isSelf ? name : 'off');
  return [
    [{ kind: 'text', path: `${path}.email`, label: labels.email, autoComplete: known('email'), inputMode: 'email' }],
    [{ kind: 'text', path: `${path}.phone_number`, label: labels.phone_number, autoComplete: known('tel'), inputMode: 'tel', tidy: tidyPhone }],
  ];
}
