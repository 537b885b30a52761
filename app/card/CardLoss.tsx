import { useNavigate, useRevalidator } from '@remix-run/react';
import { BlockStack, Button, ChoiceList, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../server/browser/forms/formProblems.ts';
import type { CardDetail, postCardClosing, postCardLoss, postCardReissue } from '../../server/contract/cards.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { newShippingAddress, type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../server/domain/card/cardIssueForm.ts';
import { afterLoss, type LossChoice, lossChoices, lossPoints, lossTexts, reissueOrdered, reissuesLeft } from '../../server/domain/card/lossWords.ts';
import { callCore } from '../call.ts';
import { ConfirmModal } from '../components/ConfirmModal.tsx';
import { DoneNote } from '../components/DoneNote.tsx';
import { FormProblem } from '../components/FormProblem.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import { useIntent } from '../useIntent.ts';
import { useToast } from '../useToast.ts';
import { Delivery } from './Delivery.tsx';

interface CardLossProps {
  card: CardDetail;
  receiver: ReceiverAnswer;
}

/** The ways on with a card that is gone, broken or not needed any more. */
export function CardLoss({ card, receiver }: CardLossProps) {
  const [chosen, setChosen] = useState<LossChoice | null>(null);
  const [hasClosed, setHasClosed] = useState(false);
  const { can } = card;
  const choices = lossChoices.filter(({ loss }) => (loss === 'damaged' ? can.reissue : can.report_loss));
  if (choices.length === 0 && !can.close && !hasClosed) return null;
  return (
    <TitledCard title={lossTexts.title(card.is_physical)}>
      <DoneNote>{hasClosed ? lossTexts.hasClosed : null}</DoneNote>
      {choices.length > 0 && (
        <ChoiceList
          title={lossTexts.question}
          titleHidden
          choices={choices.map(({ loss, label, text }) => ({ value: loss, label, helpText: text }))}
          selected={chosen === null ? [] : [chosen]}
          onChange={([loss]) => setChosen(choices.find((choice) => choice.loss === loss)?.loss ?? null)}
        />
      )}
      {(chosen === 'lost' || chosen === 'stolen') && <ReportLoss card={card} receiver={receiver} loss={chosen} />}
      {chosen === 'damaged' && <Reissue card={card} receiver={receiver} onOrdered={() => setChosen(null)} />}
      {can.close && <Closing card={card} receiver={receiver} onClosed={() => setHasClosed(true)} />}
    </TitledCard>
  );
}

/** Closes a card that is gone, and leads to the one that takes its place. */
function ReportLoss({ card, receiver, loss }: CardLossProps & { loss: 'lost' | 'stolen' }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const report = useIntent((what: 'lost' | 'stolen', idempotencyKey) => {
    const params = { token: receiver.token, card: card.token };
    const body = { loss: what, shipping_address: null };
    return callCore<typeof postCardLoss>('POST /api/users/:token/cards/:card/loss', { params, body, idempotencyKey });
  });

  async function confirm() {
    const outcome = await report.run(loss);
    setIsAsking(false);
    if (!outcome.ok) return;
    const { successor } = outcome.value;
    toast(afterLoss(successor?.last_four ?? null));
    if (successor === null) revalidate();
    else navigate(`/shopify/cards/${successor.token}`);
  }

  return (
    <BlockStack gap="300" inlineAlign="start">
      <ProblemBanner problem={report.problem} />
      <Button variant="primary" tone="critical" loading={report.isBusy} onClick={() => setIsAsking(true)}>
        {lossTexts.replace}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={`Close ${card.name} •••• ${card.last_four}?`}
        points={lossPoints(card.is_physical)}
        confirm="Close it"
        keep="Keep it"
        isBusy={report.isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      />
    </BlockStack>
  );
}

interface ReissueForm {
  shipping_address: ShippingAddress;
}

const problemsOf = ({ shipping_address }: ReissueForm) => shippingAddressProblems(shipping_address);

/** Orders a damaged card's plastic again. */
function Reissue({ card, receiver, onOrdered }: CardLossProps & { onOrdered: () => void }) {
  const form = useForm<ReissueForm>({ defaultValues: { shipping_address: newShippingAddress(receiver) }, resolver: checkedBy(problemsOf) });
  const order = useEffectCall((typed: ReissueForm, idempotencyKey) => {
    const params = { token: receiver.token, card: card.token };
    const body = { shipping_address: tidyShippingAddress(typed.shipping_address) };
    return callCore<typeof postCardReissue>('POST /api/users/:token/cards/:card/reissue', { params, body, idempotencyKey });
  }, reissueOrdered);

  async function submit() {
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await order.run(typed);
    if (outcome.ok) onOrdered();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  if (card.reissues_left === 0) return <Text as="p">{reissuesLeft(0)}</Text>;
  return (
    <FormProvider {...form}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {reissuesLeft(card.reissues_left)}
        </Text>
        <Delivery business_address={receiver.business_address} />
        <FormProblem sending={order} />
        <InlineStack>
          <Button variant="primary" loading={order.isBusy} onClick={() => void submit()}>
            {lossTexts.mail}
          </Button>
        </InlineStack>
      </BlockStack>
    </FormProvider>
  );
}

/** Closes a card that nobody needs any more. */
function Closing({ card, receiver, onClosed }: CardLossProps & { onClosed: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const closing = useEffectCall((_: null, idempotencyKey) => {
    const params = { token: receiver.token, card: card.token };
    return callCore<typeof postCardClosing>('POST /api/users/:token/cards/:card/closing', { params, body: {}, idempotencyKey });
  }, 'Card closed');
  async function close() {
    const { ok } = await closing.run(null);
    setIsAsking(false);
    if (ok) onClosed();
  }
  return (
    <BlockStack gap="300" inlineAlign="start">
      <ProblemBanner problem={closing.problem} />
      <Button variant="plain" tone="critical" onClick={() => setIsAsking(true)}>
        Close this card
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={`Close ${card.name} •••• ${card.last_four}?`}
        points={[lossTexts.closing]}
        confirm="Close it"
        keep="Keep it"
        isBusy={closing.isBusy}
        onConfirm={() => void close()}
        onClose={() => setIsAsking(false)}
      />
    </BlockStack>
  );
}
