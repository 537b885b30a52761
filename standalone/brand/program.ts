import { createContext, useContext } from 'react';
import type { PublicProgram } from '../../server/programs/public.ts';

/** The program of this host, which the server writes into the page. */
export function programOfPage(page: Document): PublicProgram {
  const written = page.getElementById('program')?.textContent;
  if (!written) throw new Error('the page does not say which program it belongs to');
  // Our own server wrote it from this very type.
  return JSON.parse(written) as PublicProgram;
}

export const ProgramContext = createContext<PublicProgram | undefined>(undefined);

/** The program whose site this is. */
export function useProgram(): PublicProgram {
  const program = useContext(ProgramContext);
  if (!program) throw new Error('useProgram is used outside of ProgramProvider');
  return program;
}
