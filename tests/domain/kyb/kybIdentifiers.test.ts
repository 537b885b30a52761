import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBusinessEntity, emptyIndividual, emptyKybForm, type Individual, type KybForm, kybProblems } from '../../../server/domain/kyb/kyb.ts';
import { extractIdentifiers, insertIdentifiers, maskIdentifiers, unmaskIdentifiers } from '../../../server/domain/kyb/kybIdentifiers.ts';
import { isMasked } from '../../../server/domain/kyb/kybMasks.ts';

const person = (first_name: string, government_id: string, dob: string): Individual => ({ ...emptyIndividual(), first_name, government_id, dob });
const bo = person('Bo', '234-56-7891', '12/31/1970');
const cy = person('Cy', '345-67-8912', '12/31/1970');

const stored: KybForm = {
  ...emptyKybForm(),
  business_entity: { ...emptyBusinessEntity(), government_id: '12-3456789' },
  control_person: person('Ana', '123-45-6789', '04/23/1985'),
  beneficial_owner_individuals: [bo, cy],
  beneficial_owner_entities: [{ ...emptyBusinessEntity(), legal_business_name: 'Holding', government_id: '20-1234567' }],
};

/** The shown part of one person's id and date of birth. */
function maskOf(government_id: string, dob: string) {
  const { control_person } = maskIdentifiers({ ...stored, control_person: person('Ana', government_id, dob) });
  return { id: control_person.government_id, dob: control_person.dob };
}

describe('a mask', () => {
  it.each([
    ['', ''],
    ['1', '•••••'],
    ['6789', '•••••'],
    ['12345678', '•••••'],
    ['123456789', '•••••6789'],
    ['12-3456789', '•••••6789'],
    ['123-45-6789', '•••••6789'],
    ['123 45 6789', '•••••6789'],
  ])('of the id %j is %j', (id, mask) => {
    expect(maskOf(id, '').id).toBe(mask);
  });

  it.each([
    ['', ''],
    ['04/23/1985', '••/••/1985'],
    [' 04/23/1985 ', '••/••/1985'],
    ['4/23/85', '••/••/••••'],
    ['1985', '••/••/••••'],
  ])('of the date %j is %j', (date, mask) => {
    expect(maskOf('', date).dob).toBe(mask);
  });

  it('shows at most the last four digits of an id and the year of a birth', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), fc.stringMatching(/^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d)\/(19|20)\d\d$/), (id, date) => {
        const shown = maskOf(id, date);
        expect(shown.id.replaceAll('•', '')).toBe(id.slice(5));
        expect(shown.dob.replaceAll('•', '')).toBe(`//${date.slice(6)}`);
      }),
    );
  });

  it('stands for something that was entered before, and so is no problem of a page', () => {
    const masked = maskIdentifiers(stored);
    expect(isMasked(masked.control_person.dob) && isMasked(masked.business_entity.government_id)).toBe(true);
    const paths = kybProblems(masked, new Date('2026-11-21')).map(({ path }) => path);
    expect(paths.filter((path) => /government_id|dob/.test(path))).toEqual([]);
  });
});

describe('the identifiers of a form', () => {
  it('are taken out whole, and put back in', () => {
    const { form, identifiers } = extractIdentifiers(stored);
    expect(JSON.stringify(form)).not.toMatch(/\d{2}-\d{7}|\d{3}-\d{2}-\d{4}|\d{2}\/\d{2}\/\d{4}/);
    expect(Object.keys(identifiers)).toEqual([
      'business_entity.government_id',
      'control_person.dob',
      'control_person.government_id',
      'beneficial_owner_individuals.0.dob',
      'beneficial_owner_individuals.0.government_id',
      'beneficial_owner_individuals.1.dob',
      'beneficial_owner_individuals.1.government_id',
      'beneficial_owner_entities.0.government_id',
    ]);
    expect(insertIdentifiers(form, identifiers)).toEqual(stored);
  });

  it('of a form that comes back as it was shown are those that are stored', () => {
    expect(unmaskIdentifiers(maskIdentifiers(stored), stored)).toEqual(stored);
  });

  it.each<[string, (shown: readonly Individual[]) => readonly Individual[], readonly Individual[]]>([
    ['the first is removed', (shown) => shown.slice(1), [cy]],
    ['they change places', (shown) => [...shown].reverse(), [cy, bo]],
    ['one is added before them', (shown) => [person('Di', '456-78-9123', '01/01/1990'), ...shown], [person('Di', '456-78-9123', '01/01/1990'), bo, cy]],
    [
      'one is renamed',
      (shown) => shown.map((owner) => (owner.first_name === 'Bo' ? { ...owner, first_name: 'Bob' } : owner)),
      [{ ...bo, first_name: 'Bob' }, cy],
    ],
    [
      'one gets another id',
      (shown) => shown.map((owner, place) => (place === 1 ? { ...owner, government_id: '567-89-1234' } : owner)),
      [bo, { ...cy, government_id: '567-89-1234' }],
    ],
    ['all are removed', () => [], []],
  ])('find their owners again when %s', (_, change, expected) => {
    const shown = maskIdentifiers(stored);
    const back = { ...shown, beneficial_owner_individuals: change(shown.beneficial_owner_individuals) };
    expect(unmaskIdentifiers(back, stored).beneficial_owner_individuals).toEqual(expected);
  });

  it('stay with the right one of two owners who share name and year', () => {
    const twins = { ...stored, beneficial_owner_individuals: [person('Bo', '234-56-7891', '12/31/1970'), person('Bo', '345-67-8912', '01/05/1970')] };
    const shown = maskIdentifiers(twins);
    const back = { ...shown, beneficial_owner_individuals: shown.beneficial_owner_individuals.slice(1) };
    expect(unmaskIdentifiers(back, twins).beneficial_owner_individuals).toEqual([twins.beneficial_owner_individuals[1]]);
  });

  it('are empty where a mask stands for nothing that is stored', () => {
    const shown = maskIdentifiers(stored);
    expect(unmaskIdentifiers(shown, emptyKybForm()).control_person).toMatchObject({ government_id: '', dob: '' });
    const foreign = { ...shown, control_person: { ...shown.control_person, government_id: '•••••0000' } };
    expect(unmaskIdentifiers(foreign, stored).control_person).toMatchObject({ government_id: '', dob: '04/23/1985' });
  });
});
