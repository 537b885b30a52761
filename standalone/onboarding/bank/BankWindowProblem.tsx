import { InlineMessage } from '@bigcommerce/big-design';
import { Problem } from '../../forms/Problem.tsx';
import type { BankWindow } from './useBankWindow.ts';

/** Why there is no linked account yet. Leaving the window is no error, and it can be opened again right below. */
export function BankWindowProblem({ problem, saveAgain }: Pick<BankWindow, 'problem' | 'saveAgain'>) {
  if (!problem) return null;
  if (problem.code === 'window_closed' || problem.code === 'window_elsewhere') {
    return <InlineMessage type="info" header={problem.title} messages={[{ text: problem.message }]} marginBottom="medium" />;
  }
  return <Problem problem={problem} {...(saveAgain && { onRetry: saveAgain })} />;
}
