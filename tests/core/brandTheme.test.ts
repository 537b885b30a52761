import { describe, expect, it } from 'vitest';
import { programs } from '../../server/programs/all.ts';
import type { Program } from '../../server/programs/define.ts';
import { type BrandTheme, brandTheme, frameTheme } from '../../standalone/brand/theme.ts';
import { contrast } from '../support/contrast.ts';

/** Every place where BigDesign, or our own layout, writes one color on another: [text, background]. */
const writtenOn = [
  ['secondary70', 'white'],
  ['secondary70', 'canvas'],
  ['secondary70', 'secondary10'],
  ['secondary70', 'secondary20'],
  ['secondary60', 'white'],
  ['secondary60', 'canvas'],
  ['secondary60', 'secondary10'],
  ['secondary60', 'secondary20'],
  ['primary', 'white'],
  ['primary', 'canvas'],
  ['primary', 'primary10'],
  ['primary', 'primary20'],
  ['primary50', 'primary10'],
  ['primary60', 'primary20'],
  ['primary70', 'white'],
  ['primary70', 'canvas'],
  ['secondary70', 'primary10'],
  ['secondary70', 'primary20'],
  ['danger', 'white'],
  ['danger', 'canvas'],
  ['danger', 'danger10'],
  ['danger', 'danger20'],
  ['danger50', 'danger10'],
  ['danger60', 'danger20'],
  ['secondary70', 'danger20'],
  ['secondary70', 'success20'],
  ['secondary70', 'warning20'],
  ['success', 'white'],
  ['success', 'canvas'],
  ['warning50', 'white'],
  ['warning50', 'canvas'],
  // Buttons, badges and tooltips turn it round.
  ['white', 'primary'],
  ['white', 'primary50'],
  ['white', 'primary60'],
  ['white', 'danger'],
  ['white', 'danger50'],
  ['white', 'danger60'],
  ['white', 'success50'],
  ['white', 'secondary60'],
  ['white', 'secondary70'],
  ['secondary70', 'warning40'],
] as const;

const shown = ({ colors, cornerRadiusPx, typeface }: Program) => ({
  colors,
  corner_radius_px: cornerRadiusPx,
  typeface: { family: typeface.family, generic: typeface.generic, has_tabular_figures: typeface.hasTabularFigures },
});

/** Every text on its background whose contrast is too low for people to read. */
function paleTexts({ colors: themeColors, palette }: BrandTheme): string[] {
  const colors = { ...themeColors, canvas: palette.canvas };
  return writtenOn.flatMap(([text, background]) => {
    const ratio = contrast(colors[text], colors[background]);
    return ratio < 4.5 ? [`${text} on ${background}: ${ratio.toFixed(2)}`] : [];
  });
}

const schemes = ['light', 'dark'] as const;
const themes = programs.flatMap((program) =>
  schemes.map((scheme) => ({
    key: program.key,
    scheme,
    program,
    theme: brandTheme(shown(program), scheme),
  })),
);
const frames = programs.map((program) => ({ key: program.key, theme: frameTheme(shown(program), 'light') }));

describe('the theme of a program', () => {
  it.each(themes)('$key in $scheme: every text on its background reads at 4.5:1', ({ theme }) => {
    expect(paleTexts(theme)).toEqual([]);
  });

  it.each(frames)('$key: every text of the sidebar reads at 4.5:1', ({ theme }) => {
    expect(paleTexts(theme)).toEqual([]);
  });

  it.each(frames)('$key: beside dark pages the sidebar has their colors', ({ key }) => {
    const program = programs.find((program) => program.key === key);
    if (!program) throw new Error(`no program ${key}`);
    expect(frameTheme(shown(program), 'dark').palette).toEqual(program.colors.dark);
  });

  it('amounts are set in the letters of headings where these have digits of one width, else in those of the text', () => {
    const figures = Object.fromEntries(themes.map(({ key, theme }) => [key, theme.figureFamily.split(',')[0]]));
    expect(figures).toEqual({
      headway: '"Manrope"',
      boost: '"Sora"',
      card: '"Cormorant Garamond"',
      'harbor-new': '"Source Sans 3"',
      'meridian-new': '"Source Sans 3"',
    });
  });

  it.each(themes)('$key in $scheme: the borders of fields and checked marks are seen at 3:1', ({ theme }) => {
    for (const color of ['secondary40', 'primary'] as const) expect(contrast(theme.colors[color], theme.colors.white)).toBeGreaterThanOrEqual(3);
  });

  it.each(themes)('$key in $scheme: a button under the pointer does not look as it did', ({ theme }) => {
    expect(contrast(theme.colors.primary, theme.colors.primary50)).toBeGreaterThan(1.05);
    expect(contrast(theme.colors.primary50, theme.colors.primary60)).toBeGreaterThan(1.03);
  });

  it.each(themes)("$key in $scheme: the brand's own colors are in it as they were chosen", ({ theme, program, scheme }) => {
    expect(theme.palette).toEqual(program.colors[scheme]);
    expect(theme.colors.primary).toBe(program.colors[scheme].primary);
    expect(theme.borderRadius.normal).toBe(`${program.cornerRadiusPx / 16}rem`);
  });
});
