import { describe, expect, it } from 'vitest';
import {
  cardIssueSubmitText,
  knownShippingAddress,
  newShippingAddress,
  recipientLines,
  shippingAddressProblems,
  tidyShippingAddress,
} from '../../../server/domain/card/cardIssueForm.ts';

const receiver = { business_name: 'Corner Bakery', email: 'ana@example.com', phone_number: '+12125550142' };
const filled = { ...newShippingAddress(receiver), address1: 'P.O. Box 12', city: 'Albany', state: 'ny', postal_code: '12207' };

describe('the physical card form', () => {
  it('opens with what is known of the receiver', () => {
    expect(newShippingAddress(receiver)).toEqual({
      first_name: 'Corner Bakery',
      last_name: '.',
      address1: '',
      address2: '',
      city: '',
      state: '',
      postal_code: '',
      country: 'USA',
      email: 'ana@example.com',
      phone_number: '+12125550142',
    });
    expect(newShippingAddress({ ...receiver, business_name: null, phone_number: null })).toMatchObject({ first_name: '', phone_number: '' });
  });

  it.each([
    ['Corner Bakery and Sons of Albany LLC', 'Corner Bakery and Sons'],
    ['Corner Bakery and Sons of Albany', 'Corner Bakery and Sons'],
    ['Bakery and Sons of Albany', 'Bakery and Sons of'],
    ['Bakery Sons of Albany NY', 'Bakery Sons of Albany NY'],
    ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrtsge'],
    ['  Corner   Bakery ', 'Corner Bakery'],
    ['👩‍🍳👩‍🍳', ''],
  ])('opens "%s" with a name that it accepts', (business_name, first_name) => {
    expect(newShippingAddress({ ...receiver, business_name }).first_name).toBe(first_name);
  });

  it('leaves out an address and a number that it would refuse', () => {
    const opened = newShippingAddress({ ...receiver, email: 'shop 1@shopify', phone_number: '+1555' });
    expect([opened.email, opened.phone_number]).toEqual(['', '']);
    expect(newShippingAddress({ ...receiver, phone_number: '(212) 555-0142' }).phone_number).toBe('+12125550142');
    expect(knownShippingAddress('45 Market Street, Albany, NE 12207')).toBeNull();
    expect(knownShippingAddress(null)).toBeNull();
    expect(knownShippingAddress('45 Market Street, Suite 4, Albany, NY 12207')).toEqual({
      address1: '45 Market Street',
      address2: 'Suite 4',
      city: 'Albany',
      state: 'NY',
      postal_code: '12207',
    });
  });

  it('takes a P.O. Box, to which a card can be sent', () => {
    expect(shippingAddressProblems(filled)).toEqual([]);
  });

  it.each([
    [{ first_name: '' }, 'shipping_address.first_name'],
    [{ first_name: 'x'.repeat(25) }, 'shipping_address.first_name'],
    [{ address1: ' ' }, 'shipping_address.address1'],
    [{ city: '' }, 'shipping_address.city'],
    [{ state: 'NYC' }, 'shipping_address.state'],
    [{ postal_code: '1220' }, 'shipping_address.postal_code'],
    [{ country: 'CAN' }, 'shipping_address.country'],
    [{ email: 'ana' }, 'shipping_address.email'],
    [{ phone_number: '555' }, 'shipping_address.phone_number'],
  ])('%o is wrong at %s', (change, path) => {
    expect(shippingAddressProblems({ ...filled, ...change }).map((problem) => problem.path)).toEqual([path]);
  });

  it('a name of 24 characters fits on the envelope with its dot', () => {
    expect(shippingAddressProblems({ ...filled, first_name: 'x'.repeat(24) })).toEqual([]);
  });

  it('is sent tidied, with its fixed fields fixed', () => {
    expect(tidyShippingAddress({ ...filled, country: 'CAN', phone_number: '(212) 555-0142', first_name: ' Corner Bakery ' })).toEqual({
      ...filled,
      first_name: 'Corner Bakery',
      last_name: '.',
      state: 'NY',
      country: 'USA',
      phone_number: '+12125550142',
    });
  });

  it('has its texts to the letter', () => {
    expect(recipientLines.flat().map(({ label }) => label)).toEqual(['Business Name']);
    expect(cardIssueSubmitText).toBe('By clicking Submit, you agree to recieve a physical credit card');
  });
});
