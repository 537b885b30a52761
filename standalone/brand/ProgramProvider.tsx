import { GlobalStyles } from '@bigcommerce/big-design';
import { type ReactNode, useMemo } from 'react';
import { ThemeProvider } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';
import { BrandStyles } from './BrandStyles.tsx';
import { useColourScheme } from './colourScheme.ts';
import { ProgramContext } from './program.ts';
import { brandTheme } from './theme.ts';

/** Provides the program and its theme, in the visitor's colour scheme, to everything inside. */
export function ProgramProvider({ program, children }: { program: PublicProgram; children: ReactNode }) {
  const scheme = useColourScheme();
  const theme = useMemo(() => brandTheme(program, scheme), [program, scheme]);
  return (
    <ProgramContext.Provider value={program}>
      <ThemeProvider theme={theme}>
        <GlobalStyles />
        <BrandStyles />
        {children}
      </ThemeProvider>
    </ProgramContext.Provider>
  );
}
