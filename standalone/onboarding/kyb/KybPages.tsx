import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import type { FieldProblem } from '../../../server/domain/address.ts';
import { type KybForm, kybPageProblems, kybPages, kybProblems, kybSubmitText, pageOf, visiblePages } from '../../../server/domain/kyb.ts';
import { kybTexts } from '../../../server/domain/stepTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Actions, Small } from '../form/Actions.ts';
import { FormFields } from '../form/FormFields.tsx';
import { checkedBy, problemsOfAnswer, showProblems } from '../form/formProblems.ts';
import { Problem } from '../form/Problem.tsx';
import { onlyCustomers } from '../form/StaffNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { DraftNote } from './DraftNote.tsx';
import { KybPageFields } from './KybPageFields.tsx';
import { useDraft } from './useDraft.ts';
import { bodyPrefix, useSubmitKyb } from './useSubmitKyb.ts';

const PageLine = styled.p`
  align-items: baseline;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  gap: 1rem;
  margin: 0 0 0.25rem;
`;

const now = () => new Date();

/** The five pages of the form, one at a time. */
export function KybPages({ saved }: { saved: KybAnswer }) {
  const form = useForm<KybForm>({ defaultValues: saved.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const [page, setPage] = useState(saved.page);
  const draft = useDraft(form, page);
  const submission = useSubmitKyb();
  const mayFillIn = useReceiver().receiver.abilities.includes('submit_kyb');

  const [home_business, control_person_owns_business] = useWatch({ control: form.control, name: ['home_business', 'control_person_owns_business'] });
  const pages = visiblePages({ home_business, control_person_owns_business });
  // The page where the form was left may have been hidden since.
  const place = Math.max(
    0,
    pages.findLastIndex((number) => number <= page),
  );
  const shown = pages[place] ?? 0;
  const isLast = place === pages.length - 1;

  function goTo(next: number) {
    submission.clear();
    setPage(next);
  }

  /** Leads to the first page that something is wrong on. */
  function correct(problems: readonly FieldProblem[]) {
    const concerned = Math.max(0, pageOf(problems[0]?.path ?? ''));
    // The fields of another page are there once it is drawn.
    flushSync(() => setPage(concerned));
    showProblems(
      form,
      problems.filter(({ path }) => pageOf(path) === concerned),
    );
  }

  async function submit() {
    const typed = form.getValues();
    const problems = kybProblems(typed, now());
    if (problems.length > 0) return correct(problems);
    await draft.flush();
    const outcome = await submission.run(typed);
    if (outcome.isDone) return;
    const answered = problemsOfAnswer(outcome.problem, bodyPrefix);
    if (answered.length > 0) correct(answered);
  }

  /** Whoever only looks may turn the pages. */
  function next() {
    const problems = mayFillIn ? kybPageProblems(form.getValues(), shown, now()) : [];
    if (problems.length > 0) return showProblems(form, problems);
    return isLast ? void submit() : goTo(pages[place + 1] ?? shown);
  }

  const { title = '', text } = kybPages[shown] ?? {};
  return (
    <FormProvider {...form}>
      <PageLine>{kybTexts.place(place + 1, pages.length)}</PageLine>
      <StepHeading lead={text}>{title}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <FormFields action="submit_kyb">
          <KybPageFields page={shown} />
        </FormFields>
        {isLast && <Small>{mayFillIn ? kybSubmitText : onlyCustomers}</Small>}
        <Actions>
          {(mayFillIn || !isLast) && (
            <Button type="submit" isLoading={submission.isBusy}>
              {isLast ? 'Submit' : 'Next'}
            </Button>
          )}
          {place > 0 && (
            <Button type="button" variant="subtle" disabled={submission.isBusy} onClick={() => goTo(pages[place - 1] ?? 0)}>
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
