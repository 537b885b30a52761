import { fittingWords } from '../basics/fittingWords.ts';
import { type Address, addressProblems, country, emptyAddress, type FieldProblem, tidyAddress } from '../forms/address.ts';
import { addressLines, contactLines, type FormLine } from '../forms/formFields.ts';
import { emailProblem, phoneProblem, shortTextProblem, tidyPhone } from '../forms/identity.ts';
import { readAddress } from '../forms/readAddress.ts';
import { kybLabels } from '../kyb/kyb.ts';

/** The form for the physical card: the recipient and the address. */

export interface ShippingAddress extends Address {
  /** The business name: the card is addressed to it. */
  first_name: string;
  /** Never shown; the issuer asks for one. */
  last_name: '.';
  email: string;
  phone_number: string;
}

const lastName = '.';
const businessNameLabel = 'Business Name';
export const cardIssueSubmitText = 'By clicking Submit, you agree to recieve a physical credit card';

/** The form lines of the recipient. */
export const recipientLines: readonly FormLine[] = [
  [{ kind: 'text', path: 'shipping_address.first_name', label: businessNameLabel, autoComplete: 'organization' }],
];

/** The form lines of the address and of the contact for the carrier; email and phone are labeled as in the verification form. */
export const deliveryLines: readonly FormLine[] = [
  ...addressLines('shipping_address', 'shipping', 'shipping'),
  ...contactLines('shipping_address', kybLabels, true),
];

/** First and last name share one line on the envelope. */
const maximumRecipientLength = 25 - lastName.length;

/**
 * Returns the initial form, with the receiver's business name, email and phone filled in. The name is as many whole words as fit
 * on the envelope. A value that the form would refuse is left out.
 */
export function newShippingAddress(receiver: { business_name: string | null; email: string; phone_number: string | null }): ShippingAddress {
  const acceptable = (value: string, problem: string | null) => (problem === null ? value : '');
  const name = fittingWords(receiver.business_name ?? '', maximumRecipientLength);
  const phone = tidyPhone(receiver.phone_number ?? '');
  return {
    ...emptyAddress(),
    first_name: acceptable(name, recipientProblem(name)),
    last_name: lastName,
    email: acceptable(receiver.email, emailProblem(receiver.email)),
    phone_number: acceptable(phone, phoneProblem(phone)),
  };
}

/** Returns the parts of the business's stored address for the form; null when there is none that the form would accept. */
export function knownShippingAddress(address: string | null): Omit<Address, 'country'> | null {
  const parts = address === null ? null : readAddress(address);
  return parts && addressProblems({ ...parts, country }, 'shipping', '').length === 0 ? parts : null;
}

/** Returns all problems of the form, in the order of its fields. A parcel may go to a P.O. Box. */
export function shippingAddressProblems(shipping: ShippingAddress): FieldProblem[] {
  const problem = (path: string, message: string | null) => (message === null ? [] : [{ path: `shipping_address.${path}`, message }]);
  return [
    ...problem('first_name', recipientProblem(shipping.first_name)),
    ...addressProblems(shipping, 'shipping', 'shipping_address'),
    ...problem('email', emailProblem(shipping.email)),
    ...problem('phone_number', phoneProblem(tidyPhone(shipping.phone_number))),
  ];
}

function recipientProblem(name: string): string | null {
  const isTooLong = name.trim().length > maximumRecipientLength;
  return isTooLong
    ? `Shorten the business name to ${maximumRecipientLength} characters: it has to fit on the envelope.`
    : shortTextProblem(name, 'the business name');
}

/** Returns the form as it is sent: tidied, with the two fixed fields set regardless of the input. */
export function tidyShippingAddress(shipping: ShippingAddress): ShippingAddress {
  return {
    ...tidyAddress(shipping),
    country,
    first_name: shipping.first_name.trim(),
    last_name: lastName,
    email: shipping.email.trim(),
    phone_number: tidyPhone(shipping.phone_number),
  };
}
