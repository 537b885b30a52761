import styled from 'styled-components';
import { formatDayAndMonth, formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { addCalendarDays, daysBetween, type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';
import { larger, noMoney } from '../../../server/domain/basics/money.ts';
import type { LimitStep } from '../../../server/domain/spendingPower/limitHistory.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { Chart, type Scales } from '../../charts/Chart.tsx';
import type { ChartTick } from '../../charts/readPoints.ts';

/** The number of days from which on the axis names months instead of days. */
const monthsFrom = 92;

const Line = styled.path`
  fill: none;
  stroke: ${({ theme }) => theme.colors.primary};
  stroke-linejoin: round;
  stroke-width: 2;
`;

const Dot = styled.circle`
  fill: ${({ theme }) => theme.colors.primary};
`;

/** The limit over time: level between the days on which it moved. */
export function LimitPlot({ steps }: { steps: readonly [LimitStep, ...LimitStep[]] }) {
  const [{ date: start }] = steps;
  const place = (date: IsoDate) => daysBetween(start, date);
  const end = Math.max(1, ...steps.map(({ date }) => place(date)));
  return (
    <Chart
      label={limitTexts.overTime}
      points={steps.map(({ date, total_cents, change_cents, causes }) => ({
        x: place(date),
        name: formatShortDate(startOfDay(date), 'UTC'),
        amounts: [{ name: 'Limit', amount: total_cents }, ...(change_cents === null ? [] : [{ name: 'Change', amount: change_cents }])],
        notes: causes,
      }))}
      ticks={ticksOf(start, end)}
      range={[0, end]}
      largest={steps.map(({ total_cents }) => total_cents).reduce(larger, noMoney)}
      first={steps.length - 1}
      draw={({ x, y }) => (
        <>
          <Line d={pathOf(steps, place, { x, y })} />
          {steps.map(({ date, total_cents, change_cents }) => change_cents !== null && <Dot key={date} cx={x(place(date))} cy={y(total_cents)} r={3} />)}
        </>
      )}
    />
  );
}

function pathOf(steps: readonly LimitStep[], place: (date: IsoDate) => number, { x, y }: Pick<Scales, 'x' | 'y'>): string {
  return steps.map(({ date, total_cents }, number) => `${number === 0 ? 'M' : 'H'}${x(place(date))}${number === 0 ? ',' : 'V'}${y(total_cents)}`).join('');
}

const monthAlone = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns a label for each day, or for the first day of each month of a long time. */
function ticksOf(start: IsoDate, end: number): readonly ChartTick[] {
  const isLong = end >= monthsFrom;
  const format = isLong ? (date: IsoDate) => monthAlone.format(startOfDay(date)) : formatDayAndMonth;
  return Array.from({ length: end + 1 }, (_, x) => ({ x, date: addCalendarDays(start, x) }))
    .filter(({ date }) => !isLong || date.endsWith('-01'))
    .map(({ x, date }) => ({ x, label: format(date), year: date.slice(0, 4) }));
}
