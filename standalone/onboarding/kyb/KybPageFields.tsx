import { useFormContext, useWatch } from 'react-hook-form';
import { emptyBusinessEntity, emptyIndividual, isVisible, type KybForm, kybLabels, kybPages } from '../../../server/domain/kyb.ts';
import { CheckField } from '../form/CheckField.tsx';
import { Field, Fields } from '../form/Field.tsx';
import { type OpenFields, OpenFieldsContext } from '../form/openFields.ts';
import { BusinessFields, LegalNameField } from './BusinessFields.tsx';
import { IndividualFields } from './IndividualFields.tsx';
import { OwnerList } from './OwnerList.tsx';

interface KybPageFieldsProps {
  page: number;
  /** Which fields are to be filled in here; all that are visible when left out. */
  isOpen?: OpenFields;
  /** The issuer knows the owners already: they can be corrected, but not be added or removed. */
  ownersAreFixed?: boolean;
}

/** The fields of one page of the form, shown and hidden as the rest of it is filled in. */
export function KybPageFields({ page, isOpen = everything, ownersAreFixed = false }: KybPageFieldsProps) {
  const { control } = useFormContext<KybForm>();
  const [home_business, control_person_owns_business] = useWatch({ control, name: ['home_business', 'control_person_owns_business'] });
  const shown: OpenFields = (path) => isVisible(path, { home_business, control_person_owns_business }) && isOpen(path);
  return (
    // Two pages are lists of owners: without a key the second would go on with the owners of the first.
    <OpenFieldsContext.Provider key={page} value={shown}>
      {fieldsOf(page, ownersAreFixed)}
    </OpenFieldsContext.Provider>
  );
}

const everything = () => true;

function fieldsOf(page: number, ownersAreFixed: boolean) {
  switch (page) {
    case 0:
      return (
        <Fields>
          <LegalNameField path="business_entity" isOwn />
          <Field name="nature_of_business" label={kybLabels.nature_of_business} hint="What you sell and to whom, in a few words." autoComplete="off" />
        </Fields>
      );
    case 1:
      return (
        <Fields>
          <BusinessFields path="business_entity" isOwn />
          <CheckField name="home_business" label={kybLabels.home_business} />
        </Fields>
      );
    case 2:
      return (
        <Fields>
          <IndividualFields path="control_person" isSelf />
          <CheckField name="control_person_owns_business" label={kybLabels.control_person_owns_business} />
        </Fields>
      );
    case 3:
      return (
        <OwnerList list="beneficial_owner_individuals" name="Owner" empty={emptyIndividual} isFixed={ownersAreFixed}>
          {(path) => <IndividualFields path={path} isSelf={false} />}
        </OwnerList>
      );
    case 4:
      return (
        <OwnerList list="beneficial_owner_entities" name="Business" empty={emptyBusinessEntity} isFixed={ownersAreFixed}>
          {(path) => (
            <Fields>
              <LegalNameField path={path} isOwn={false} />
              <BusinessFields path={path} isOwn={false} />
            </Fields>
          )}
        </OwnerList>
      );
    default:
      throw new Error(`the form has no page ${page} of ${kybPages.length}`);
  }
}
