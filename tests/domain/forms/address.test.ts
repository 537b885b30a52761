import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressLabel, addressProblems, emptyAddress, tidyAddress } from '../../../server/domain/forms/address.ts';
import { isPoBox } from '../../../server/domain/forms/poBox.ts';

const bakery: Address = { address1: '12 Main St', address2: 'Suite 4', city: 'Albany', state: 'NY', postal_code: '12207', country: 'USA' };

describe('a post-office box', () => {
  it.each([
    ...['P.O. Box 12', 'PO Box 12', 'PO BOX 12', 'p.o. box 12', 'P O Box 12', 'P. O. Box 12', 'P.O.Box 12', 'POBox 12', 'PO-Box 12', 'P/O Box 12'],
    ...['P.O. Box #12', 'PO Box', 'P.0. Box 12', 'P0 B0X 12', 'PO Bx 12', 'POBOX12', 'Ｐ．Ｏ．Ｂｏｘ １２', 'p.o.  box\t12'],
    ...['POB 12', 'P.O.B. 12', 'P O B 12', 'POB#12', 'POB No. 12', 'PO B 12', 'PO 12', 'P.O. 12', 'P.O. #12'],
    ...[
      'Post Office Box 12',
      'POST OFFICE BOX 12',
      'Post Office Bx 12',
      'Post Office Drawer 3',
      'Postal Box 12',
      'Post Box 12',
      'PO Drawer 12',
      'P.O. Drawer A',
    ],
    ...[
      'Box 12',
      'BOX #12',
      'Box No. 12',
      'Box 12A',
      'Lock Box 12',
      'Lockbox 12',
      'Call Box 12',
      'Caller Box 12',
      'Apartado 12',
      'Apartado Postal 12',
      'Apdo 12',
    ],
    ...['Attn: Ana, PO Box 12', 'Corner Bakery P.O. Box 12', '12 Main St, P.O. Box 7', 'c/o Ana PO BOX 7'],
  ])('%s', (line) => {
    expect(isPoBox(line)).toBe(true);
  });
});

describe('no post-office box', () => {
  it.each([
    ...[
      '12 Boxwood Lane',
      'Boxwood Lane',
      '12 Poboy Street',
      '9 Po Boy St',
      'Po Street 12',
      '12 Box Elder Rd',
      'Box Canyon Rd 12',
      'Box Elder 12 Road',
      '7 Boxer Ct',
    ],
    ...['1 Post Office Square', '100 Post Office Road', 'Post Office Square 1', '12 Post Rd', '4 Postal Way', '45 Main St PMB 12', 'PMB 12'],
    ...['RR 2 Box 152', 'RURAL ROUTE 2 BOX 152', 'HC 68 Box 23A', 'PSC 1234 Box 5678', 'Unit 2050 Box 4190', '12 Tempo Box Factory', '88 Expo Boxing Gym'],
    ...[
      '5 Depot St',
      '12 Pobst Ave',
      '3 Poborsky Ct',
      '12 P Street',
      '12 O Street',
      '6 Mailbox Rd',
      '2 Lockbox Lane',
      'Apt B 12',
      '9 Apartado Canyon Rd',
      '12 Stop Ob Rd',
    ],
    ...['', '   ', 'Suite 4', '12 Main St', '77 Ponce de Leon Blvd', '40 Drawer Rd', 'Caja 12 St'],
  ])('%s', (line) => {
    expect(isPoBox(line)).toBe(false);
  });

  it('is decided quickly however long the line', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (line) => void isPoBox(line)));
    expect(isPoBox('p o '.repeat(20_000))).toBe(false);
  });
});

/** The mistake in one field of an otherwise right address, or null. */
const problemOf = (field: 'state' | 'postal_code', value: string) => addressProblems({ ...bakery, [field]: value }, 'business', 'address')[0]?.message ?? null;

describe('state', () => {
  it.each(['', 'N', 'ZZ', 'New York', 'NYC', 'N.', '12', 'ON'])('refuses "%s" with a message', (text) => {
    expect(problemOf('state', text)).toMatch(/state/);
  });
});

