import { Banner, BlockStack } from '@shopify/polaris';
import { accountNotLinked, mayBeSavedAgain } from '../../../server/domain/bank/bankWindow.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import type { BankWindow } from './useBankWindow.ts';

/** Says why no account was linked. Leaving the window is not an error: the button below opens it again. */
export function BankWindowNote({ left, problem, saveAgain }: Pick<BankWindow, 'left' | 'problem' | 'saveAgain'>) {
  return (
    <BlockStack gap="200">
      {left !== null && !problem && (
        <Banner tone="info" title="Not linked yet">
          {left}
        </Banner>
      )}
      <ProblemBanner problem={problem} title={problem && !mayBeSavedAgain(problem) ? accountNotLinked : undefined} {...(saveAgain && { onRetry: saveAgain })} />
    </BlockStack>
  );
}
