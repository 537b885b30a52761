import type { BusinessEntity, Individual, KybForm } from './kyb.ts';
import { type IdentifierKind, isMasked, maskGovernmentId, maskOf } from './kybMasks.ts';

/**
 * The government ids and dates of birth of the verification form. They are stored apart from the rest, encrypted, and
 * never leave the server unmasked: pages see a mask, and a mask that a page sends back stands for the stored
 * value.
 */

type Change = (value: string, kind: IdentifierKind, path: string) => string;

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

/** The entered values by their paths in the form. */
export type Identifiers = Readonly<Record<string, string>>;

/** Splits a form into its readable part and the identifiers to encrypt. */
export function extractIdentifiers(form: KybForm): { form: KybForm; identifiers: Identifiers } {
  const identifiers: Record<string, string> = {};
  const open = changeIdentifiers(form, (value, _kind, path) => {
    if (value !== '') identifiers[path] = value;
    return '';
  });
  return { form: open, identifiers };
}

/** Returns the form with its identifiers put back. */
export function insertIdentifiers(form: KybForm, identifiers: Identifiers): KybForm {
  return changeIdentifiers(form, (_value, _kind, path) => identifiers[path] ?? '');
}

/** Returns the form with its identifiers masked, as it may be shown. */
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

/** Returns the stored entry that a list entry came from. Its index alone does not tell: an earlier one may have been removed. */
function originOf<Listed extends Entry>(entry: Entry, place: number, stored: readonly Listed[]): Listed | undefined {
  const ranked = stored.map((other, otherPlace) => ({ other, likeness: likeness(entry, place, other, otherPlace) }));
  return ranked.filter((candidate) => candidate.likeness > 0).sort((first, second) => second.likeness - first.likeness)[0]?.other;
}

/** Returns the stored value for its own mask, empty for any other mask, and an unmasked value as it is. */
function behind(value: string, kind: IdentifierKind, stored: string | undefined): string {
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

/** Returns a submitted form with each mask replaced by the stored value. A mask that matches no stored value becomes empty. */
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
