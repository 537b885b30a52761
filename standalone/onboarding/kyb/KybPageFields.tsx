import { useKybFields } from '../../../server/browser/kyb/useKybFields.ts';
import type { OpenFields } from '../../../server/domain/forms/openFields.ts';
import { FormLines } from '../../forms/FormLines.tsx';
import { Fields } from '../../forms/fieldLayout.ts';
import { OpenFieldsContext } from '../../forms/openFields.ts';
import { OwnerList } from './OwnerList.tsx';

interface KybPageFieldsProps {
  page: number;
  /** Decides which fields are open here. Left out, all visible fields are. */
  isOpen?: OpenFields;
  /** Whether owners may only be corrected, because the issuer knows them already, and not added or removed. */
  ownersAreFixed?: boolean;
}

/** The fields of one page of the form; other answers of the form show and hide them. */
export function KybPageFields({ page, isOpen = everything, ownersAreFixed = false }: KybPageFieldsProps) {
  const { fields, isShown } = useKybFields(page, isOpen);
  return (
    // Two pages are lists of owners. Without a key, the second would keep the owners of the first.
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
