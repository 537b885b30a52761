import { Text } from '@bigcommerce/big-design';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { CardDetail, postCardLoss, postCardReissue } from '../../../../server/contract/cards.ts';
import { newShippingAddress, type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../../../server/domain/card/cardIssueForm.ts';
import { afterLoss, type LossChoice, lossChoices, lossPoints, lossTexts, reissueOrdered, reissuesLeft } from '../../../../server/domain/card/lossWords.ts';
import type { Answer } from '../../../api.ts';
import { CardChoice, Choices } from '../../../forms/CardChoice.tsx';
import { DeliveryFields } from '../../../forms/DeliveryFields.tsx';
import { DialogProblem } from '../../../forms/DialogProblem.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { pageQuery } from '../../pageQuery.ts';
import { useCardChanged } from '../useCardChanged.ts';

/** The choice's consequence, between the choice and the fields or buttons. */
const Follows = styled(Text)`
  && {
    margin: 1rem 0 1.25rem;
  }
`;

interface AddressForm {
  shipping_address: ShippingAddress;
}

const problemsOf = ({ shipping_address }: AddressForm) => shippingAddressProblems(shipping_address);

/** Asks what happened to a card, and then does what follows from that: another card in its place, or the same plastic again. */
export function Loss({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const [choice, setChoice] = useState<LossChoice>('lost');
  const { receiver } = useReceiver();
  const form = useForm<AddressForm>({ defaultValues: { shipping_address: newShippingAddress(receiver) }, resolver: checkedBy(problemsOf) });
  const loss = useLoss(card);
  const reissue = useReissue(card);
  const [done, setDone] = useState<string | null>(null);
  const successor = useSuccessor();
  const isBusy = loss.isBusy || reissue.isBusy;
  const canReissue = card.is_physical && card.can.reissue && card.reissues_left > 0;
  const choices = lossChoices.filter((one) => one.loss !== 'damaged' || card.is_physical);

  async function confirm() {
    if (choice !== 'damaged') {
      const outcome = await loss.run(choice);
      if (outcome.ok) {
        setDone(afterLoss(outcome.value.successor?.last_four ?? null));
        successor.set(outcome.value.successor);
      }
      return;
    }
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await reissue.run(typed.shipping_address);
    if (outcome.ok) setDone(reissueOrdered);
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  if (done !== null)
    return (
      <Dialog title="Done" onClose={onClose} actions={[{ text: successor.has ? lossTexts.openNew : 'Close', onClick: () => successor.open(onClose) }]}>
        <Text>{done}</Text>
      </Dialog>
    );
  const isDamaged = choice === 'damaged';
  return (
    <Dialog
      title={`What happened to ${card.name}?`}
      isWide
      isBusy={isBusy}
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        {
          text: isDamaged ? lossTexts.mail : lossTexts.replace,
          actionType: isDamaged ? 'normal' : 'destructive',
          disabled: isBusy || (isDamaged && !canReissue),
          isLoading: isBusy,
          onClick: () => void confirm(),
        },
      ]}
    >
      <Choices>
        <legend>{lossTexts.question}</legend>
        {choices.map(({ loss: one, label, text }) => (
          <CardChoice key={one} name="loss" title={label} isChosen={choice === one} onChoose={() => setChoice(one)}>
            {text}
          </CardChoice>
        ))}
      </Choices>
      {!isDamaged && <Follows>{lossPoints(card.is_physical).join(' ')}</Follows>}
      {isDamaged && (
        <Follows>{card.can.reissue || card.reissues_left === 0 ? reissuesLeft(card.reissues_left) : 'Ask the owner or an admin to order it.'}</Follows>
      )}
      {isDamaged && canReissue && (
        <FormProvider {...form}>
          <DeliveryFields />
        </FormProvider>
      )}
      <DialogProblem problem={isDamaged ? reissue.problem : loss.problem} />
    </Dialog>
  );
}

function useLoss(card: CardDetail) {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  const changed = useCardChanged();
  return useIntent(async (loss: 'lost' | 'stolen', idempotencyKey) => {
    const params = { token: receiver.token, card: card.token };
    const answer = await api.call<typeof postCardLoss>('POST /api/users/:token/cards/:card/loss', {
      params,
      body: { loss, shipping_address: null },
      idempotencyKey,
    });
    // Home's card may be another from now on.
    await Promise.all([changed(answer.card), reload().catch(() => undefined)]);
    return answer;
  });
}

function useReissue(card: CardDetail) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  return useIntent(async (address: ShippingAddress, idempotencyKey) => {
    const params = { token, card: card.token };
    const body = { shipping_address: tidyShippingAddress(address) };
    await changed(await api.call<typeof postCardReissue>('POST /api/users/:token/cards/:card/reissue', { params, body, idempotencyKey }));
  });
}

/** Keeps the card that took the place of a lost one, and leads to its page. */
function useSuccessor() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [card, set] = useState<Answer<typeof postCardLoss>['successor']>(null);
  return {
    has: card !== null,
    set,
    /** Closes the dialog, and opens the page of the new card where there is one. */
    open(closeDialog: () => void) {
      closeDialog();
      if (card !== null) navigate({ pathname: `/cards/${card.token}`, search: pageQuery(search) });
    },
  };
}
