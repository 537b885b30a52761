import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyIndividual,
  emptyKybForm,
  type Individual,
  isVisible,
  type KybForm,
  kybPageProblems,
  kybPages,
  kybProblems,
  kybSubmission,
  kybSubmitText,
  pageOfField,
  visiblePages,
} from '../../../server/domain/kyb/kyb.ts';

const now = new Date('2026-11-21T08:00:00Z');
const mainStreet = { address1: '12 Main St', address2: '', city: 'Albany', state: 'ny', postal_code: '12207', country: 'USA' };
const ana: Individual = {
  first_name: ' Ana ',
  last_name: 'Silva',
  dob: '04/23/1985',
  government_id: '123-45-6789',
  email: 'ana@example.com',
  phone_number: '(212) 555-0142',
  address: { ...mainStreet, address1: '3 Elm St' },
};
const bakery: KybForm = {
  ...emptyKybForm(),
  business_entity: { legal_business_name: 'Corner Bakery LLC', government_id: '12-3456789', address: mainStreet, phone_numbers: [] },
  nature_of_business: 'Bakery',
  control_person: ana,
};
const paths = (form: KybForm) => kybProblems(form, now).map((problem) => problem.path);

describe('a filled form', () => {
  it('has nothing wrong with it', () => {
    expect(kybProblems(bakery, now)).toEqual([]);
  });

  it('is sent as the issuer takes it', () => {
    const seat = { ...mainStreet, state: 'NY' };
    expect(kybSubmission(bakery)).toEqual({
      ...bakery,
      business_entity: { legal_business_name: 'Corner Bakery LLC', government_id: '123456789', address: seat, phone_numbers: ['+12125550142'] },
      control_person: { ...ana, first_name: 'Ana', government_id: '123456789', phone_number: '+12125550142', address: { ...seat, address1: '3 Elm St' } },
    });
  });
});

describe('an empty form', () => {
  it('names every field that must be filled, page by page', () => {
    expect(paths(emptyKybForm())).toEqual([
      'business_entity.legal_business_name',
      'nature_of_business',
      'business_entity.government_id',
      'business_entity.address.address1',
      'business_entity.address.city',
      'business_entity.address.state',
      'business_entity.address.postal_code',
      'control_person.first_name',
      'control_person.last_name',
      'control_person.dob',
      'control_person.government_id',
      'control_person.email',
      'control_person.phone_number',
      'control_person.address.address1',
      'control_person.address.city',
      'control_person.address.state',
      'control_person.address.postal_code',
    ]);
  });

  it('keeps a page from being left by its own fields alone', () => {
    expect(kybPageProblems(emptyKybForm(), 0, now).map((problem) => problem.path)).toEqual(['business_entity.legal_business_name', 'nature_of_business']);
    expect(kybPageProblems(emptyKybForm(), 3, now)).toEqual([]);
  });
});

describe('a home business', () => {
  const athome: KybForm = { ...bakery, home_business: true, control_person: { ...ana, address: { ...mainStreet, address1: 'P.O. Box 7' } } };

  it("hides the control person's address, and no owner's", () => {
    expect(isVisible('control_person.address', athome)).toBe(false);
    expect(isVisible('control_person.address.city', athome)).toBe(false);
    expect(isVisible('control_person.first_name', athome)).toBe(true);
    expect(isVisible('beneficial_owner_individuals.0.address.city', athome)).toBe(true);
  });

  it('does not check what is hidden, and sends the business address instead', () => {
    expect(kybProblems(athome, now)).toEqual([]);
    expect(kybSubmission(athome).control_person.address).toEqual({ ...mainStreet, state: 'NY' });
  });

  it('keeps what was typed: shown again, it is checked again', () => {
    kybSubmission(athome);
    expect(paths({ ...athome, home_business: false })).toEqual(['control_person.address.address1']);
  });
});

