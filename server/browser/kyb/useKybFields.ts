import { useFormContext, useWatch } from 'react-hook-form';
import type { OpenFields } from '../../domain/forms/openFields.ts';
import { isVisible, type KybForm } from '../../domain/kyb/kyb.ts';
import { type KybPageFields, kybPageFields } from '../../domain/kyb/kybFields.ts';

/** The fields of one page of the form around, and which of them are shown: what the rest of the form asks for, as far as it is open. */
export function useKybFields(page: number, isOpen: OpenFields): { fields: KybPageFields; isShown: OpenFields } {
  const { control } = useFormContext<KybForm>();
  const [home_business, control_person_owns_business] = useWatch({ control, name: ['home_business', 'control_person_owns_business'] });
  return { fields: kybPageFields(page), isShown: (path) => isVisible(path, { home_business, control_person_owns_business }) && isOpen(path) };
}
