import { tidyPhone } from '../../../server/domain/identity.ts';
import { type Individual, kybLabels } from '../../../server/domain/kyb.ts';
import { AddressFields } from '../form/AddressFields.tsx';
import { Beside, Field, Fields } from '../form/Field.tsx';
import { SecretField } from '../form/SecretField.tsx';
import { typedDate } from './typedDate.ts';

interface IndividualFieldsProps {
  /** Path of the person in the form. */
  path: string;
  /** The merchant fills in their own details, which the browser may know; those of others it must not. */
  isSelf: boolean;
}

/** The details of one person. */
export function IndividualFields({ path, isSelf }: IndividualFieldsProps) {
  const field = (name: keyof Individual) => `${path}.${name}`;
  const known = (name: string) => ({ autoComplete: isSelf ? name : 'off' });
  return (
    <Fields>
      <Beside>
        <Field name={field('first_name')} label={kybLabels.first_name} {...known('given-name')} />
        <Field name={field('last_name')} label={kybLabels.last_name} {...known('family-name')} />
      </Beside>
      <SecretField name={field('dob')} label={kybLabels.dob} format={typedDate} {...known('bday')} />
      <SecretField
        name={field('government_id')}
        label={kybLabels.individual_government_id}
        isCovered
        hint="Kept encrypted and sent to the card issuer only. Nobody can read it again here."
      />
      <Field name={field('email')} label={kybLabels.email} type="email" inputMode="email" spellCheck={false} autoCapitalize="none" {...known('email')} />
      <Field name={field('phone_number')} label={kybLabels.phone_number} type="tel" inputMode="tel" tidy={tidyPhone} {...known('tel')} />
      <AddressFields path={field('address')} purpose="residential" autoComplete={isSelf ? 'section-person' : 'off'} />
    </Fields>
  );
}
