import { Button } from '@bigcommerce/big-design';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../server/browser/forms/formProblems.ts';
import type { postPhysicalCard } from '../../../server/contract/cardIssue.ts';
import { cardIssueSubmitText, newShippingAddress, type ShippingAddress, shippingAddressProblems } from '../../../server/domain/card/cardIssueForm.ts';
import { physicalCardTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { DeliveryFields } from '../../forms/DeliveryFields.tsx';
import { FormFields } from '../../forms/FormFields.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useIssueCard } from '../card/useIssueCard.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useStepDone } from '../stepDone.ts';
import { StoreSyncLine } from '../store/StoreSyncLine.tsx';

interface CardIssueForm {
  shipping_address: ShippingAddress;
}

const problemsOf = ({ shipping_address }: CardIssueForm) => shippingAddressProblems(shipping_address);

/** Asks for the address to which the physical card is sent. */
export function PhysicalCardStep() {
  const api = useApi();
  const stepDone = useStepDone();
  const { receiver } = useReceiver();
  const form = useForm<CardIssueForm>({
    defaultValues: { shipping_address: newShippingAddress(receiver) },
    resolver: checkedBy(problemsOf),
  });
  const virtualOnly = useIssueCard();
  const order = useIntent(async (body: CardIssueForm, idempotencyKey) => {
    await stepDone(
      await api.call<typeof postPhysicalCard>('POST /api/users/:token/card/physical', { params: { token: receiver.token }, body, idempotencyKey }),
    );
  });

  async function submit() {
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await order.run(typed);
    if (!outcome.ok) showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormProvider {...form}>
      <StepHeading lead={physicalCardTexts.lead}>{physicalCardTexts.heading}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormFields action="issue_card">
          <DeliveryFields />
        </FormFields>
        <StaffNote action="issue_card">
          <Small>{cardIssueSubmitText}</Small>
          <Actions>
            <Button type="submit" isLoading={order.isBusy} disabled={virtualOnly.isBusy}>
              Submit
            </Button>
            <Button
              type="button"
              variant="subtle"
              isLoading={virtualOnly.isBusy}
              disabled={order.isBusy}
              onClick={() => void virtualOnly.run({ physical: false })}
            >
              {physicalCardTexts.virtualOnly}
            </Button>
          </Actions>
          <Problem problem={order.problem ?? virtualOnly.problem} />
        </StaffNote>
      </form>
      <StoreSyncLine />
    </FormProvider>
  );
}
