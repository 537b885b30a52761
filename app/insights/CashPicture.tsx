import { formatDayAndMonth } from '../../server/domain/basics/dateFormats.ts';
import { cents, larger, smaller, toDollarNumber } from '../../server/domain/basics/money.ts';
import type { CashDay } from '../../server/domain/cashFlow/cashLine.ts';
import { ScaledPicture } from './ScaledPicture.tsx';

const [width, height, edge] = [720, 180, 8];
const color = 'var(--p-color-text-emphasis)';

interface CashPictureProps {
  days: readonly [CashDay, ...CashDay[]];
  /** The line without what was asked about; null while nothing was. */
  before: readonly CashDay[] | null;
  /** The day of the lowest point. */
  lowest: string;
  /** The picture in words. The table beside it has every amount. */
  words: string;
}

/** The balance of the next 90 days between its highest and its lowest: solid as far as it is known, then dashed in its hatched range, with its lowest point. */
export function CashPicture({ days, before, lowest, words }: CashPictureProps) {
  const [first] = days;
  const drawn = [...days, ...(before ?? [])];
  const least = drawn.map(({ low_cents }) => low_cents).reduce(smaller, first.low_cents);
  const most = drawn.map(({ high_cents }) => high_cents).reduce(larger, first.high_cents);
  const height_cents = Math.max(1, toDollarNumber(most) - toDollarNumber(least));
  const x = (place: number) => edge + (place * (width - 2 * edge)) / Math.max(1, days.length - 1);
  const y = (amount: number) => height - edge - ((toDollarNumber(cents(amount)) - toDollarNumber(least)) * (height - 2 * edge)) / height_cents;
  const points = (from: number, until: number, amountOf: (day: CashDay) => number) =>
    days.slice(from, until).map((day, place) => `${x(from + place)},${y(amountOf(day))}`);
  const expected = days.findIndex(({ is_known }) => !is_known);
  const [knownUntil, expectedFrom] = expected === -1 ? [days.length, days.length] : [expected, Math.max(0, expected - 1)];
  const line = (from: number, until: number) => points(from, until, ({ expected_cents }) => expected_cents).join(' ');
  const former = before?.map(({ expected_cents }, place) => `${x(place)},${y(expected_cents)}`).join(' ');
  const range = [
    ...points(expectedFrom, days.length, ({ high_cents }) => high_cents),
    ...points(expectedFrom, days.length, ({ low_cents }) => low_cents).toReversed(),
  ];
  const place = days.findIndex(({ date }) => date === lowest);
  const marked = days[place];
  const middle = days[Math.floor(days.length / 2)] ?? first;
  const last = days.at(-1) ?? first;
  return (
    <ScaledPicture most={most} least={least} days={[first, middle, last].map(({ date }) => formatDayAndMonth(date))}>
      <svg className="cash-picture" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words} width="100%">
        <defs>
          <pattern id="cash-range" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" x2="0" y1="0" y2="7" stroke={color} strokeWidth="2" strokeOpacity="0.4" />
          </pattern>
        </defs>
        {range.length > 2 && <polygon points={range.join(' ')} fill="url(#cash-range)" />}
        {before && <polyline points={former} fill="none" stroke="var(--p-color-text-secondary)" strokeWidth="2" strokeDasharray="2 4" />}
        <polyline points={line(0, knownUntil)} fill="none" stroke={color} strokeWidth="2.5" />
        {range.length > 2 && <polyline points={line(expectedFrom, days.length)} fill="none" stroke={color} strokeWidth="2.5" strokeDasharray="6 5" />}
        {marked && <circle cx={x(place)} cy={y(marked.expected_cents)} r="5" fill="var(--p-color-bg-surface)" stroke={color} strokeWidth="3" />}
      </svg>
    </ScaledPicture>
  );
}
