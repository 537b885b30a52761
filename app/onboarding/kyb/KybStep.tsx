import { Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { FieldProblem } from '../../../server/domain/address.ts';
import { draftWords } from '../../../server/domain/draftSaver.ts';
import { type KybForm, kybPageProblems, kybPages, kybProblems, kybSubmitText, pageOf, visiblePages } from '../../../server/domain/kyb.ts';
import { kybTexts } from '../../../server/domain/stepTexts.ts';
import { AfterPressContext, usePressWatch } from '../form/afterPress.ts';
import { checkedBy, problemsOfAnswer, showProblems } from '../form/formProblems.ts';
import { ProblemBanner } from '../ProblemBanner.tsx';
import { StepCard } from '../StepCard.tsx';
import { KybPageFields } from './KybPageFields.tsx';
import { useDraft } from './useDraft.ts';
import { bodyPrefix, useSubmitKyb } from './useSubmitKyb.ts';

const now = () => new Date();

interface KybStepProps {
  kyb: KybAnswer;
  receiver: ReceiverAnswer;
}

/** The verification form from the page where it was left, one page at a time. */
export function KybStep({ kyb, receiver }: KybStepProps) {
  if (kyb.may_submit) return <KybPages saved={kyb} receiver={receiver} />;
  return <StepCard heading="Business verification" lead={kybTexts.closed} />;
}

function KybPages({ saved, receiver: { token } }: { saved: KybAnswer; receiver: ReceiverAnswer }) {
  const form = useForm<KybForm>({ defaultValues: saved.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const [page, setPage] = useState(saved.page);
  const draft = useDraft(form, token, page);
  const submission = useSubmitKyb(token);
  const afterPress = usePressWatch();

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
    if (outcome.ok) return;
    const answered = problemsOfAnswer(outcome.problem, bodyPrefix);
    if (answered.length > 0) correct(answered);
  }

  function next() {
    const problems = kybPageProblems(form.getValues(), shown, now());
    if (problems.length > 0) return showProblems(form, problems);
    return isLast ? void submit() : goTo(pages[place + 1] ?? shown);
  }

  const { title = '', text } = kybPages[shown] ?? {};
  return (
    <FormProvider {...form}>
      <AfterPressContext.Provider value={afterPress}>
        <StepCard heading={title} lead={text} place={kybTexts.place(place + 1, pages.length)}>
          <KybPageFields page={shown} />
          {isLast && <Text as="p">{kybSubmitText}</Text>}
          <ProblemBanner problem={submission.problem} />
          <InlineStack gap="200" blockAlign="center">
            <Button variant="primary" loading={submission.isBusy} onClick={next}>
              {isLast ? 'Submit' : 'Next'}
            </Button>
            {place > 0 && (
              <Button disabled={submission.isBusy} onClick={() => goTo(pages[place - 1] ?? 0)}>
                Back
              </Button>
            )}
            <div role="status">
              <Text as="span" tone={draft.state === 'failed' ? 'critical' : 'subdued'}>
                {draftWords[draft.state]}
              </Text>
            </div>
          </InlineStack>
        </StepCard>
      </AfterPressContext.Provider>
    </FormProvider>
  );
}
