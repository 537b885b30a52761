import { useRefusal } from '../../server/browser/forms/useRefusal.ts';
import { Problem } from './Problem.tsx';
import type { Intent } from './useIntent.ts';

/** Says why the form around it was not taken, until that is mended. */
export function FormProblem({ sending }: { sending: Pick<Intent<never, unknown>, 'problem' | 'clear'> }) {
  return (
    <div ref={useRefusal(sending)} tabIndex={-1} style={{ marginTop: '1rem' }}>
      <Problem problem={sending.problem} />
    </div>
  );
}
