import { addressLine } from '../forms/address.ts';
import { type BusinessEntity, type Individual, isVisible, type KybForm, kybPages, visiblePages } from './kyb.ts';
import { isMasked, maskGovernmentId } from './kybMasks.ts';

/** The page of review, which follows the pages of the form: every answer as it will be sent, with the way back to its page. */

interface ReviewAnswer {
  label: string;
  value: string;
}

export interface ReviewPart {
  /** The page on which the answers are changed. */
  page: number;
  title: string;
  /** One list for the business or a person; none for a page of owners without an owner. */
  lists: readonly ReviewList[];
}

interface ReviewList {
  /** Path of the answers' group in the form. */
  path: string;
  answers: readonly ReviewAnswer[];
}

/** The number of the page of review. */
export const reviewPage = kybPages.length;

/** Stands where there are no owners of a kind. */
export const noOwners = 'None';
const unanswered = 'Not given yet';

const answer = (label: string, value: string): ReviewAnswer => ({ label, value: value.trim() === '' ? unanswered : value.trim() });
const choice = (label: string, isChosen: boolean): ReviewAnswer => ({ label, value: isChosen ? 'Yes' : 'No' });
const covered = (id: string): string => (isMasked(id) ? id : maskGovernmentId(id.trim()));

function businessAnswers({ legal_business_name, government_id, address }: BusinessEntity): ReviewAnswer[] {
  return [answer('Legal business name', legal_business_name), answer('EIN or SSN', covered(government_id)), answer('Business address', addressLine(address))];
}

function individualAnswers(person: Individual, hasAddress: boolean): ReviewAnswer[] {
  return [
    answer('Name', `${person.first_name} ${person.last_name}`),
    answer('Date of birth', person.dob),
    answer('SSN or ITIN', covered(person.government_id)),
    answer('Email', person.email),
    answer('Phone', person.phone_number),
    ...(hasAddress ? [answer('Residential address', addressLine(person.address))] : []),
  ];
}

function listsOf(page: number, form: KybForm): ReviewList[] {
  const { business_entity, control_person } = form;
  const [name, ...business] = businessAnswers(business_entity);
  switch (page) {
    case 0:
      return [{ path: 'nature_of_business', answers: [...(name ? [name] : []), answer('Nature of business', form.nature_of_business)] }];
    case 1:
      return [{ path: 'business_entity', answers: [...business, choice('Also the control person’s address', form.home_business)] }];
    case 2: {
      const person = individualAnswers(control_person, isVisible('control_person.address.city', form));
      return [{ path: 'control_person', answers: [...person, choice('Owns 100% of the business', form.control_person_owns_business)] }];
    }
    case 3:
      return form.beneficial_owner_individuals.map((owner, place) => ({
        path: `beneficial_owner_individuals.${place}`,
        answers: individualAnswers(owner, true),
      }));
    default:
      return form.beneficial_owner_entities.map((owner, place) => ({ path: `beneficial_owner_entities.${place}`, answers: businessAnswers(owner) }));
  }
}

/** Returns every answer that will be sent, page by page. Government ids are covered. */
export function kybReview(form: KybForm): ReviewPart[] {
  return visiblePages(form).map((page) => ({ page, title: kybPages[page]?.title ?? '', lists: listsOf(page, form) }));
}
