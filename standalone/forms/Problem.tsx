import { InlineMessage } from '@bigcommerce/big-design';
import type { ApiProblem } from '../api.ts';

interface ProblemProps {
  problem: ApiProblem | null;
  /** Does again what failed; left out where the button that failed is still there. */
  onRetry?: () => void;
}

/** Why something did not work, in the server's words, with the way to try again. */
export function Problem({ problem, onRetry }: ProblemProps) {
  if (!problem) return null;
  const details = problem.errors.map(({ message }) => ({ text: message }));
  return (
    <InlineMessage
      type="error"
      header={problem.title}
      messages={[{ text: problem.message }, ...details]}
      marginBottom="medium"
      {...(onRetry && { actions: [{ text: 'Try again', onClick: onRetry }] })}
    />
  );
}
