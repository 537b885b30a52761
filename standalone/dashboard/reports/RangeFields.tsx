import { Input } from '@bigcommerce/big-design';
import { useId } from 'react';
import styled from 'styled-components';
import type { ChosenRange } from '../../../server/browser/forms/useRange.ts';
import { presetRange, type RangePreset, rangePresets, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useToday } from '../today.ts';

const Days = styled.div`
  display: grid;
  gap: 0.75rem;
  /* A date and its icon have no room in less. */
  grid-template-columns: repeat(auto-fit, minmax(9.25rem, 1fr));
  margin-bottom: 1rem;
  max-width: 24rem;

  > :nth-child(n) {
    min-width: 0;
  }
`;

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
