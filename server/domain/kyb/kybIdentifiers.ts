import type { BusinessEntity, Individual, KybForm } from './kyb.ts';

/**
 * The government ids and dates of birth of the verification form. They are kept apart from the rest of it, encrypted,
 * and never leave the server again as they are: what is shown is a mask, and a mask that comes back stands for what is
 * kept behind it.
 */

type Kind = 'government_id' | 'dob';

const mark = '•';
const idMask = mark.repeat(5);

/** Whether a value is a mask, and so stands for something that was entered before. */
export function isMasked(value: string): boolean {
  return value.includes(mark);
}

/** `•••••6789`. What is too short to be an id shows nothing of itself. */
function maskGovernmentId(id: string): string {
  const digits = id.replace(/[\s-]/g, '');
  return id === '' ? '' : `${idMask}${digits.length >= 9 ? digits.slice(-4) : ''}`;
}

/** `••/••/1985`. */
function maskDateOfBirth(date: string): string {
  const [, year] = /^\d{2}\/\d{2}\/(\d{4})$/.exec(date.trim()) ?? [];
  return date === '' ? '' : `${mark.repeat(2)}/${mark.repeat(2)}/${year ?? mark.repeat(4)}`;
}

const maskOf: Readonly<Record<Kind, (value: string) => string>> = { government_id: maskGovernmentId, dob: maskDateOfBirth };

type Change = (value: string, kind: Kind, path: string) => string;

function changeBusiness(business: BusinessEntity, path: string, change: Change): BusinessEntity {
  return { ...business, government_id: change(business.government_id, 'government_id', `${path}.government_id`) };
}

function changePerson(person: Individual, path: string, change: Change): Individual {
  return {
    ...person,
    dob: change(person.dob, 'dob', `${path}.dob`),
    government_id: change(person.government_id, 'government_id', `${path}.government_id`),
  };
}

function changeIdentifiers(form: KybForm, change: Change): KybForm {
  return {
    ...form,
    business_entity: changeBusiness(form.business_entity, 'business_entity', change),
    control_person: changePerson(form.control_person, 'control_person', change),
    beneficial_owner_individuals: form.beneficial_owner_individuals.map((owner, place) => changePerson(owner, `beneficial_owner_individuals.${place}`, change)),
    beneficial_owner_entities: form.beneficial_owner_entities.map((owner, place) => changeBusiness(owner, `beneficial_owner_entities.${place}`, change)),
  };
}

/** By its path in the form: what was entered. */
export type Identifiers = Readonly<Record<string, string>>;

/** Parts a form into what may be read and what is to be encrypted. */
export function takeOutIdentifiers(form: KybForm): { form: KybForm; identifiers: Identifiers } {
  const identifiers: Record<string, string> = {};
  const open = changeIdentifiers(form, (value, _kind, path) => {
    if (value !== '') identifiers[path] = value;
    return '';
  });
  return { form: open, identifiers };
}

/** The whole form again. */
export function putInIdentifiers(form: KybForm, identifiers: Identifiers): KybForm {
  return changeIdentifiers(form, (_value, _kind, path) => identifiers[path] ?? '');
}

/** The form as it may be shown. */
export function maskIdentifiers(form: KybForm): KybForm {
  return changeIdentifiers(form, (value, kind) => maskOf[kind](value));
}

type Entry = Individual | BusinessEntity;

function likeness(one: Entry, place: number, other: Entry, otherPlace: number): number {
  const isSameName =
    'last_name' in one && 'last_name' in other
      ? one.last_name === other.last_name && one.first_name === other.first_name
      : 'legal_business_name' in one && 'legal_business_name' in other && one.legal_business_name === other.legal_business_name;
  const hasSameId = one.government_id === maskGovernmentId(other.government_id);
  return (isSameName ? 4 : 0) + (hasSameId ? 2 : 0) + (place === otherPlace ? 1 : 0);
}

/** The stored entry that an entry of a list came from. Its place alone does not tell: one before it may have been removed. */
function originOf<Listed extends Entry>(entry: Entry, place: number, stored: readonly Listed[]): Listed | undefined {
  const ranked = stored.map((other, otherPlace) => ({ other, likeness: likeness(entry, place, other, otherPlace) }));
  return ranked.filter((candidate) => candidate.likeness > 0).sort((first, second) => second.likeness - first.likeness)[0]?.other;
}

/** What stands behind a mask, if it is the mask of what is stored; anything else that is masked is gone. */
function behind(value: string, kind: Kind, stored: string | undefined): string {
  if (!isMasked(value)) return value;
  return stored !== undefined && value === maskOf[kind](stored) ? stored : '';
}

function unmaskBusiness(business: BusinessEntity, stored: BusinessEntity | undefined): BusinessEntity {
  return { ...business, government_id: behind(business.government_id, 'government_id', stored?.government_id) };
}

function unmaskPerson(person: Individual, stored: Individual | undefined): Individual {
  return {
    ...person,
    dob: behind(person.dob, 'dob', stored?.dob),
    government_id: behind(person.government_id, 'government_id', stored?.government_id),
  };
}

/** A form as it came back, with what is stored in the place of each mask. A mask of nothing that is stored leaves its field empty. */
export function unmaskIdentifiers(form: KybForm, stored: KybForm): KybForm {
  return {
    ...form,
    business_entity: unmaskBusiness(form.business_entity, stored.business_entity),
    control_person: unmaskPerson(form.control_person, stored.control_person),
    beneficial_owner_individuals: form.beneficial_owner_individuals.map((owner, place) =>
      unmaskPerson(owner, originOf(owner, place, stored.beneficial_owner_individuals)),
    ),
    beneficial_owner_entities: form.beneficial_owner_entities.map((owner, place) =>
      unmaskBusiness(owner, originOf(owner, place, stored.beneficial_owner_entities)),
    ),
  };
}