describe('ZIP', () => {
  it.each(['10001', '00501', '12207-1234', ' 12207 '])('takes "%s"', (text) => {
    expect(problemOf('postal_code', text)).toBeNull();
  });

  it.each(['', '1000', '100011', '00000', '10001-', '10001-123', '100012345', 'ABCDE', 'SW1A 1AA', '１0001'])('refuses "%s" with a message', (text) => {
    expect(problemOf('postal_code', text)).toMatch(/ZIP/);
  });
});

describe('ZIP against state', () => {
  const problemsOf = (state: string, postal_code: string) => addressProblems({ ...bakery, state, postal_code }, 'shipping', 'address');

  it.each([
    ['NE', '12207', 'Nebraska'],
    ['NY', '68102', 'New York'],
    ['NV', '20001', 'Nevada'],
    ['AA', '09012', 'Armed Forces Americas'],
    ['HI', '96910', 'Hawaii'],
    ['VT', '05501', 'Vermont'],
  ])('%s does not go with %s', (state, zip, name) => {
    expect(problemsOf(state, zip)).toEqual([{ path: 'address.postal_code', message: `This ZIP code is not in ${name}. Check the ZIP code and the state.` }]);
  });

  it('is told at the ZIP code only once both are right by themselves', () => {
    expect(problemsOf('ZZ', '12207').map(({ path }) => path)).toEqual(['address.state']);
    expect(problemsOf('NE', '1220')).toEqual([{ path: 'address.postal_code', message: expect.stringMatching(/five digits/) }]);
  });
});

describe('an address', () => {
  it('has nothing wrong with it', () => {
    expect(addressProblems(bakery, 'residential', 'address')).toEqual([]);
    expect(addressProblems({ ...bakery, address2: '' }, 'business', 'address')).toEqual([]);
  });

  it('names every field that lacks something, in the order of the form', () => {
    expect(addressProblems({ ...emptyAddress(), country: 'CAN' }, 'business', 'business_entity.address').map((problem) => problem.path)).toEqual([
      'business_entity.address.address1',
      'business_entity.address.city',
      'business_entity.address.state',
      'business_entity.address.postal_code',
      'business_entity.address.country',
    ]);
  });

  it.each([
    ['residential', 'address1', 1],
    ['residential', 'address2', 1],
    ['business', 'address1', 1],
    ['business', 'address2', 1],
    ['shipping', 'address1', 0],
    ['shipping', 'address2', 0],
  ] as const)('%s: a P.O. Box in %s is named %i times', (purpose, field, times) => {
    const problems = addressProblems({ ...bakery, [field]: 'P.O. Box 12' }, purpose, 'address');
    expect(problems.filter((problem) => problem.path === `address.${field}` && problem.message.includes('P.O. Box'))).toHaveLength(times);
  });

  it.each([
    ['address1', ['', '  ', '---', '\u200b', '12 Main St\nAlbany', 'x'.repeat(101)]],
    ['address2', ['Suite 4\tFloor 2', 'x'.repeat(101)]],
    ['city', ['', '  ', '12207', '???', 'Al\nbany', 'x'.repeat(101)]],
  ] as const)('%s is refused when nobody could deliver to it', (field, lines) => {
    for (const line of lines) {
      const problems = addressProblems({ ...bakery, [field]: line }, 'shipping', 'address');
      expect([line, problems.map(({ path }) => path)]).toEqual([line, [`address.${field}`]]);
    }
  });

  it('says in its label what a residential address may not be', () => {
    expect(addressLabel('address1', 'residential')).toContain('P.O. Box addresses are not accepted');
    expect(addressLabel('address1', 'shipping')).not.toContain('P.O. Box');
    expect(addressLabel('state', 'business')).toBe('State/Province (ex. NY)');
  });

  it('is tidied without losing anything', () => {
    const typed = { address1: ' 12 Main St ', address2: '', city: 'Albany ', state: 'ny', postal_code: ' 12207', country: '' };
    expect(tidyAddress(typed)).toEqual({ ...bakery, address2: '' });
  });
});
