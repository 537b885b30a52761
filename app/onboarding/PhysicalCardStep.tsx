import { Button, InlineStack, Text } from '@shopify/polaris';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../server/browser/forms/formProblems.ts';
import type { postPhysicalCard } from '../../server/contract/cardIssue.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import {
  cardIssueSubmitText,
  deliveryLines,
  knownShippingAddress,
  newShippingAddress,
  recipientLines,
  type ShippingAddress,
  shippingAddressProblems,
} from '../../server/domain/card/cardIssueForm.ts';
import type { LimitOutlook } from '../../server/domain/onboarding/limitEstimate.ts';
import { physicalCardTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { FormLines } from '../forms/FormLines.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import { StepCard } from './StepCard.tsx';
import { StoreOutlook } from './StoreOutlook.tsx';
import { useIssueCard } from './useIssueCard.ts';

interface CardIssueForm {
  shipping_address: ShippingAddress;
}

const problemsOf = ({ shipping_address }: CardIssueForm) => shippingAddressProblems(shipping_address);

/** Asks for the address to which the physical card is sent. */
export function PhysicalCardStep({ receiver, outlook }: { receiver: ReceiverAnswer; outlook: LimitOutlook | null }) {
  const { token, business_address } = receiver;
  const form = useForm<CardIssueForm>({ defaultValues: { shipping_address: newShippingAddress(receiver) }, resolver: checkedBy(problemsOf) });
  const virtualOnly = useIssueCard(token);
  const order = useEffectCall(
    (body: CardIssueForm, idempotencyKey) =>
      callCore<typeof postPhysicalCard>('POST /api/users/:token/card/physical', { params: { token }, body, idempotencyKey }),
    'Your card is ordered',
  );
  const known = knownShippingAddress(business_address);

  async function submit() {
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await order.run(typed);
    if (!outcome.ok) showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }
  const fillIn = () => form.setValue('shipping_address', { ...form.getValues('shipping_address'), ...known }, { shouldValidate: true });

  return (
    <FormProvider {...form}>
      <SaveBar isUnsaved={form.formState.isDirty} isSaving={order.isBusy} onSave={() => void submit()} onDiscard={() => form.reset()} saveWord="Submit" />
      <StepCard heading={physicalCardTexts.heading} lead={physicalCardTexts.lead}>
        <FormLines lines={recipientLines} />
        {known && (
          <InlineStack>
            <Button variant="plain" onClick={fillIn}>{`Use ${business_address}`}</Button>
          </InlineStack>
        )}
        <FormLines lines={deliveryLines} />
        <Text as="p">{cardIssueSubmitText}</Text>
        <ProblemBanner problem={order.problem ?? virtualOnly.problem} />
        <InlineStack gap="200">
          <Button variant="primary" loading={order.isBusy} disabled={virtualOnly.isBusy} onClick={() => void submit()}>
            Submit
          </Button>
          <Button loading={virtualOnly.isBusy} disabled={order.isBusy} onClick={() => void virtualOnly.run({ physical: false })}>
            {physicalCardTexts.virtualOnly}
          </Button>
        </InlineStack>
        <StoreOutlook outlook={outlook} />
      </StepCard>
    </FormProvider>
  );
}
