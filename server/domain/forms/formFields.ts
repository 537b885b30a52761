import { type AddressPurpose, addressLabel } from './address.ts';
import { tidyPhone } from './identity.ts';

/** Forms described once: which fields stand where, what they are called and how they are typed. Each face draws them in its own parts. */

export interface FormField {
  /** `secret`: what is stored comes back masked, and is typed anew or left as it is. */
  kind: 'text' | 'secret' | 'check';
  /** Where the value stands in its form. */
  path: string;
  label: string;
  hint?: string;
  /** By what the browser may know it; `off` when it is not the merchant's own. */
  autoComplete?: string;
  inputMode?: 'numeric' | 'email' | 'tel';
  maxLength?: number;
  /** Letters are capitals. */
  isCapital?: true;
  /** Nobody beside the merchant should read it: covered while it is not being typed. */
  isCovered?: true;
  /** Brings what was typed so far into its form. */
  format?: (typed: string) => string;
  /** Writes a finished value as it is meant. */
  tidy?: (text: string) => string;
  /** Path of the address that is filled when a whole one is pasted here. */
  takesAddress?: string;
}

/** Fields that stand beside each other where there is room. */
export type FormLine = readonly [FormField, ...FormField[]];

/** As much as is stored of any field while it is typed. */
export const longestTyped = 300;

/** An address in the United States. `autoComplete` is what a browser calls it, such as `shipping`. */
export function addressLines(path: string, purpose: AddressPurpose, autoComplete: string): FormLine[] {
  const known = (name: string) => (autoComplete === 'off' ? 'off' : `${autoComplete} ${name}`);
  const field = (name: Parameters<typeof addressLabel>[0], knownAs: string) =>
    ({ kind: 'text', path: `${path}.${name}`, label: addressLabel(name, purpose), autoComplete: known(knownAs) }) as const;
  return [
    [{ ...field('address1', 'address-line1'), takesAddress: path }],
    [field('address2', 'address-line2')],
    [field('city', 'address-level2')],
    [
      { ...field('state', 'address-level1'), isCapital: true, maxLength: 2, tidy: (text) => text.trim().toUpperCase() },
      { ...field('postal_code', 'postal-code'), inputMode: 'numeric', maxLength: 10 },
    ],
  ];
}

/** E-mail and phone of whoever stands at a path; `isSelf` when the browser may know them. */
export function contactLines(path: string, labels: { email: string; phone_number: string }, isSelf: boolean): FormLine[] {
  const known = (name: string) => (isSelf ? name : 'off');
  return [
    [{ kind: 'text', path: `${path}.email`, label: labels.email, autoComplete: known('email'), inputMode: 'email' }],
    [{ kind: 'text', path: `${path}.phone_number`, label: labels.phone_number, autoComplete: known('tel'), inputMode: 'tel', tidy: tidyPhone }],
  ];
}
