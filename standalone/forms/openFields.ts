import { createContext, useContext } from 'react';
import type { OpenFields } from '../../server/domain/forms/openFields.ts';

export const OpenFieldsContext = createContext<OpenFields>(() => true);

export function useIsOpen(path: string): boolean {
  return useContext(OpenFieldsContext)(path);
}
