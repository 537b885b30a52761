import { theme as bigDesign, type ThemeInterface } from '@bigcommerce/big-design-theme';
import { getContrast, mix } from 'polished';
import { css } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';

export type ColourScheme = 'light' | 'dark';
type Palette = PublicProgram['colours']['light'];

/** BigDesign's theme, and the brand's own colours unmixed. */
export interface BrandTheme extends ThemeInterface {
  palette: Palette;
}

/** The colours of danger, success and warning: the same in every brand, and with enough contrast to be text on any brand's canvas. */
const meanings = {
  light: { danger: '#BE2633', success: '#187A2B', warning: '#FFBF00', warningText: '#8F5200' },
  // BigDesign puts the text colour on `warning`. Text is light in the dark scheme, so a badge takes the dark amber.
  dark: { danger: '#FF9493', success: '#63D68B', warning: '#7A5300', warningText: '#F7C653' },
};

/**
 * Returns the BigDesign theme of a program. BigDesign has no dark theme, but takes its surfaces from `white` and its text
 * from the end of the `secondary` ramp: swapping those two makes every component dark.
 */
export function brandTheme(program: Pick<PublicProgram, 'colours' | 'corner_radius_px'>, scheme: ColourScheme): BrandTheme {
  const palette = program.colours[scheme];
  const meaning = meanings[scheme];
  return {
    ...bigDesign,
    palette,
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
    borderRadius: { ...bigDesign.borderRadius, normal: `${program.corner_radius_px / 16}rem` },
    shadow: { floating: shadow('0 8px 28px'), raised: shadow('0 1px 3px') },
    typography: {
      ...bigDesign.typography,
      // BigDesign's headings are too thin to be read on a phone in the sun.
      fontWeight: { ...bigDesign.typography.fontWeight, extraLight: 300, light: 400 },
      fontFamily: '"Source Sans 3", "Source Sans 3 Fallback", "Helvetica Neue", Arial, sans-serif',
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

/** Returns a colour ramp: 10 to 30 are backgrounds, 40 is the colour itself, 50 to 70 are a hovered and a pressed button. */
function ramp<Name extends string>(name: Name, colour: string, { ink, surface }: Palette): Ramp<Name> {
  // A colour close to the text colour would not visibly change towards it, so it changes towards the surface.
  const pressed = getContrast(colour, ink) < 1.5 ? surface : ink;
  return {
    [name]: colour,
    [`${name}10`]: mix(0.06, colour, surface),
    [`${name}20`]: mix(0.13, colour, surface),
    [`${name}30`]: mix(0.45, colour, surface),
    [`${name}40`]: colour,
    [`${name}50`]: mix(0.86, colour, pressed),
    [`${name}60`]: mix(0.74, colour, pressed),
    [`${name}70`]: mix(0.64, colour, pressed),
    // The keys are computed from the name, which the compiler cannot follow.
  } as Ramp<Name>;
}

/** Returns a shadow that is dark in both schemes (BigDesign's takes the text colour), with an edge, because a shadow cannot be seen on black. */
const shadow = (shape: string) => css`
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-shadow: ${shape} rgb(0 0 0 / 14%), 0 0 0 1px ${({ theme }) => theme.colors.secondary20};
`;
