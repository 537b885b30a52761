import { useId } from 'react';
import styled, { useTheme } from 'styled-components';
import { formatDay, formatDayAndMonth } from '../../../server/domain/basics/dateFormats.ts';
import { type Cents, fraction, larger, noMoney, smaller, subtract } from '../../../server/domain/basics/money.ts';
import type { CashDay } from '../../../server/domain/cashFlow/cashLine.ts';
import { markColor } from '../../charts/Bar.tsx';
import { Chart, type Scales } from '../../charts/Chart.tsx';
import type { ChartPoint } from '../../charts/readPoints.ts';

const Line = styled.path<{ $isExpected?: boolean }>`
  fill: none;
  stroke: ${({ theme }) => theme.colors.primary};
  stroke-dasharray: ${({ $isExpected }) => ($isExpected ? '5 4' : 'none')};
  stroke-linejoin: round;
  stroke-width: 2;
`;

/** The line without what was asked about. */
const Before = styled.path`
  fill: none;
  stroke: ${({ theme }) => theme.colors.secondary60};
  stroke-dasharray: 1 3;
  stroke-width: 1.5;
`;

const Dot = styled.circle`
  fill: ${({ theme }) => theme.colors.white};
  stroke: ${({ theme }) => markColor(theme, 'second')};
  stroke-width: 3;
`;

interface CashPlotProps {
  days: readonly [CashDay, ...CashDay[]];
  /** The line without what was asked about; null while nothing was. */
  before: readonly CashDay[] | null;
  lowest: string;
}

/** The balance of the next 90 days: solid as far as it is known, then dashed in its hatched range, with its lowest point. */
export function CashPlot({ days, before, lowest }: CashPlotProps) {
  const amounts = [...days, ...(before ?? [])].flatMap(({ low_cents, high_cents }) => [low_cents, high_cents]);
  const [first] = days;
  const least = amounts.reduce(smaller, first.low_cents);
  const most = amounts.reduce(larger, first.high_cents);
  const lowestPlace = Math.max(
    0,
    days.findIndex(({ date }) => date === lowest),
  );
  return (
    <Chart
      label="Your bank’s balance in the next 90 days"
      points={days.map(pointOf)}
      ticks={days.map(({ date }, x) => ({ x, label: formatDayAndMonth(date), year: date.slice(0, 4) })).filter(({ x }) => x % 7 === 0)}
      range={[0, days.length - 1]}
      largest={most}
      smallest={axisStart(least, most)}
      first={lowestPlace}
      draw={(scales) => <Marks days={days} before={before} lowestPlace={lowestPlace} scales={scales} />}
    />
  );
}

/** Returns where the axis begins: at nothing, unless the balance goes below it, or stays so far above it that its movements would not be seen. */
function axisStart(least: Cents, most: Cents): Cents {
  if (least < 0) return least;
  const start = subtract(least, fraction(subtract(most, least), 1, 2));
  return start > fraction(most, 1, 2) ? start : noMoney;
}

interface MarksProps extends Pick<CashPlotProps, 'days' | 'before'> {
  lowestPlace: number;
  scales: Scales;
}

function Marks({ days, before, lowestPlace, scales: { x, y } }: MarksProps) {
  const theme = useTheme();
  const id = `hatching-${useId().replaceAll(/\W/g, '')}`;
  const expectedFrom = days.findIndex(({ is_known }) => !is_known);
  const known = expectedFrom === -1 ? days : days.slice(0, expectedFrom);
  const lineFrom = Math.max(0, expectedFrom - 1);
  const expected = expectedFrom === -1 ? [] : days.slice(lineFrom);
  const path = (shown: readonly CashDay[], from: number) =>
    shown.map(({ expected_cents }, place) => `${place === 0 ? 'M' : 'L'}${x(from + place)},${y(expected_cents)}`).join('');
  const above = expected.map(({ high_cents }, place) => `${x(lineFrom + place)},${y(high_cents)}`);
  const below = expected.map(({ low_cents }, place) => `${x(lineFrom + place)},${y(low_cents)}`).toReversed();
  const lowest = days[lowestPlace];
  return (
    <>
      <defs>
        <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="7" stroke={theme.colors.primary} strokeWidth="2" strokeOpacity="0.45" />
        </pattern>
      </defs>
      {expected.length > 1 && <polygon points={[...above, ...below].join(' ')} fill={`url(#${id})`} />}
      {before && <Before d={path(before, 0)} />}
      {known.length > 0 && <Line d={path(known, 0)} />}
      {expected.length > 1 && <Line $isExpected d={path(expected, lineFrom)} />}
      {lowest && <Dot cx={x(lowestPlace)} cy={y(lowest.expected_cents)} r={4} />}
    </>
  );
}

function pointOf({ date, low_cents, expected_cents, high_cents, is_known }: CashDay, x: number): ChartPoint {
  const range = [
    { name: 'From', amount: low_cents },
    { name: 'To', amount: high_cents },
  ];
  return {
    x,
    name: `${x === 0 ? 'Today, ' : ''}${formatDay(date)}`,
    amounts: [{ name: is_known ? 'Known' : 'Expected', amount: expected_cents }, ...(is_known ? [] : range)],
  };
}
