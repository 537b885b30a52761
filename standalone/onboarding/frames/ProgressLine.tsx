import styled from 'styled-components';
import type { Milestone } from '../../../server/domain/onboarding/milestones.ts';
import { progressOf } from '../../../server/domain/onboarding/milestones.ts';
import { openingTexts } from '../../../server/domain/onboarding/openingTexts.ts';
import { TextButton } from '../../forms/TextButton.ts';

const Line = styled.div`
  margin-bottom: 2rem;

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
  }

  @media print {
    display: none;
  }
`;

const Top = styled.div`
  align-items: baseline;
  display: flex;
  flex-wrap: wrap;
  gap: 0 1rem;
  justify-content: space-between;
  margin-bottom: 0.5rem;
`;

const Segments = styled.div`
  display: grid;
  gap: 0.25rem;
  grid-auto-columns: 1fr;
  grid-auto-flow: column;
`;

const Segment = styled.span.attrs({ 'data-color': true })<{ $isReached: boolean }>`
  background: ${({ theme, $isReached }) => theme.colors[$isReached ? 'primary' : 'secondary30']};
  border-radius: 0.125rem;
  height: 0.25rem;
  transition: background 0.4s;
`;

/** Shows the number of the current step, as text and as a line that is filled as far, and the way back to the opening page. */
export function ProgressLine({ all, onReadOpening }: { all: readonly Milestone[]; onReadOpening: () => void }) {
  const { place, count } = progressOf(all);
  return (
    <Line>
      <Top>
        <p>
          Step {place} of {count}
        </p>
        <TextButton onClick={onReadOpening}>{openingTexts.again}</TextButton>
      </Top>
      <Segments aria-hidden="true">
        {all.map(({ title }, index) => (
          <Segment key={title} $isReached={index < place} />
        ))}
      </Segments>
    </Line>
  );
}
