import { Checkbox } from '@bigcommerce/big-design';
import { useController } from 'react-hook-form';
import { useIsOpen } from './openFields.ts';

/** A yes or no of a form. */
export function CheckField({ name, label, description }: { name: string; label: string; description?: string }) {
  return useIsOpen(name) ? <OpenCheckField name={name} label={label} {...(description !== undefined && { description })} /> : null;
}

function OpenCheckField({ name, label, description }: { name: string; label: string; description?: string }) {
  const { field } = useController({ name });
  return (
    <Checkbox
      label={label}
      checked={field.value === true}
      ref={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.checked)}
      {...(description !== undefined && { description })}
    />
  );
}
