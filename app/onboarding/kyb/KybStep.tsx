import { Button, InlineStack, Text } from '@shopify/polaris';
import { FormProvider } from 'react-hook-form';
import { useKybPages } from '../../../server/browser/kyb/useKybPages.ts';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { kybDurationText, kybSubmitText } from '../../../server/domain/kyb/kyb.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { StepCard } from '../StepCard.tsx';
import { DraftNote } from './DraftNote.tsx';
import { KybPageFields } from './KybPageFields.tsx';
import { KybReview } from './KybReview.tsx';
import { UnsavedDraft } from './UnsavedDraft.tsx';
import { useKybCalls } from './useKybCalls.ts';

interface KybStepProps {
  kyb: KybAnswer;
  receiver: ReceiverAnswer;
}

/** The verification form, one page at a time, from the page where the merchant left it, and all answers before they are sent. */
export function KybStep({ kyb, receiver }: KybStepProps) {
  if (kyb.may_submit) return <KybPages saved={kyb} receiver={receiver} />;
  return <StepCard heading="Business verification" lead={kybTexts.closed} />;
}

function KybPages({ saved, receiver: { token } }: { saved: KybAnswer; receiver: ReceiverAnswer }) {
  const { submission, ...calls } = useKybCalls(token);
  const { form, draft, page, title, text, place, review, next, back, change } = useKybPages({ ...calls, saved, onTurn: submission.clear });
  return (
    <FormProvider {...form}>
      <UnsavedDraft draft={draft} />
      <StepCard heading={title} lead={text} place={place}>
        {review ? <KybReview parts={review} onChange={change} /> : <KybPageFields page={page} />}
        {review && <Text as="p">{kybSubmitText}</Text>}
        {review && <Text as="p">{kybDurationText}</Text>}
        <ProblemBanner problem={submission.problem} />
        <InlineStack gap="200" blockAlign="center">
          <Button variant="primary" loading={submission.isBusy} onClick={next}>
            {review ? 'Submit' : 'Next'}
          </Button>
          {back && (
            <Button disabled={submission.isBusy} onClick={back}>
              Back
            </Button>
          )}
          <DraftNote state={draft.state} />
        </InlineStack>
      </StepCard>
    </FormProvider>
  );
}
