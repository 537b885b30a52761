import { theme as bigDesign, type ThemeInterface } from '@bigcommerce/big-design-theme';
import { getContrast, getLuminance, mix } from 'polished';
import { css } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';

export type ColorScheme = 'light' | 'dark';
type Palette = PublicProgram['colors']['light'];

/** BigDesign's theme, the brand's own colors unmixed, and the typeface of its headings and of its large amounts. */
export interface BrandTheme extends ThemeInterface {
  palette: Palette;
  headingFamily: string;
  figureFamily: string;
}

const textFamily = '"Source Sans 3", "Source Sans 3 Fallback", "Helvetica Neue", Arial, sans-serif';

/** The colors of danger, success and warning: the same in every brand, and with enough contrast to be text on any brand's canvas. */
const meanings = {
  light: { danger: '#BE2633', success: '#187A2B', warning: '#FFBF00', warningText: '#8F5200' },
  // BigDesign puts the text color on `warning`. Text is light in the dark scheme, so a badge takes the dark amber.
  dark: { danger: '#FF9493', success: '#63D68B', warning: '#7A5300', warningText: '#F7C653' },
};

/**
 * Returns the BigDesign theme of a program. BigDesign has no dark theme, but takes its surfaces from `white` and its text
 * from the end of the `secondary` ramp: swapping those two makes every component dark.
 */
export function brandTheme(program: Pick<PublicProgram, 'colors' | 'corner_radius_px' | 'typeface'>, scheme: ColorScheme): BrandTheme {
  return themeOf(program, program.colors[scheme], scheme);
}

/** Returns the theme of the sidebar, which has colors of its own beside light pages. */
export function frameTheme(program: Pick<PublicProgram, 'colors' | 'corner_radius_px' | 'typeface'>, scheme: ColorScheme): BrandTheme {
  const { frame } = program.colors;
  return scheme === 'dark' ? brandTheme(program, scheme) : themeOf(program, frame, schemeOf(frame));
}

/** Returns the scheme that a palette belongs to: text on a dark background is lighter than it. */
export function schemeOf({ canvas, ink }: Palette): ColorScheme {
  return getLuminance(ink) > getLuminance(canvas) ? 'dark' : 'light';
}

function themeOf({ corner_radius_px, typeface }: Pick<PublicProgram, 'corner_radius_px' | 'typeface'>, palette: Palette, scheme: ColorScheme): BrandTheme {
  const meaning = meanings[scheme];
  const headingFamily = `"${typeface.family}", "${typeface.family} Fallback", ${typeface.generic}`;
  return {
    ...bigDesign,
    palette,
    headingFamily,
    figureFamily: typeface.has_tabular_figures ? headingFamily : textFamily,
    colors: {
      ...bigDesign.colors,
      brand: palette.primary,
      white: palette.surface,
      ...textRamp(palette),
      ...ramp('primary', palette.primary, palette),
      ...ramp('danger', meaning.danger, palette),
      ...ramp('success', meaning.success, palette),
      ...ramp('warning', meaning.warningText, palette),
      warning: meaning.warning,
      warning40: meaning.warning,
    },
    border: { ...bigDesign.border, box: edgeOfField },
    borderRadius: { ...bigDesign.borderRadius, normal: `${corner_radius_px / 16}rem` },
    shadow: { floating: shadow('0 8px 28px'), raised: shadow('0 1px 3px') },
    typography: {
      ...bigDesign.typography,
      // BigDesign's headings are too thin to be read on a phone in the sun.
      fontWeight: { ...bigDesign.typography.fontWeight, extraLight: 300, light: 400 },
      fontFamily: textFamily,
    },
  };
}

function textRamp({ ink, surface }: Palette) {
  const blend = (part: number) => mix(part, ink, surface);
  return {
    secondary: blend(0.48),
    secondary10: blend(0.03),
    secondary20: blend(0.07),
    secondary30: blend(0.17),
    secondary40: blend(0.48),
    secondary50: blend(0.58),
    secondary60: blend(0.7),
    secondary70: ink,
  };
}

type Ramp<Name extends string> = Record<Name | `${Name}${10 | 20 | 30 | 40 | 50 | 60 | 70}`, string>;

/** Returns a color ramp: 10 to 30 are backgrounds, 40 is the color itself, 50 to 70 are a hovered and a pressed button. */
function ramp<Name extends string>(name: Name, color: string, { ink, surface }: Palette): Ramp<Name> {
  // A color close to the text color would not visibly change toward it, so it changes toward the surface.
  const pressed = getContrast(color, ink) < 1.5 ? surface : ink;
  return {
    [name]: color,
    [`${name}10`]: mix(0.06, color, surface),
    [`${name}20`]: mix(0.13, color, surface),
    [`${name}30`]: mix(0.45, color, surface),
    [`${name}40`]: color,
    [`${name}50`]: mix(0.86, color, pressed),
    [`${name}60`]: mix(0.74, color, pressed),
    [`${name}70`]: mix(0.64, color, pressed),
    // The keys are computed from the name, which the compiler cannot follow.
  } as Ramp<Name>;
}

/** Drawn around fields, which are known by it alone: seen at 3:1 in every brand, as BigDesign's own is not. */
const edgeOfField = css`
  1px solid ${({ theme }) => theme.colors.secondary40}
`;

/** Returns a shadow that is dark in both schemes (BigDesign's takes the text color), with an edge, because a shadow cannot be seen on black. */
const shadow = (shape: string) => css`
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-shadow: ${shape} rgb(0 0 0 / 14%), 0 0 0 1px ${({ theme }) => theme.colors.secondary20};
`;
