import type { ProgramSettingName } from '../../config.ts';

interface Shades {
  primary: string;
  onPrimary: string;
  canvas: string;
  surface: string;
  ink: string;
}

/** The design of a program's hosted pages, as the program configures its project at the provider. */
export interface HostedDesign {
  name: string;
  welcome: string;
  /** The program's own files, as SVG. `light` and `dark` are the logo on the page in these schemes. */
  logo: { light: string; dark: string; favicon: string };
  /** The program's own fonts, as WOFF2. */
  fonts: { heading: Buffer; text: Buffer };
  /** The kind of the heading's letters, for a browser that does not load fonts. */
  headingGeneric: 'serif' | 'sans-serif';
  corner_px: number;
  /** The colors around the form, then those of the form. */
  light: { page: Shades; form: Shades };
  dark: { page: Shades; form: Shades };
}

export type HostedDesigns = Readonly<Record<ProgramSettingName, HostedDesign>>;
