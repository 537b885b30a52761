import { Input } from '@bigcommerce/big-design';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { type IsoDate, isCalendarDay } from '../../../server/domain/basics/dates.ts';
import type { Period } from '../../../server/domain/basics/periods.ts';
import { type DayRange, periodOfDays, presetRange, type RangePreset, rangePresets } from '../../../server/domain/reports/reportRanges.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useToday } from '../today.ts';

const Days = styled.div`
  display: grid;
  gap: 0.75rem;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  margin-bottom: 1rem;
  max-width: 24rem;

  > :nth-child(n) {
    min-width: 0;
  }
`;

/** The range as entered so far; its days may be incomplete or in the wrong order. `preset` is null once a day was typed. */
export interface ChosenRange {
  preset: RangePreset | null;
  first: string;
  last: string;
}

/** Returns the chosen range, at first this month, and the function that changes it. */
export function useRange(): [ChosenRange, (range: ChosenRange) => void] {
  const today = useToday();
  return useState<ChosenRange>(() => ({ preset: 'this_month', ...presetRange('this_month', today) }));
}

const maximumRangeYears = 3;

/** Returns what is wrong with a range, for the reader, or null. */
export function rangeProblem({ first, last }: ChosenRange): string | null {
  if (!isCalendarDay(first) || !isCalendarDay(last)) return 'Choose a first and a last day.';
  if (last < first) return 'The last day lies before the first.';
  const latest = `${Number(first.slice(0, 4)) + maximumRangeYears}${first.slice(4)}`;
  return last >= latest ? 'Choose at most three years at a time.' : null;
}

/** Returns the period of a range in which `rangeProblem` found no problem. */
export function periodOf({ first, last }: ChosenRange): Period {
  // `rangeProblem` has checked that both are days.
  return periodOfDays({ first: first as IsoDate, last: last as IsoDate } satisfies DayRange);
}

const Problem = styled.p`
  color: ${({ theme }) => theme.colors.danger};
  margin: -0.5rem 0 1rem;
`;

interface RangeFieldsProps {
  range: ChosenRange;
  onChange: (range: ChosenRange) => void;
}

/** Presets and a calendar for the first and the last day of a report. */
export function RangeFields({ range, onChange }: RangeFieldsProps) {
  const today = useToday();
  const problem = rangeProblem(range);
  const problemId = useId();
  const about = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId };
  return (
    <>
      <Choices label="Range">
        {(Object.keys(rangePresets) as RangePreset[]).map((preset) => (
          <Choice key={preset} isChosen={range.preset === preset} onChoose={() => onChange({ preset, ...presetRange(preset, today) })}>
            {rangePresets[preset]}
          </Choice>
        ))}
      </Choices>
      <Days>
        <Input
          type="date"
          label="First day"
          value={range.first}
          {...about}
          onChange={({ target }) => onChange({ ...range, preset: null, first: target.value })}
        />
        <Input type="date" label="Last day" value={range.last} {...about} onChange={({ target }) => onChange({ ...range, preset: null, last: target.value })} />
      </Days>
      {problem !== null && (
        <Problem id={problemId} role="alert">
          {problem}
        </Problem>
      )}
    </>
  );
}
