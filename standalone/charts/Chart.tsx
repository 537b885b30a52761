import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { type Cents, formatUsd, noMoney, toDollarNumber } from '../../server/domain/basics/money.ts';
import { chartHeight } from './chartHeight.ts';
import { fittingTicks, nearestPoint, pointAfterKey } from './readPoints.ts';

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
const bottomSpace = 38;
const tooltipWidth = 160;
/** The width of a tooltip with sentences. */
const wideTooltipWidth = 232;
const tooltipDistance = 10;
const labelWidth = 56;
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

const Tooltip = styled.div`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1.25rem;
  padding: 0.375rem 0.625rem;
  pointer-events: none;
  position: absolute;
  top: 0;
  z-index: 1;

  p {
    display: flex;
    gap: 0.75rem;
    justify-content: space-between;
    margin: 0;
  }

  small {
    display: block;
    font-size: inherit;
    margin-top: 0.25rem;
  }
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
      {isRead && point && (
        <Tooltip aria-hidden="true" style={{ left: tooltipLeft(x(point.x), width, widthOf(point)), width: widthOf(point) }}>
          <strong>{point.name}</strong>
          {point.amounts.map(({ name, amount }) => (
            <p key={name}>
              <span>{name}</span>
              <span>{formatUsd(amount)}</span>
            </p>
          ))}
          {point.notes?.map((note) => (
            <small key={note}>{note}</small>
          ))}
        </Tooltip>
      )}
    </Plot>
  );
}

const widthOf = ({ notes = [] }: ChartPoint): number => (notes.length === 0 ? tooltipWidth : wideTooltipWidth);

/** Returns the left edge of the tooltip of a point: on the side with more space, so that it hides the point's mark as little as it can, and within the chart. */
function tooltipLeft(at: number, width: number, ofTooltip: number): number {
  const beside = at < width / 2 ? at + tooltipDistance : at - tooltipDistance - ofTooltip;
  return Math.min(Math.max(0, beside), Math.max(0, width - ofTooltip));
}

function Ticks({ ticks, x, width }: { ticks: readonly ChartTick[]; x: (place: number) => number; width: number }) {
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
