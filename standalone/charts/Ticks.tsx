import { chartHeight } from './chartHeight.ts';
import type { ChartTick } from './readPoints.ts';

/** The height below the picture that its ticks take. */
export const bottomSpace = 38;
/** The most that a tick's label is wide. */
export const labelWidth = 56;

/** The labels below a picture, with the year below the first and below each where it changes. */
export function Ticks({ ticks, x, width }: { ticks: readonly ChartTick[]; x: (place: number) => number; width: number }) {
  const [firstLine, secondLine] = [chartHeight - bottomSpace + 16, chartHeight - bottomSpace + 32];
  return ticks.map(({ x: place, label, year }, number) => {
    const at = Math.min(x(place), width);
    // Where half of the label would stand beyond the picture, the label ends at its edge.
    const anchor = at > width - labelWidth / 2 ? ({ x: width, textAnchor: 'end' } as const) : ({ x: at, textAnchor: 'middle' } as const);
    return (
      <g key={place}>
        <text {...anchor} y={firstLine}>
          {label}
        </text>
        {ticks[number - 1]?.year !== year && (
          <text {...anchor} y={secondLine}>
            {year}
          </text>
        )}
      </g>
    );
  });
}
