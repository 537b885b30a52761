import styled from 'styled-components';
import type { CallFailure } from '../../server/browser/callFailure.ts';
import { showRefusal } from '../../server/browser/forms/showRefusal.ts';
import { Problem } from './Problem.tsx';

const Words = styled.div`
  /* Clear of the dialog's buttons, which stick to its lower edge. */
  scroll-margin-bottom: 6rem;
`;

/** Says why a call of the dialog around it failed. The words take the focus, so that they are seen wherever they stand. */
export function DialogProblem({ problem }: { problem: CallFailure | null }) {
  if (!problem) return null;
  return (
    <Words ref={showRefusal} tabIndex={-1}>
      <Problem problem={problem} />
    </Words>
  );
}
