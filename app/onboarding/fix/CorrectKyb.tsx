import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { FormProvider, useForm } from 'react-hook-form';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { attemptsInWords } from '../../../server/domain/attemptsInWords.ts';
import { draftWords } from '../../../server/domain/draftSaver.ts';
import { isVisible, type KybForm, kybPages, kybProblems, kybSubmitText } from '../../../server/domain/kyb.ts';
import { type OpenFields, onlyFields } from '../../../server/domain/openFields.ts';
import { kybTexts } from '../../../server/domain/stepTexts.ts';
import { AfterPressContext, usePressWatch } from '../form/afterPress.ts';
import { checkedBy, problemsOfAnswer, showProblems } from '../form/formProblems.ts';
import { KybPageFields } from '../kyb/KybPageFields.tsx';
import { useDraft } from '../kyb/useDraft.ts';
import { bodyPrefix, useSubmitKyb } from '../kyb/useSubmitKyb.ts';
import { ProblemBanner } from '../ProblemBanner.tsx';
import { StepCard } from '../StepCard.tsx';
import { Reasons } from './Reasons.tsx';

interface CorrectKybProps {
  kyb: KybAnswer;
  token: string;
  /** Opens every field, where the issuer names none. */
  opensAll?: boolean;
}

const now = () => new Date();

/** The form once more, with only the fields that the issuer's reasons concern; everything else stays as it was sent. */
export function CorrectKyb({ kyb, token, opensAll = false }: CorrectKybProps) {
  const form = useForm<KybForm>({ defaultValues: kyb.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const draft = useDraft(form, token, kyb.page);
  const submission = useSubmitKyb(token);
  const afterPress = usePressWatch();

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
    if (!outcome.ok) showProblems(form, problemsOfAnswer(outcome.problem, bodyPrefix));
  }

  return (
    <FormProvider {...form}>
      <AfterPressContext.Provider value={afterPress}>
        <StepCard heading={said.heading} lead={said.lead}>
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
            <Button variant="primary" loading={submission.isBusy} onClick={() => void submit()}>
              Submit
            </Button>
            <div role="status">
              <Text as="span" tone="subdued">
                {draftWords[draft.state]}
              </Text>
            </div>
          </InlineStack>
        </StepCard>
      </AfterPressContext.Provider>
    </FormProvider>
  );
}
