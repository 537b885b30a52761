import 'styled-components';
import type { BrandTheme } from './theme.ts';

declare module 'styled-components' {
  interface DefaultTheme extends BrandTheme {}
}
