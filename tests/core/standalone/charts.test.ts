import { describe, expect, it } from 'vitest';
import { programs } from '../../../server/programs/all.ts';
import { brandTheme } from '../../../standalone/brand/theme.ts';
import { seenOnSurface } from '../../../standalone/charts/markColors.ts';
import { fittingTicks, nearestPoint, pointAfterKey } from '../../../standalone/charts/readPoints.ts';
import { contrast } from '../../support/contrast.ts';

const themes = programs.flatMap(({ key, colors, cornerRadiusPx, typeface: { family, generic, hasTabularFigures } }) =>
  (['light', 'dark'] as const).map((scheme) => {
    const typeface = { family, generic, has_tabular_figures: hasTabularFigures };
    return { key, scheme, theme: brandTheme({ colors, typeface, corner_radius_px: cornerRadiusPx }, scheme) };
  }),
);

describe('the marks of a chart', () => {
  it.each(themes)('of $key in $scheme are seen on the surface at 3:1', ({ theme: { palette, colors } }) => {
    for (const mark of [seenOnSurface(palette.accent, palette), colors.primary, colors.danger, colors.success, colors.secondary40])
      expect(contrast(mark, palette.surface)).toBeGreaterThanOrEqual(3);
  });

  it('keep a color that is seen already, and darken one that is too pale', () => {
    const palette = { primary: '#0F766E', accent: '#F59E0B', canvas: '#F5F8F7', surface: '#FFFFFF', ink: '#000000' };
    expect(seenOnSurface('#B45309', palette).toUpperCase()).toBe('#B45309');
    expect(seenOnSurface('#FFFFFF', palette)).not.toBe('#FFFFFF');
  });
});

describe('a point of a chart', () => {
  it.each([
    [-50, 0],
    [14, 0],
    [16, 1],
    [26, 2],
    [900, 3],
  ])('at %i of 10, 20, 30 and 40 pixels is number %i', (at, number) => {
    expect(nearestPoint([10, 20, 30, 40], at)).toBe(number);
  });

  it.each<[string, number, number, number | null]>([
    ['ArrowRight', 3, 12, 4],
    ['ArrowRight', 11, 12, 11],
    ['ArrowLeft', 3, 12, 2],
    ['ArrowDown', 0, 12, 0],
    ['ArrowUp', 0, 12, 1],
    ['PageUp', 100, 365, 137],
    ['PageDown', 10, 365, 0],
    ['PageUp', 0, 4, 1],
    ['Home', 9, 12, 0],
    ['End', 9, 12, 11],
    ['Enter', 9, 12, null],
  ])('after %s from %i of %i is %j', (key, from, count, number) => {
    expect(pointAfterKey(key, from, count)).toBe(number);
  });
});

describe('the labels of an axis', () => {
  const months = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];

  it('are all where they fit', () => {
    expect(fittingTicks(months, 900, 56)).toEqual(months);
  });

  it('are fewer on a phone, the first and the last among them', () => {
    expect(fittingTicks(months, 240, 56)).toEqual(['Dec', 'Apr', 'Jul', 'Nov']);
    expect(fittingTicks(months, 10, 56)).toEqual(['Dec', 'Nov']);
    // 32 days over 980 pixels are 31.6 pixels each: neighbors would cover each other, every second day does not.
    const days = fittingTicks(
      Array.from({ length: 32 }, (_, day) => day),
      980,
      56,
    );
    expect(Math.min(...days.slice(1).map((day, place) => day - (days[place] ?? 0)))).toBe(2);
    expect(fittingTicks(['Nov'], 240, 56)).toEqual(['Nov']);
  });
});
