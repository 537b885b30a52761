import { typedDate } from '../basics/typedDate.ts';
import { addressLines, contactLines, type FormLine } from '../forms/formFields.ts';
import { typedBusinessId, typedPersonId } from '../forms/typedGovernmentId.ts';
import { type BusinessEntity, emptyBusinessEntity, emptyIndividual, type Individual, kybLabels } from './kyb.ts';

/** The fields of the verification form, page by page. `isVisible` tells which of them are hidden. */

/** A list of owners of one kind. */
export interface OwnerList {
  list: 'beneficial_owner_individuals' | 'beneficial_owner_entities';
  /** The name of one of them: `Owner`. */
  name: string;
  /** Label of the button that adds one. */
  add: string;
  empty: () => Individual | BusinessEntity;
  /** Returns the fields of the owner at a path. */
  lines: (path: string) => FormLine[];
}

export type KybPageFields = { lines: FormLine[] } | { owners: OwnerList };

function individualLines(path: string, isSelf: boolean): FormLine[] {
  const known = (name: string) => (isSelf ? name : 'off');
  return [
    [
      { kind: 'text', path: `${path}.first_name`, label: kybLabels.first_name, autoComplete: known('given-name') },
      { kind: 'text', path: `${path}.last_name`, label: kybLabels.last_name, autoComplete: known('family-name') },
    ],
    [{ kind: 'secret', path: `${path}.dob`, label: kybLabels.dob, inputMode: 'numeric', autoComplete: known('bday'), format: typedDate }],
    [
      {
        kind: 'secret',
        path: `${path}.government_id`,
        label: kybLabels.individual_government_id,
        inputMode: 'numeric',
        isCovered: true,
        format: typedPersonId,
        hint: 'Kept encrypted and sent to the card issuer only. Nobody can see it here again.',
      },
    ],
    ...contactLines(path, kybLabels, isSelf),
    ...addressLines(`${path}.address`, 'residential', isSelf ? 'section-person' : 'off'),
  ];
}

function legalNameLine(path: string, isOwn: boolean): FormLine {
  return [{ kind: 'text', path: `${path}.legal_business_name`, label: kybLabels.legal_business_name, autoComplete: isOwn ? 'organization' : 'off' }];
}

/** Returns the fields of a business: its government id and its address. */
function businessLines(path: string, isOwn: boolean): FormLine[] {
  return [
    [
      {
        kind: 'secret',
        path: `${path}.government_id`,
        label: kybLabels.business_government_id,
        inputMode: 'numeric',
        isCovered: true,
        format: typedBusinessId,
      },
    ],
    ...addressLines(`${path}.address`, 'business', isOwn ? 'section-business' : 'off'),
  ];
}

/** The pages in the order of `kybPages`. */
const pages: readonly KybPageFields[] = [
  {
    lines: [
      legalNameLine('business_entity', true),
      [
        {
          kind: 'text',
          path: 'nature_of_business',
          label: kybLabels.nature_of_business,
          hint: 'What you sell and to whom, in a few words.',
          autoComplete: 'off',
        },
      ],
    ],
  },
  { lines: [...businessLines('business_entity', true), [{ kind: 'check', path: 'home_business', label: kybLabels.home_business }]] },
  {
    lines: [
      ...individualLines('control_person', true),
      [{ kind: 'check', path: 'control_person_owns_business', label: kybLabels.control_person_owns_business }],
    ],
  },
  {
    owners: {
      list: 'beneficial_owner_individuals',
      name: 'Owner',
      add: 'Add an owner',
      empty: emptyIndividual,
      lines: (path) => individualLines(path, false),
    },
  },
  {
    owners: {
      list: 'beneficial_owner_entities',
      name: 'Business',
      add: 'Add a business',
      empty: emptyBusinessEntity,
      lines: (path) => [legalNameLine(path, false), ...businessLines(path, false)],
    },
  },
];

/** Returns the fields of a page by its number. Throws for a number that the form does not have. */
export function kybPageFields(page: number): KybPageFields {
  const fields = pages[page];
  if (!fields) throw new Error(`the form has no page ${page}`);
  return fields;
}
