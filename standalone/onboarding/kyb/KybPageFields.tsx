import { useKybFields } from '../../../server/browser/kyb/useKybFields.ts';
import type { OpenFields } from '../../../server/domain/forms/openFields.ts';
import { Fields } from '../../forms/Field.tsx';
import { FormLines } from '../../forms/FormLines.tsx';
import { OpenFieldsContext } from '../../forms/openFields.ts';
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
  const { fields, isShown } = useKybFields(page, isOpen);
  return (
    // Two pages are lists of owners: without a key the second would go on with the owners of the first.
    <OpenFieldsContext.Provider key={page} value={isShown}>
      {'owners' in fields ? (
        <OwnerList owners={fields.owners} isFixed={ownersAreFixed} />
      ) : (
        <Fields>
          <FormLines lines={fields.lines} />
        </Fields>
      )}
    </OpenFieldsContext.Provider>
  );
}

const everything = () => true;
