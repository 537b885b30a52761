import { InlineMessage } from '@bigcommerce/big-design';
import type { CallFailure } from '../../server/browser/callFailure.ts';

interface ProblemProps {
  problem: CallFailure | null;
  /** Repeats the call that failed; left out where its button is still on the screen. */
  onRetry?: () => void;
}

/** Shows a failed call in the server's words, with a button to try again. */
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
