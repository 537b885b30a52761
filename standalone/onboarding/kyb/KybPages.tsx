import { Button } from '@bigcommerce/big-design';
import { FormProvider } from 'react-hook-form';
import styled from 'styled-components';
import { useKybPages } from '../../../server/browser/kyb/useKybPages.ts';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybDurationText, kybSubmitText } from '../../../server/domain/kyb/kyb.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { FormFields } from '../../forms/FormFields.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { useOwnerNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { DraftNote } from './DraftNote.tsx';
import { KybPageFields } from './KybPageFields.tsx';
import { KybReview } from './KybReview.tsx';
import { useKybCalls } from './useKybCalls.ts';

const PageLine = styled.p`
  align-items: baseline;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  gap: 1rem;
  margin: 0 0 0.25rem;
`;

/** Shows the five pages of the verification form, one at a time, and then all answers before they are sent. */
export function KybPages({ saved }: { saved: KybAnswer }) {
  const ownerNote = useOwnerNote();
  const mayFillIn = useReceiver().receiver.abilities.includes('submit_kyb');
  const { submission, ...calls } = useKybCalls();
  const shown = useKybPages({ ...calls, saved, onTurn: submission.clear, isReadOnly: !mayFillIn });
  const { form, draft, page, title, text, place, review, next, back, change } = shown;
  const isLast = review !== null;
  return (
    <FormProvider {...form}>
      <PageLine>{place}</PageLine>
      <StepHeading lead={text}>{title}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        {review ? (
          <KybReview parts={review} onChange={change} />
        ) : (
          <FormFields action="submit_kyb">
            <KybPageFields page={page} />
          </FormFields>
        )}
        {isLast && <Small>{mayFillIn ? kybSubmitText : ownerNote}</Small>}
        {isLast && mayFillIn && <Small>{kybDurationText}</Small>}
        <Actions>
          {(mayFillIn || !isLast) && (
            <Button type="submit" isLoading={submission.isBusy}>
              {isLast ? 'Submit' : 'Next'}
            </Button>
          )}
          {back && (
            <Button type="button" variant="subtle" disabled={submission.isBusy} onClick={back}>
              Back
            </Button>
          )}
          {mayFillIn && <DraftNote state={draft.state} />}
        </Actions>
        <Problem problem={submission.problem} />
      </form>
    </FormProvider>
  );
}
