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

/** A range that is being chosen. */
export interface ChosenRange {
  preset: RangePreset | null;
  first: string;
  last: string;
}

/** The range as chosen so far, beginning with this month. */
export function useRange(): [ChosenRange, (range: ChosenRange) => void] {
  const today = useToday();
  return useState<ChosenRange>(() => ({ preset: 'this_month', ...presetRange('this_month', today) }));
}

const longest_years = 3;

/** What is wrong with a range, in words, or null. */
export function rangeProblem({ first, last }: ChosenRange): string | null {
  if (!isCalendarDay(first) || !isCalendarDay(last)) return 'Choose a first and a last day.';
  if (last < first) return 'The last day lies before the first.';
  const latest = `${Number(first.slice(0, 4)) + longest_years}${first.slice(4)}`;
  return last >= latest ? 'Choose at most three years at a time.' : null;
}

/** The instants of a range that has no problem. */
export function periodOf({ first, last }: ChosenRange): Period {
  // `rangeProblem` has found both to be days.
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
