import { larger, noMoney } from '../../../server/domain/basics/money.ts';
import { formatMonth } from '../../../server/domain/basics/periods.ts';
import { yearTexts } from '../../../server/domain/insights/yearLines.ts';
import type { YearMonth } from '../../../server/domain/spendingPower/yearMonths.ts';
import { Bar } from '../../charts/Bar.tsx';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartPoint } from '../../charts/readPoints.ts';

/** The parts of a month's width that each of its two bars and half the space between them take. */
const barShare = 0.34;
const halfGap = 0.02;
const widestBar = 22;

/** Sales beside spending, month by month; the sales still expected this month are outlined. */
export function YearPlot({ months }: { months: readonly YearMonth[] }) {
  const largest = months
    .flatMap(({ sales_cents, spent_cents, expected_cents }) => [sales_cents ?? noMoney, spent_cents, expected_cents ?? noMoney])
    .reduce(larger, noMoney);
  return (
    <Chart
      label={yearTexts.table}
      points={months.map(pointOf)}
      ticks={months.map(({ month }, place) => ({ x: place, label: formatMonth(month).slice(0, 3), year: month.slice(0, 4) }))}
      range={[-0.5, months.length - 0.5]}
      largest={largest}
      first={months.length - 1}
      draw={({ x, y, base }) =>
        months.map(({ month, sales_cents, spent_cents, expected_cents }, place) => {
          const step = x(1) - x(0);
          const width = Math.min(widestBar, step * barShare);
          const aside = width / 2 + step * halfGap;
          return (
            <g key={month}>
              {expected_cents !== null && sales_cents !== null && (
                <Bar kind="first" isOutlined middle={x(place) - aside} width={width} from={y(sales_cents)} to={y(expected_cents)} />
              )}
              {sales_cents !== null && <Bar kind="first" middle={x(place) - aside} width={width} from={base} to={y(sales_cents)} />}
              <Bar kind="second" middle={x(place) + aside} width={width} from={base} to={y(spent_cents)} />
            </g>
          );
        })
      }
    />
  );
}

function pointOf({ month, sales_cents, spent_cents, expected_cents }: YearMonth, place: number): ChartPoint {
  const sales = sales_cents === null ? [] : [{ name: 'Sales', amount: sales_cents }];
  const expected = expected_cents === null ? [] : [{ name: 'Expected', amount: expected_cents }];
  return {
    x: place,
    name: formatMonth(month),
    amounts: [...sales, ...expected, { name: 'Spending', amount: spent_cents }],
  };
}
