import { type Address, addressProblems, emptyAddress, type FieldProblem, tidyAddress } from '../forms/address.ts';
import {
  businessIdProblem,
  dateOfBirthProblem,
  emailProblem,
  personIdProblem,
  personNameProblem,
  phoneProblem,
  shortTextProblem,
  tidyGovernmentId,
  tidyPhone,
} from '../forms/identity.ts';
import { isWithin } from '../forms/openFields.ts';
import { isMasked } from './kybMasks.ts';

/**
 * The business verification form (KYB): its five pages, their visible fields, the problems of the input, and the part
 * that goes to the card issuer. The form keeps all input, hidden or not; only visible fields are checked, and only
 * the fields that apply are sent.
 */

export interface Individual {
  first_name: string;
  last_name: string;
  /** MM/DD/YYYY. */
  dob: string;
  /** SSN or ITIN. */
  government_id: string;
  email: string;
  /** `+1` and 10 digits. */
  phone_number: string;
  address: Address;
}

export interface BusinessEntity {
  legal_business_name: string;
  /** EIN, or SSN of a sole proprietor. */
  government_id: string;
  address: Address;
  /** Never asked: filled from the control person when the form is sent. */
  phone_numbers: readonly string[];
}

export interface KybForm {
  business_entity: BusinessEntity;
  nature_of_business: string;
  /** The business address is the control person's as well. */
  home_business: boolean;
  control_person: Individual;
  /** The control person owns 100 % of the business. */
  control_person_owns_business: boolean;
  beneficial_owner_individuals: readonly Individual[];
  beneficial_owner_entities: readonly BusinessEntity[];
}

/** Returns an owner or control person of whom nothing is filled in. */
export function emptyIndividual(): Individual {
  return { first_name: '', last_name: '', dob: '', government_id: '', email: '', phone_number: '', address: emptyAddress() };
}

/** Returns a business of which nothing is filled in. */
export function emptyBusinessEntity(): BusinessEntity {
  return { legal_business_name: '', government_id: '', address: emptyAddress(), phone_numbers: [] };
}

export function emptyKybForm(): KybForm {
  return {
    business_entity: emptyBusinessEntity(),
    nature_of_business: '',
    home_business: false,
    control_person: emptyIndividual(),
    control_person_owns_business: false,
    beneficial_owner_individuals: [],
    beneficial_owner_entities: [],
  };
}

/** How often a business may be submitted, the first time included; after that only support can help. */
export const maximumSubmissions = 5;

/** The most owners that can be listed: at 25 % each there is no room for a fifth. */
export const maximumOwners = 4;

const ownersText = 'List anyone owning 25% or more, directly or indirectly. Press next if there are none.';

export interface KybPage {
  title: string;
  /** Text above the fields, if any. */
  text?: string;
  /** Prefixes of the paths of its fields. */
  paths: readonly string[];
}

/** The pages in order; a page's index is its number. */
export const kybPages: readonly KybPage[] = [
  {
    title: 'Your business',
    text: 'The card issuer has to know the businesses it gives cards to. It takes about five minutes.',
    paths: ['business_entity.legal_business_name', 'nature_of_business'],
  },
  { title: 'Tax ID and address', paths: ['business_entity.government_id', 'business_entity.address', 'home_business'] },
  {
    title: 'Control person',
    // Not everybody knows the term "control person".
    text: 'Somebody who runs or directs the business, such as an owner, the president or a managing member. That is you, if you send this form.',
    paths: ['control_person', 'control_person_owns_business'],
  },
  { title: 'Owners who are individuals', text: ownersText, paths: ['beneficial_owner_individuals'] },
  { title: 'Owners that are businesses', text: ownersText, paths: ['beneficial_owner_entities'] },
];

export const kybSubmitText = 'By clicking Submit, you represent that you are a "control person" for identity verification services.';

/** Said beside it: the issuer verifies a business before it answers. */
export const kybDurationText = 'The check takes up to five minutes. You can come back later.';

/** Labels by a field's name in its group; `addressLabel` has those of addresses. */
export const kybLabels = {
  legal_business_name: 'Legal business name',
  nature_of_business: 'Nature of business',
  business_government_id: 'EIN, or SSN for a sole proprietor (ex. 12-3456789)',
  home_business: "The business address is the same as the control person's address",
  first_name: 'First name',
  last_name: 'Last name',
  dob: 'Date of birth (MM/DD/YYYY)',
  individual_government_id: 'SSN or ITIN (ex. 123-45-6789)',
  email: 'Email',
  phone_number: 'Phone (ex. +12125550142)',
  control_person_owns_business: 'The control person owns 100% of the business',
} as const;

/** Tells whether the field at a path is visible, given how the form is filled in. */
export function isVisible(path: string, form: Pick<KybForm, 'home_business' | 'control_person_owns_business'>): boolean {
  if (/(?:^|\.)(?:phone_numbers|country)(?:\.|$)/.test(path)) return false;
  if (isWithin(path, 'control_person.address')) return !form.home_business;
  if (isWithin(path, 'beneficial_owner_individuals') || isWithin(path, 'beneficial_owner_entities')) return !form.control_person_owns_business;
  return true;
}

