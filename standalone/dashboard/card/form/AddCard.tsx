import { useQuery } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { postCards } from '../../../../server/contract/cards.ts';
import { type CardKind, cardKinds } from '../../../../server/domain/card/appearance.ts';
import { type CardIdentity, cardIdentityBody, cardIdentityProblems, newCardIdentity } from '../../../../server/domain/card/cardForms.ts';
import { newShippingAddress, type ShippingAddress, shippingAddressProblems, tidyShippingAddress } from '../../../../server/domain/card/cardIssueForm.ts';
import { cardKindTexts, cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { noControls } from '../../../../server/domain/card/controls/controls.ts';
import { type ControlsForm, controlsFormOf, readControlsForm } from '../../../../server/domain/card/controls/controlsForm.ts';
import { CardChoice, Choices } from '../../../forms/CardChoice.tsx';
import { CheckField } from '../../../forms/CheckField.tsx';
import { DeliveryFields } from '../../../forms/DeliveryFields.tsx';
import { Fields } from '../../../forms/fieldLayout.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { FormPanel } from '../../FormPanel.tsx';
import { teamQuery } from '../../settings/team/teamQuery.ts';
import { useCardChanged } from '../useCardChanged.ts';
import { ControlsFields } from './ControlsFields.tsx';
import { formPathOf } from './formPathOf.ts';
import { IdentityFields } from './IdentityFields.tsx';

interface AddCardForm extends CardIdentity {
  kind: CardKind;
  is_physical: boolean;
  shipping_address: ShippingAddress;
  controls: ControlsForm;
}

/** Returns what is wrong with the form, in the order of its fields. */
function problemsOf(form: AddCardForm) {
  return [
    ...cardIdentityProblems(form),
    ...(form.is_physical ? shippingAddressProblems(form.shipping_address) : []),
    ...readControlsForm(form.controls).problems.map(({ path, message }) => ({ path: `controls.${path}`, message })),
  ];
}

/** Adds a card: for a person and a purpose, for one purchase, or for one merchant; virtual or printed. */
export function AddCard({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { receiver } = useReceiver();
  const changed = useCardChanged();
  const team = useQuery(teamQuery(api, receiver.token));
  const form = useForm<AddCardForm>({
    defaultValues: {
      ...newCardIdentity,
      kind: 'standard',
      is_physical: false,
      shipping_address: newShippingAddress(receiver),
      controls: controlsFormOf(noControls),
    },
    resolver: checkedBy(problemsOf),
  });
  const add = useIntent(async (typed: AddCardForm, idempotencyKey) => {
    const { kind, is_physical, shipping_address, controls } = typed;
    const body = {
      ...cardIdentityBody(typed),
      kind,
      is_physical,
      shipping_address: is_physical ? tidyShippingAddress(shipping_address) : null,
      controls: readControlsForm(controls).controls,
    };
    const { card } = await api.call<typeof postCards>('POST /api/users/:token/cards', { params: { token: receiver.token }, body, idempotencyKey });
    await changed(card);
  });

  async function submit() {
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await add.run(typed);
    if (outcome.ok) return onClose();
    showProblems(
      form,
      problemsOfAnswer(outcome.problem, '').map(({ path, message }) => ({ path: formPathOf(path), message })),
    );
  }

  return (
    <FormPanel
      title={cardsTexts.add}
      form={form}
      submitText={cardsTexts.add}
      sending={add}
      isReady={team.data !== undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Fields>
        <IdentityFields team={team} unread={cardsTexts.holdersUnread.adding} />
        <KindField />
        <PlasticFields />
        <ControlsFields />
      </Fields>
    </FormPanel>
  );
}

function KindField() {
  const { setValue } = useFormContext<AddCardForm>();
  const kind = useWatch<AddCardForm, 'kind'>({ name: 'kind' });
  return (
    <Choices>
      <legend>What it is for</legend>
      {cardKinds.map((one) => (
        <CardChoice
          key={one}
          name="kind"
          title={cardKindTexts[one].label}
          isChosen={kind === one}
          onChoose={() => {
            setValue('kind', one, { shouldDirty: true });
            // The issuer prints no plastic for the others.
            if (one !== 'standard') setValue('is_physical', false, { shouldDirty: true });
          }}
        >
          {cardKindTexts[one].text}
        </CardChoice>
      ))}
    </Choices>
  );
}

function PlasticFields() {
  const kind = useWatch<AddCardForm, 'kind'>({ name: 'kind' });
  const isPhysical = useWatch<AddCardForm, 'is_physical'>({ name: 'is_physical' });
  if (kind !== 'standard') return null;
  return (
    <Fields>
      <CheckField name="is_physical" label={cardsTexts.print} />
      {isPhysical && <DeliveryFields />}
    </Fields>
  );
}
