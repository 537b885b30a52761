import { getContrast, mix } from 'polished';
import type { BrandTheme } from '../brand/theme.ts';

/** The contrast that a mark needs against the surface it is drawn on. */
const leastContrast = 3;
const steps = 20;

/** Returns a color that is seen on the palette's surface: the given one, mixed with as little of the text color as that takes. */
export function seenOnSurface(color: string, { ink, surface }: BrandTheme['palette']): string {
  const mixtures = Array.from({ length: steps }, (_, step) => mix(1 - step / steps, color, ink));
  return mixtures.find((mixture) => getContrast(mixture, surface) >= leastContrast) ?? ink;
}