describe('owners', () => {
  const withOwners: KybForm = {
    ...bakery,
    beneficial_owner_individuals: [{ ...emptyIndividual(), first_name: 'Bo' }],
    beneficial_owner_entities: [{ ...bakery.business_entity, government_id: '' }],
  };

  it('are checked one by one', () => {
    expect(paths(withOwners)).toContain('beneficial_owner_individuals.0.last_name');
    expect(paths(withOwners)).toContain('beneficial_owner_entities.0.government_id');
    expect(paths(withOwners)).not.toContain('beneficial_owner_individuals.0.first_name');
  });

  it('are hidden and not sent when the control person owns everything, and not forgotten', () => {
    const alone = { ...withOwners, control_person_owns_business: true };
    expect(visiblePages(alone)).toEqual([0, 1, 2]);
    expect(kybProblems(alone, now)).toEqual([]);
    expect(kybSubmission(alone).beneficial_owner_individuals).toEqual([]);
    expect(kybSubmission(alone).beneficial_owner_entities).toEqual([]);
    expect(alone.beneficial_owner_individuals).toHaveLength(1);
    expect(visiblePages(withOwners)).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    [4, 0, []],
    [3, 1, []],
    [5, 0, ['beneficial_owner_individuals']],
    [3, 2, ['beneficial_owner_entities']],
  ])('%i people and %i businesses: %o', (people, businesses, problems) => {
    const many = {
      ...bakery,
      beneficial_owner_individuals: Array.from({ length: people }, () => ana),
      beneficial_owner_entities: Array.from({ length: businesses }, () => bakery.business_entity),
    };
    expect(paths(many)).toEqual(problems);
  });
});

describe('the pages', () => {
  it.each([
    ['business_entity.legal_business_name', 0],
    ['nature_of_business', 0],
    ['business_entity.government_id', 1],
    ['business_entity.address.state', 1],
    ['home_business', 1],
    ['control_person.dob', 2],
    ['control_person_owns_business', 2],
    ['beneficial_owner_individuals.2.dob', 3],
    ['beneficial_owner_entities.0.address.city', 4],
    ['shoe_size', -1],
  ])('%s is on page %i', (path, page) => {
    expect(pageOfField(path)).toBe(page);
  });

  it('say what they must', () => {
    expect(kybPages[3]?.text).toBe('List anyone owning 25% or more, directly or indirectly. Press next if there are none.');
    expect(kybPages[4]?.text).toBe(kybPages[3]?.text);
    expect(kybSubmitText).toBe('By clicking Submit, you represent that you are a "control person" for identity verification services.');
  });

  it('never show phone numbers of a business or a country', () => {
    expect(isVisible('business_entity.phone_numbers', bakery)).toBe(false);
    expect(isVisible('beneficial_owner_entities.0.phone_numbers.0', bakery)).toBe(false);
    expect(isVisible('business_entity.address.country', bakery)).toBe(false);
    expect(isVisible('control_person.phone_number', bakery)).toBe(true);
  });
});

it('a foreign country is refused though nobody sees the field', () => {
  const abroad = { ...bakery, business_entity: { ...bakery.business_entity, address: { ...mainStreet, country: 'CAN' } } };
  expect(paths(abroad)).toEqual(['business_entity.address.country']);
});

it('whatever is typed, every problem has a visible field or a page, and words', () => {
  const person = fc.record({
    first_name: fc.string(),
    last_name: fc.string(),
    dob: fc.string(),
    government_id: fc.string(),
    email: fc.string(),
    phone_number: fc.string(),
    address: fc.record({ address1: fc.string(), address2: fc.string(), city: fc.string(), state: fc.string(), postal_code: fc.string(), country: fc.string() }),
  });
  fc.assert(
    fc.property(person, fc.boolean(), fc.boolean(), (typed, home_business, control_person_owns_business) => {
      const form = { ...bakery, control_person: typed, home_business, control_person_owns_business, beneficial_owner_individuals: [typed] };
      for (const { path, message } of kybProblems(form, now)) {
        expect(pageOfField(path)).toBeGreaterThanOrEqual(0);
        expect(message).toMatch(/^[A-Z].*\.$/);
      }
      expect(kybSubmission(kybSubmission(form))).toEqual(kybSubmission(form));
    }),
  );
});
