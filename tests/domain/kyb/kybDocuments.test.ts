import { expect, it } from 'vitest';
import { addressLine, emptyAddress } from '../../../server/domain/forms/address.ts';
import { documentLabel } from '../../../server/domain/kyb/kybDocuments.ts';

it.each([
  ['EIN_LETTER', 'EIN letter from the IRS (CP 575 or 147C)'],
  ['DRIVERS_LICENSE', 'Driver’s license, front and back'],
  ['SOME_NEW_PAPER', 'Some new paper'],
  ['constructor', 'Constructor'],
])('the document %s is called %s', (type, label) => {
  expect(documentLabel(type)).toBe(label);
});

it('an address reads out on one line, without what is empty', () => {
  const address = { ...emptyAddress(), address1: '45 Market Street', city: 'Albany', state: 'NY', postal_code: '12207' };
  expect(addressLine(address)).toBe('45 Market Street, Albany, NY 12207');
  expect(addressLine({ ...address, address2: 'Suite 4' })).toBe('45 Market Street, Suite 4, Albany, NY 12207');
});
