import { GlobalStyles } from '@bigcommerce/big-design';
import { type ReactNode, useMemo } from 'react';
import { ThemeProvider } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';
import { BrandStyles } from './BrandStyles.tsx';
import { useColorScheme } from './colorScheme.ts';
import { ForcedColors } from './ForcedColors.tsx';
import { ProgramContext, useProgram } from './program.ts';
import { brandTheme, frameTheme } from './theme.ts';

/** Provides the program and its theme, in the visitor's color scheme, to everything inside. */
export function ProgramProvider({ program, children }: { program: PublicProgram; children: ReactNode }) {
  const scheme = useColorScheme();
  const theme = useMemo(() => brandTheme(program, scheme), [program, scheme]);
  return (
    <ProgramContext.Provider value={program}>
      <ThemeProvider theme={theme}>
        <GlobalStyles />
        <BrandStyles />
        <ForcedColors />
        {children}
      </ThemeProvider>
    </ProgramContext.Provider>
  );
}

/** Gives everything inside the colors of the sidebar. */
export const FrameColors = ({ children }: { children: ReactNode }) => <Colors themeOf={frameTheme}>{children}</Colors>;

/** Gives everything inside the colors of the page, also where it is opened from the sidebar. */
export const PageColors = ({ children }: { children: ReactNode }) => <Colors themeOf={brandTheme}>{children}</Colors>;

function Colors({ themeOf, children }: { themeOf: typeof brandTheme; children: ReactNode }) {
  const program = useProgram();
  const scheme = useColorScheme();
  const theme = useMemo(() => themeOf(program, scheme), [themeOf, program, scheme]);
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}
