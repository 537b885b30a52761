import { readAddress } from '../forms/readAddress.ts';

/** A line of the address that a checkout asks for. */
export interface AddressLine {
  readonly label: string;
  /** Names the line in a sentence: `the street`. */
  readonly what: string;
  readonly text: string;
}

/** The words to a merchant whose business address is not known. */
export const noBillingAddress = 'There is no business address on this account yet. Ask support to add it before you pay in a shop that checks it.';
export const billingAddressHint = 'A shop that checks the billing address declines any other.';

/** Returns the billing address line by line, as a checkout asks for it: the business's own, as the issuer verified it. */
export function billingAddress({ business_name, business_address }: { business_name: string | null; business_address: string }): readonly AddressLine[] {
  const read = readAddress(business_address);
  const lines: readonly AddressLine[] = read
    ? [
        { label: 'Street', what: 'the street', text: read.address1 },
        { label: 'Apt, suite', what: 'the apartment or suite', text: read.address2 },
        { label: 'City', what: 'the city', text: read.city },
        { label: 'State', what: 'the state', text: read.state },
        { label: 'ZIP', what: 'the ZIP code', text: read.postal_code },
      ]
    : [{ label: 'Address', what: 'the address', text: business_address }];
  return [{ label: 'Name', what: 'the name', text: business_name ?? '' }, ...lines].filter(({ text }) => text !== '');
}
