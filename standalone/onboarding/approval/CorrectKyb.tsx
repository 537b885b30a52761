import { Button } from '@bigcommerce/big-design';
import { FormProvider, useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { attemptsInWords } from '../../../server/domain/attemptsInWords.ts';
import { isVisible, type KybForm, kybPages, kybProblems, kybSubmitText } from '../../../server/domain/kyb.ts';
import { type OpenFields, onlyFields } from '../../../server/domain/openFields.ts';
import { kybTexts } from '../../../server/domain/stepTexts.ts';
import { Actions, Small } from '../form/Actions.ts';
import { FormFields } from '../form/FormFields.tsx';
import { checkedBy, problemsOfAnswer, showProblems } from '../form/formProblems.ts';
import { Problem } from '../form/Problem.tsx';
import { StaffNote } from '../form/StaffNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { DraftNote } from '../kyb/DraftNote.tsx';
import { KybPageFields } from '../kyb/KybPageFields.tsx';
import { useDraft } from '../kyb/useDraft.ts';
import { bodyPrefix, useSubmitKyb } from '../kyb/useSubmitKyb.ts';
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
  /** It was sent. */
  onSent: () => void;
  /** Opens every field, where the issuer names none. */
  opensAll?: boolean;
}

const now = () => new Date();

/** The form once more, with only the fields that the issuer's reasons concern; everything else stays as it was sent. */
export function CorrectKyb({ kyb, onSent, opensAll = false }: CorrectKybProps) {
  const form = useForm<KybForm>({ defaultValues: kyb.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const draft = useDraft(form, kyb.page);
  const submission = useSubmitKyb();

  const said = opensAll ? kybTexts.check : kybTexts.correct;
  const named = kyb.reasons.flatMap(({ fields }) => fields);
  const isOpen: OpenFields = opensAll || named.length === 0 ? () => true : onlyFields(named);
  const pages = kybPages.flatMap(({ title, paths }, page) => (paths.some((path) => isVisible(path, kyb.form) && isOpen(path)) ? [{ title, page }] : []));
  // The issuer's reference to a business that it wants corrected cannot take on other owners; one sent anew can.
  const ownersAreFixed = kyb.issuer_status === 'PENDING_RESUBMIT';

  async function submit() {
    const typed = form.getValues();
    const problems = kybProblems(typed, now()).filter(({ path }) => isOpen(path));
    if (problems.length > 0) return showProblems(form, problems);
    await draft.flush();
    const outcome = await submission.run(typed);
    if (outcome.isDone) return onSent();
    showProblems(form, problemsOfAnswer(outcome.problem, bodyPrefix));
  }

  return (
    <FormProvider {...form}>
      <StepHeading lead={said.lead}>{said.heading}</StepHeading>
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
            <h2>{title}</h2>
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
