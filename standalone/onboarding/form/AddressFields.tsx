import type { ClipboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { type AddressPurpose, addressLabel } from '../../../server/domain/address.ts';
import { Beside, Field, Fields } from './Field.tsx';
import { useIsOpen } from './openFields.ts';
import { readAddress } from './readAddress.ts';

interface AddressFieldsProps {
  /** Path of the address in its form. */
  path: string;
  purpose: AddressPurpose;
  /** What a browser calls the address, such as `shipping`; `off` when it is not the merchant's own. */
  autoComplete: string;
}

/** An address in the United States. A whole one pasted into its first line is put where its parts belong. */
export function AddressFields({ path, purpose, autoComplete }: AddressFieldsProps) {
  const { setValue, getValues } = useFormContext();
  if (!useIsOpen(path)) return null;

  const named = (name: string) => (autoComplete === 'off' ? 'off' : `${autoComplete} ${name}`.trim());
  const field = (name: Parameters<typeof addressLabel>[0]) => ({ name: `${path}.${name}`, label: addressLabel(name, purpose) });

  function takeWhole(event: ClipboardEvent) {
    const address = readAddress(event.clipboardData.getData('text'));
    if (!address) return;
    event.preventDefault();
    setValue(path, { ...getValues(path), ...address }, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Fields>
      <Field {...field('address1')} autoComplete={named('address-line1')} onPaste={takeWhole} />
      <Field {...field('address2')} autoComplete={named('address-line2')} />
      <Field {...field('city')} autoComplete={named('address-level2')} />
      <Beside>
        <Field
          {...field('state')}
          autoComplete={named('address-level1')}
          autoCapitalize="characters"
          maxLength={2}
          spellCheck={false}
          tidy={(text) => text.trim().toUpperCase()}
        />
        <Field {...field('postal_code')} autoComplete={named('postal-code')} inputMode="numeric" maxLength={10} />
      </Beside>
    </Fields>
  );
}
