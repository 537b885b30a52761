import styled from 'styled-components';
import type { Milestone } from '../../../server/domain/onboarding/milestones.ts';
import { progressOf } from '../../../server/domain/onboarding/milestones.ts';

const Line = styled.div`
  margin-bottom: 2rem;

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0 0 0.5rem;
  }

  @media print {
    display: none;
  }
`;

const Segments = styled.div`
  display: grid;
  gap: 0.25rem;
  grid-auto-columns: 1fr;
  grid-auto-flow: column;
`;

const colourOf = { done: 'primary', current: 'primary', later: 'secondary30' } as const;

const Segment = styled.span<{ $state: Milestone['state'] }>`
  background: ${({ theme, $state }) => theme.colors[colourOf[$state]]};
  border-radius: 0.125rem;
  height: 0.25rem;
  transition: background 0.4s;
`;

/** Shows the number of the current step, as text and as a line that fills. */
export function ProgressLine({ all }: { all: readonly Milestone[] }) {
  const { place, count } = progressOf(all);
  return (
    <Line>
      <p>
        Step {place} of {count}
      </p>
      <Segments aria-hidden="true">
        {all.map(({ title, state }) => (
          <Segment key={title} $state={state} />
        ))}
      </Segments>
    </Line>
  );
}
