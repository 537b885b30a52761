import { useState } from 'react';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../server/domain/basics/dates.ts';
import { formatUsd, larger, noMoney, ratio } from '../../server/domain/basics/money.ts';
import type { LimitStep } from '../../server/domain/spendingPower/limitHistory.ts';
import { limitTexts } from '../../server/domain/spendingPower/limitTexts.ts';
import { signed } from '../../server/domain/spendingPower/spendingPowerLog.ts';
import { ScaledPicture } from './ScaledPicture.tsx';
import './limitLine.css';

const width = 600;
const height = 140;
/** The space above and below, so that the line is not cut. */
const edge = 4;

/** The limit over time as a line; a slider below it, moved by mouse, finger or keys, chooses the step that is told. */
export function LimitLine({ steps }: { steps: readonly [LimitStep, ...LimitStep[]] }) {
  const [chosen, setChosen] = useState(steps.length - 1);
  const number = Math.min(chosen, steps.length - 1);
  const step = steps[number] ?? steps[0];
  const largest = steps.map(({ total_cents }) => total_cents).reduce(larger, noMoney);
  const [from, to] = [timeOf(steps[0]), Math.max(timeOf(steps[0]) + 1, ...steps.map(timeOf))];
  const x = (one: LimitStep) => edge + ((timeOf(one) - from) / (to - from)) * (width - 2 * edge);
  const y = (one: LimitStep) => height - edge - ratio(one.total_cents, largest) * (height - 2 * edge);
  const path = steps.map((one, place) => `${place === 0 ? 'M' : 'H'}${x(one)}${place === 0 ? ',' : 'V'}${y(one)}`).join('');
  return (
    <div className="limit-line">
      <ScaledPicture most={largest} least={noMoney} days={[steps[0], steps.at(-1) ?? steps[0]].map(({ date }) => formatDay(date))}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <line x1={x(step)} x2={x(step)} y1={0} y2={height} stroke="currentColor" strokeDasharray="4 4" vectorEffect="non-scaling-stroke" />
          <path d={path} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </svg>
      </ScaledPicture>
      <input
        type="range"
        aria-label={limitTexts.overTime}
        min={1}
        max={steps.length}
        value={number + 1}
        aria-valuetext={wordsOf(step)}
        onChange={(event) => setChosen(Number(event.currentTarget.value) - 1)}
      />
      <output>{wordsOf(step)}</output>
    </div>
  );
}

const timeOf = ({ date }: LimitStep): number => startOfDay(date).getTime();

function wordsOf({ date, total_cents, change_cents, causes }: LimitStep): string {
  const change = change_cents === null ? '' : ` (${signed(change_cents)})`;
  return [`${formatDay(date)}: ${formatUsd(total_cents)}${change}.`, ...causes].join(' ');
}
