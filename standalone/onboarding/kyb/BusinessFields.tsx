import { type BusinessEntity, kybLabels } from '../../../server/domain/kyb.ts';
import { AddressFields } from '../form/AddressFields.tsx';
import { Field, Fields } from '../form/Field.tsx';
import { SecretField } from '../form/SecretField.tsx';

interface BusinessPartProps {
  /** Path of the business in the form. */
  path: string;
  /** The merchant's own business, whose address the browser may know. */
  isOwn: boolean;
}

const pathOf = (path: string, name: keyof BusinessEntity) => `${path}.${name}`;

export function LegalNameField({ path, isOwn }: BusinessPartProps) {
  return <Field name={pathOf(path, 'legal_business_name')} label={kybLabels.legal_business_name} autoComplete={isOwn ? 'organization' : 'off'} />;
}

/** What the tax authority calls the business, and where it is. */
export function BusinessFields({ path, isOwn }: BusinessPartProps) {
  return (
    <Fields>
      <SecretField name={pathOf(path, 'government_id')} label={kybLabels.business_government_id} isCovered />
      <AddressFields path={pathOf(path, 'address')} purpose="business" autoComplete={isOwn ? 'section-business' : 'off'} />
    </Fields>
  );
}