/** Returns the numbers of the visible pages: without the two owners' pages when the control person owns everything. */
export function visiblePages(form: Pick<KybForm, 'home_business' | 'control_person_owns_business'>): number[] {
  return kybPages.flatMap(({ paths }, number) => (paths.some((path) => isVisible(path, form)) ? [number] : []));
}

/** Returns the page number of the field at a path; -1 for a path that the form does not have. */
export function pageOfField(path: string): number {
  return kybPages.findIndex(({ paths }) => paths.some((group) => isWithin(path, group)));
}

/** Returns all problems of the visible fields, page by page in the order of the fields; `now` decides who is 18. */
export function kybProblems(form: KybForm, now: Date): FieldProblem[] {
  const individuals = form.beneficial_owner_individuals.flatMap((owner, place) => individualProblems(owner, `beneficial_owner_individuals.${place}`, now));
  const entities = form.beneficial_owner_entities.flatMap((owner, place) => businessProblems(owner, `beneficial_owner_entities.${place}`));
  const problems = [
    ...businessProblems(form.business_entity, 'business_entity'),
    ...problem('nature_of_business', shortTextProblem(form.nature_of_business, 'what your business does')),
    ...individualProblems(form.control_person, 'control_person', now),
    ...individuals,
    ...entities,
    ...tooManyOwners(form),
  ];
  // A stable sort: within a page the fields keep their order.
  return problems
    .filter(({ path }) => isVisible(path, form) || path.endsWith('.country'))
    .sort((one, other) => pageOfField(one.path) - pageOfField(other.path));
}

/** Returns the problems that keep the merchant on one page. */
export function kybPageProblems(form: KybForm, page: number, now: Date): FieldProblem[] {
  return kybProblems(form, now).filter(({ path }) => pageOfField(path) === page);
}

function problem(path: string, message: string | null): FieldProblem[] {
  return message === null ? [] : [{ path, message }];
}

/** Skips the rule for a mask, which stands for a checked value that the server keeps; the server unmasks before it checks. */
function unlessMasked(value: string, rule: (value: string) => string | null): string | null {
  return isMasked(value) ? null : rule(value);
}

function businessProblems(business: BusinessEntity, path: string): FieldProblem[] {
  return [
    ...problem(`${path}.legal_business_name`, shortTextProblem(business.legal_business_name, 'the legal name of the business')),
    ...problem(`${path}.government_id`, unlessMasked(business.government_id, businessIdProblem)),
    ...addressProblems(business.address, 'business', `${path}.address`),
  ];
}

/** Returns the problems of one person of the form; `path` is the person's path in it. */
function individualProblems(person: Individual, path: string, now: Date): FieldProblem[] {
  return [
    ...problem(`${path}.first_name`, personNameProblem(person.first_name, 'the first name')),
    ...problem(`${path}.last_name`, personNameProblem(person.last_name, 'the last name')),
    ...problem(
      `${path}.dob`,
      unlessMasked(person.dob, (date) => dateOfBirthProblem(date, now)),
    ),
    ...problem(`${path}.government_id`, unlessMasked(person.government_id, personIdProblem)),
    ...problem(`${path}.email`, emailProblem(person.email)),
    ...problem(`${path}.phone_number`, phoneProblem(tidyPhone(person.phone_number))),
    ...addressProblems(person.address, 'residential', `${path}.address`),
  ];
}

function tooManyOwners(form: KybForm): FieldProblem[] {
  const owners = form.beneficial_owner_individuals.length + form.beneficial_owner_entities.length;
  if (owners <= maximumOwners) return [];
  const list = form.beneficial_owner_entities.length > 0 ? 'beneficial_owner_entities' : 'beneficial_owner_individuals';
  return [{ path: list, message: `At most ${maximumOwners} owners can each own 25% or more. Remove those who own less.` }];
}

/**
 * Returns the part of a form without problems that is sent, in the issuer's format: with the business address as the
 * control person's when it is the same, without owners when the control person owns everything, and with the control
 * person's phone as the business's. The form itself is not changed.
 */
export function kybSubmission(form: KybForm): KybForm {
  const business = tidyBusiness(form.business_entity);
  const person = tidyIndividual(form.control_person);
  const hasOwners = !form.control_person_owns_business;
  return {
    ...form,
    nature_of_business: form.nature_of_business.trim(),
    business_entity: { ...business, phone_numbers: [person.phone_number] },
    control_person: form.home_business ? { ...person, address: business.address } : person,
    beneficial_owner_individuals: hasOwners ? form.beneficial_owner_individuals.map(tidyIndividual) : [],
    beneficial_owner_entities: hasOwners ? form.beneficial_owner_entities.map(tidyBusiness) : [],
  };
}

function tidyBusiness(business: BusinessEntity): BusinessEntity {
  return {
    legal_business_name: business.legal_business_name.trim(),
    government_id: tidyGovernmentId(business.government_id),
    address: tidyAddress(business.address),
    phone_numbers: business.phone_numbers,
  };
}

function tidyIndividual(person: Individual): Individual {
  return {
    first_name: person.first_name.trim(),
    last_name: person.last_name.trim(),
    dob: person.dob.trim(),
    government_id: tidyGovernmentId(person.government_id),
    email: person.email.trim(),
    phone_number: tidyPhone(person.phone_number),
    address: tidyAddress(person.address),
  };
}
