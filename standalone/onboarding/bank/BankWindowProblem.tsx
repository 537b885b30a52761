import { InlineMessage } from '@bigcommerce/big-design';
import { accountNotLinked, mayBeSavedAgain } from '../../../server/domain/bank/bankWindow.ts';
import { Problem } from '../../forms/Problem.tsx';
import type { BankWindow } from './useBankWindow.ts';

/** Says why no account was linked. Leaving the window is not an error: the button below opens it again. */
export function BankWindowProblem({ problem, saveAgain }: Pick<BankWindow, 'problem' | 'saveAgain'>) {
  if (!problem) return null;
  if (problem.code === 'window_closed' || problem.code === 'window_elsewhere') {
    return <InlineMessage type="info" header={problem.title} messages={[{ text: problem.message }]} marginBottom="medium" />;
  }
  if (!mayBeSavedAgain(problem)) return <InlineMessage type="error" header={accountNotLinked} messages={[{ text: problem.message }]} marginBottom="medium" />;
  return <Problem problem={problem} {...(saveAgain && { onRetry: saveAgain })} />;
}
