import { formatDayAndMonth, formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../../server/domain/basics/dates.ts';
import { larger, noMoney } from '../../../server/domain/basics/money.ts';
import type { DueDay } from '../../../server/domain/repayment/dueSoon.ts';
import { Bar } from '../../charts/Bar.tsx';
import { Chart } from '../../charts/Chart.tsx';

/** The part of a day's width that its bar takes. */
const barShare = 0.7;
const widestBar = 28;

/** The amounts due on each of the coming days, as bars; what is late stands on today in its own color. */
export function DuePlot({ days }: { days: readonly DueDay[] }) {
  const firstDue = days.findIndex(({ amount_cents }) => amount_cents > 0);
  return (
    <Chart
      label="Amounts due by day"
      points={days.map(({ date, amount_cents, is_late }, place) => ({
        x: place,
        name: `${place === 0 ? 'Today, ' : ''}${formatShortDate(startOfDay(date), 'UTC')}`,
        amounts: [{ name: is_late ? 'Due, some of it late' : 'Due', amount: amount_cents }],
      }))}
      ticks={days.map(({ date }, place) => ({ x: place, label: formatDayAndMonth(date), year: date.slice(0, 4) }))}
      range={[-0.5, days.length - 0.5]}
      largest={days.map(({ amount_cents }) => amount_cents).reduce(larger, noMoney)}
      first={Math.max(0, firstDue)}
      draw={({ x, y, base }) =>
        days.map(({ date, amount_cents, is_late }, place) =>
          amount_cents === 0 ? null : (
            <Bar
              key={date}
              kind={is_late ? 'late' : 'first'}
              middle={x(place)}
              width={Math.min(widestBar, (x(1) - x(0)) * barShare)}
              from={base}
              to={y(amount_cents)}
            />
          ),
        )
      }
    />
  );
}
