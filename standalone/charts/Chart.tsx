import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { type Cents, formatUsd, noMoney, toDollarNumber } from '../../server/domain/basics/money.ts';
import { chartHeight } from './chartHeight.ts';
import { type ChartPoint, type ChartTick, fittingTicks, nearestPoint, pointAfterKey } from './readPoints.ts';
import { bottomSpace, labelWidth, Ticks } from './Ticks.tsx';
import { Tooltip } from './Tooltip.tsx';

/** Returns the pixel of a place or of an amount. */
export interface Scales {
  x: (place: number) => number;
  y: (amount: Cents) => number;
  /** Where amounts of nothing lie. */
  base: number;
}

interface ChartProps {
  /** The chart's accessible name. */
  label: string;
  points: readonly ChartPoint[];
  ticks: readonly ChartTick[];
  /** The first and the last place of the horizontal axis. */
  range: readonly [number, number];
  /** The largest amount that is drawn. */
  largest: Cents;
  /** The amount at which the axis begins: nothing, unless lines are drawn that stay far from it or go below it. */
  smallest?: Cents;
  /** The number of the point that a reader comes to first. */
  first: number;
  draw: (scales: Scales) => ReactNode;
}

const axisWidth = 52;
const topSpace = 10;
const amountTicks = 4;

const Plot = styled.div`
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  height: ${chartHeight}px;
  position: relative;
  touch-action: pan-y;

  svg {
    display: block;
    height: 100%;
    overflow: hidden;
    width: 100%;
  }

  text {
    fill: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

const Grid = styled.line`
  stroke: ${({ theme }) => theme.colors.secondary20};
`;

const Base = styled.line`
  stroke: ${({ theme }) => theme.colors.secondary40};
`;

/** Marks the chosen point. */
const Guide = styled.line`
  stroke: ${({ theme }) => theme.colors.secondary60};
  stroke-dasharray: 3 3;
`;

/** A picture of amounts over time, whose points are read with a pointer, a finger or the arrow keys. */
export function Chart({ label, points, ticks, range, largest, smallest = noMoney, first, draw }: ChartProps) {
  const [frame, width] = useWidth();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isRead, setIsRead] = useState(false);
  const x = scaleLinear(range, [axisWidth, Math.max(axisWidth + 1, width)]);
  const y = scaleLinear(
    [toDollarNumber(smallest), Math.max(toDollarNumber(smallest) + 1, toDollarNumber(largest))],
    [chartHeight - bottomSpace, topSpace],
  ).nice(amountTicks);
  const [least = 0] = y.domain();
  const base = y(Math.max(0, least));
  const number = Math.min(chosen ?? first, points.length - 1);
  const point = points[number];

  function read(event: PointerEvent<HTMLElement>) {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setChosen(
      nearestPoint(
        points.map((one) => x(one.x)),
        at,
      ),
    );
    setIsRead(true);
  }
  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return setIsRead(false);
    const next = pointAfterKey(event.key, number, points.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    setIsRead(true);
  }
  return (
    <Plot
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={number + 1}
      aria-valuetext={point && describePoint(point)}
      onPointerDown={read}
      onPointerMove={read}
      // A finger that is lifted leaves what it pointed at to be read.
      onPointerLeave={(event) => event.pointerType === 'mouse' && setIsRead(false)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setIsRead(true)}
      onBlur={() => setIsRead(false)}
      onKeyDown={move}
    >
      {width > 0 && (
        <svg aria-hidden="true">
          {y.ticks(amountTicks).map((dollars) => (
            <g key={dollars}>
              <Grid x1={axisWidth} x2={width} y1={y(dollars)} y2={y(dollars)} />
              <text x={axisWidth - 8} y={y(dollars)} dy="0.32em" textAnchor="end">
                {shortDollars.format(dollars)}
              </text>
            </g>
          ))}
          {isRead && point && <Guide x1={x(point.x)} x2={x(point.x)} y1={topSpace} y2={chartHeight - bottomSpace} />}
          {draw({ x, y: (amount) => y(Math.max(least, toDollarNumber(amount))), base })}
          <Base x1={axisWidth} x2={width} y1={base} y2={base} />
          <Ticks ticks={fittingTicks(ticks, width - axisWidth, labelWidth)} x={x} width={width} />
        </svg>
      )}
      {isRead && point && <Tooltip point={point} at={x(point.x)} width={width} />}
    </Plot>
  );
}

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
});

/** `November 2026: Sales $1,234.00, Spending $56.78`. */
function describePoint({ name, amounts, notes = [] }: ChartPoint): string {
  const figures = `${name}: ${amounts.map((one) => `${one.name} ${formatUsd(one.amount)}`).join(', ')}`;
  return notes.length === 0 ? figures : `${figures}. ${notes.join(' ')}`;
}

/** Returns a reference for an element, and its width in pixels as it changes; 0 before it is known. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
