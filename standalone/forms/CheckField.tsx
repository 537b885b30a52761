import { Checkbox } from '@bigcommerce/big-design';
import { useController } from 'react-hook-form';

/** A checkbox of a form. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { field } = useController({ name });
  return (
    <Checkbox label={label} checked={field.value === true} ref={field.ref} onBlur={field.onBlur} onChange={(event) => field.onChange(event.target.checked)} />
  );
}
