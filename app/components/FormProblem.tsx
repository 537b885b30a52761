import type { Intent } from '../../server/browser/forms/intent.ts';
import { useRefusal } from '../../server/browser/forms/useRefusal.ts';
import { ProblemBanner } from './ProblemBanner.tsx';

/** Says why the form around it was not taken, until that is mended. */
export function FormProblem({ sending }: { sending: Pick<Intent<never, unknown>, 'problem' | 'clear'> }) {
  return (
    <div ref={useRefusal(sending)} tabIndex={-1}>
      <ProblemBanner problem={sending.problem} />
    </div>
  );
}
