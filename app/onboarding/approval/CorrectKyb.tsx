import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { FormProvider } from 'react-hook-form';
import { useKybCorrection } from '../../../server/browser/kyb/useKybCorrection.ts';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { attemptsInWords } from '../../../server/domain/basics/attemptsInWords.ts';
import { kybSubmitText } from '../../../server/domain/kyb/kyb.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { DraftNote } from '../kyb/DraftNote.tsx';
import { KybPageFields } from '../kyb/KybPageFields.tsx';
import { UnsavedDraft } from '../kyb/UnsavedDraft.tsx';
import { useKybCalls } from '../kyb/useKybCalls.ts';
import { StepCard } from '../StepCard.tsx';
import { Reasons } from './Reasons.tsx';

interface CorrectKybProps {
  kyb: KybAnswer;
  token: string;
  /** Opens every field, for reasons that name none. */
  opensAll?: boolean;
}

/** The verification form, reduced to the fields that the issuer's reasons concern. */
export function CorrectKyb({ kyb, token, opensAll = false }: CorrectKybProps) {
  const { submission, ...calls } = useKybCalls(token);
  const { form, draft, heading, lead, pages, isOpen, ownersAreFixed, send } = useKybCorrection({ ...calls, kyb, opensAll });
  return (
    <FormProvider {...form}>
      <UnsavedDraft draft={draft} />
      <StepCard heading={heading} lead={lead}>
        <Reasons reasons={kyb.reasons} />
        {pages.map(({ title, page }) => (
          <BlockStack key={page} gap="300">
            <Text as="h3" variant="headingMd">
              {title}
            </Text>
            <KybPageFields page={page} isOpen={isOpen} ownersAreFixed={ownersAreFixed} />
          </BlockStack>
        ))}
        <Text as="p">
          {attemptsInWords(kyb.attempts_left, 'send it')} {kybTexts.next} {kybSubmitText}
        </Text>
        <ProblemBanner problem={submission.problem} />
        <InlineStack gap="200" blockAlign="center">
          <Button variant="primary" loading={submission.isBusy} onClick={() => void send()}>
            Submit
          </Button>
          <DraftNote state={draft.state} />
        </InlineStack>
      </StepCard>
    </FormProvider>
  );
}
