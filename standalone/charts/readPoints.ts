import type { Cents } from '../../server/domain/basics/money.ts';

/** The points of a chart, and how one is chosen: by the place of a pointer, or by a key. */

/** One point that a reader can choose: its name, and its amounts. */
export interface ChartPoint {
  /** Its place on the horizontal axis. */
  x: number;
  name: string;
  amounts: readonly { name: string; amount: Cents }[];
  /** Sentences below the amounts, such as the causes of a change. */
  notes?: readonly string[];
}

export interface ChartTick {
  x: number;
  label: string;
  /** Written below the first label, and below each one where it changes. */
  year: string;
}

/** Returns the number of the point that is nearest to a place; places are in ascending order. */
export function nearestPoint(places: readonly number[], at: number): number {
  let nearest = 0;
  for (const [number, place] of places.entries()) {
    if (Math.abs(place - at) < Math.abs((places[nearest] ?? 0) - at)) nearest = number;
  }
  return nearest;
}

/** The part of all points that a page key skips. */
const pageShare = 10;

/** Returns the number of the point that a key leads to, of `count` points; null for a key that leads nowhere. */
export function pointAfterKey(key: string, present: number, count: number): number | null {
  const page = Math.max(1, Math.round(count / pageShare));
  const asked = new Map([
    ['ArrowRight', present + 1],
    ['ArrowUp', present + 1],
    ['ArrowLeft', present - 1],
    ['ArrowDown', present - 1],
    ['PageUp', present + page],
    ['PageDown', present - page],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return asked === undefined ? null : Math.min(Math.max(asked, 0), count - 1);
}

/**
 * Returns those of the axis's labels that fit beside each other, the first and the last always among them. They stand on whole
 * points, so two of them may be closer than the rest: that pair has to fit too.
 */
export function fittingTicks<Tick>(ticks: readonly Tick[], width: number, labelWidth: number): readonly Tick[] {
  const last = ticks.length - 1;
  for (let gaps = last; gaps > 1; gaps -= 1) {
    const numbers = Array.from({ length: gaps + 1 }, (_, place) => Math.round((place * last) / gaps));
    const closest = Math.min(...numbers.slice(1).map((number, place) => number - (numbers[place] ?? 0)));
    if (closest * width >= labelWidth * last) return ticks.filter((_, number) => numbers.includes(number));
  }
  return ticks.filter((_, number) => number === 0 || number === last);
}
