import { useFormContext, useWatch } from 'react-hook-form';
import type { OpenFields } from '../../domain/forms/openFields.ts';
import { isVisible, type KybForm } from '../../domain/kyb/kyb.ts';
import { type KybPageFields, kybPageFields } from '../../domain/kyb/kybFields.ts';

/** Returns the fields of one page of the surrounding form, and whether a field is shown: it must be open, and the form's answers must require it. */
export function useKybFields(page: number, isOpen: OpenFields): { fields: KybPageFields; isShown: OpenFields } {
  const { control } = useFormContext<KybForm>();
  const [home_business, control_person_owns_business] = useWatch({ control, name: ['home_business', 'control_person_owns_business'] });
  return { fields: kybPageFields(page), isShown: (path) => isVisible(path, { home_business, control_person_owns_business }) && isOpen(path) };
}
