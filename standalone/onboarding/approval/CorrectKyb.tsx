import { Button } from '@bigcommerce/big-design';
import { FormProvider } from 'react-hook-form';
import styled from 'styled-components';
import { useKybCorrection } from '../../../server/browser/kyb/useKybCorrection.ts';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { attemptsInWords } from '../../../server/domain/basics/attemptsInWords.ts';
import { kybSubmitText } from '../../../server/domain/kyb/kyb.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { FormFields } from '../../forms/FormFields.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { StepHeading, useHeadingBelowStep } from '../frames/StepHeading.tsx';
import { DraftNote } from '../kyb/DraftNote.tsx';
import { KybPageFields } from '../kyb/KybPageFields.tsx';
import { useKybCalls } from '../kyb/useKybCalls.ts';
import { Reasons } from './Reasons.tsx';

const Part = styled.section`
  margin-bottom: 2rem;

  h2,
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 1rem;
  }
`;

interface CorrectKybProps {
  kyb: KybAnswer;
  /** Called once the corrected form was sent. */
  onSent: () => void;
  /** Opens every field, for reasons that name none. */
  opensAll?: boolean;
}

/** The verification form, reduced to the fields that the issuer's reasons concern. */
export function CorrectKyb({ kyb, onSent, opensAll = false }: CorrectKybProps) {
  const Heading = useHeadingBelowStep();
  const { submission, ...calls } = useKybCalls();
  const { form, draft, heading, lead, pages, isOpen, ownersAreFixed, send } = useKybCorrection({ ...calls, kyb, opensAll });

  async function submit() {
    if (await send()) onSent();
  }

  return (
    <FormProvider {...form}>
      <StepHeading lead={lead}>{heading}</StepHeading>
      <Reasons reasons={kyb.reasons} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {pages.map(({ title, page }) => (
          <Part key={page} aria-label={title}>
            <Heading>{title}</Heading>
            <FormFields action="submit_kyb">
              <KybPageFields page={page} isOpen={isOpen} ownersAreFixed={ownersAreFixed} />
            </FormFields>
          </Part>
        ))}
        <StaffNote action="submit_kyb">
          <Small>
            {attemptsInWords(kyb.attempts_left, 'send it')} {kybTexts.next} {kybSubmitText}
          </Small>
          <Actions>
            <Button type="submit" isLoading={submission.isBusy}>
              Submit
            </Button>
            <DraftNote state={draft.state} />
          </Actions>
          <Problem problem={submission.problem} />
        </StaffNote>
      </form>
    </FormProvider>
  );
}
