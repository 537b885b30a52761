import type { ClipboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { readAddress } from '../../domain/forms/readAddress.ts';

/**
 * Returns a paste handler that splits a whole address into its fields, which are below `path`; undefined for a field that takes no
 * address. Pastes anything else as it is.
 */
export function usePastedAddress(path: string | undefined): ((event: ClipboardEvent) => void) | undefined {
  const { setValue, getValues } = useFormContext();
  if (path === undefined) return undefined;
  return (event) => {
    const address = readAddress(event.clipboardData.getData('text'));
    if (!address) return;
    event.preventDefault();
    setValue(path, { ...getValues(path), ...address }, { shouldDirty: true, shouldValidate: true });
  };
}
