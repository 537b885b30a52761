import { createContext, useContext } from 'react';
import type { PublicProgram } from '../../server/programs/public.ts';

export const ProgramContext = createContext<PublicProgram | undefined>(undefined);

/** Returns the program whose site this is. */
export function useProgram(): PublicProgram {
  const program = useContext(ProgramContext);
  if (!program) throw new Error('useProgram is used outside of ProgramProvider');
  return program;
}
