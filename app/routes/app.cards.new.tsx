import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData, useNavigate } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, showProblems } from '../../server/browser/forms/formProblems.ts';
import type { getCards, postCards } from '../../server/contract/cards.ts';
import { cardIdentityBody, newCardIdentity } from '../../server/domain/card/cardForms.ts';
import { newShippingAddress, tidyShippingAddress } from '../../server/domain/card/cardIssueForm.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { controlsFormOf } from '../../server/domain/card/controls/controlsForm.ts';
import { callCore } from '../call.ts';
import { ControlsFields } from '../card/ControlsFields.tsx';
import { cardProblemsOfAnswer, controlsBody, isPrinted, type NewCardForm, newCardFormProblems } from '../card/cardForm.ts';
import { IdentityFields, unreadHoldersId } from '../card/IdentityFields.tsx';
import { KindFields } from '../card/KindFields.tsx';
import { readHolders } from '../card/readHolders.server.ts';
import { AppPage } from '../components/AppPage.tsx';
import { FormProblem } from '../components/FormProblem.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { useIntent } from '../useIntent.ts';
import { useToast } from '../useToast.ts';

export const meta = pageTitle(cardsTexts.add);

/** Leads a person who may not add a card to the list. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  if (!receiver.abilities.includes('manage_cards')) throw redirect(`/shopify/cards${new URL(visit.request.url).search}`);
  const params = { token: receiver.token };
  const [{ obstacle }, holders] = await Promise.all([
    merchant.ask<typeof getCards>('GET /api/users/:token/cards', { params }),
    readHolders(merchant, receiver.token),
  ]);
  return { receiver, obstacle, holders };
}

const back = { label: cardsTexts.heading, path: '/shopify/cards' };

/** Adds a card for a person or a purpose, with its controls. */
export default function NewCard() {
  const { receiver, obstacle, holders } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const toast = useToast();
  const [added, setAdded] = useState<string | null>(null);
  // Only once the bar is gone, which asks about leaving.
  useEffect(() => {
    if (added !== null) navigate(added);
  }, [added, navigate]);
  const form = useForm<NewCardForm>({ defaultValues: newForm(receiver), resolver: checkedBy(newCardFormProblems) });
  const adding = useIntent((typed: NewCardForm, idempotencyKey) =>
    callCore<typeof postCards>('POST /api/users/:token/cards', { params: { token: receiver.token }, body: bodyOf(typed), idempotencyKey }),
  );

  async function add() {
    // The card would be the owner's.
    if (holders.members === null) return document.getElementById(unreadHoldersId)?.focus();
    const typed = form.getValues();
    const problems = newCardFormProblems(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await adding.run(typed);
    if (!outcome.ok) return showProblems(form, cardProblemsOfAnswer(outcome.problem));
    const { card } = outcome.value;
    toast(card === null ? 'Card ordered' : 'Card added');
    setAdded(card === null ? back.path : `${back.path}/${card.token}`);
  }

  if (obstacle !== null)
    return (
      <AppPage title={cardsTexts.add} back={back} narrowWidth>
        <Banner tone="warning">
          <p>{obstacle}</p>
        </Banner>
      </AppPage>
    );
  return (
    <AppPage title={cardsTexts.add} back={back} narrowWidth>
      <FormProvider {...form}>
        <SaveBar
          isUnsaved={form.formState.isDirty && added === null}
          isSaving={adding.isBusy}
          onSave={() => void add()}
          onDiscard={() => form.reset()}
          saveWord="Add card"
        />
        <BlockStack gap="400">
          <TitledCard title="The card">
            <IdentityFields holders={holders} unread={cardsTexts.holdersUnread.adding} />
            <KindFields business_address={receiver.business_address} />
          </TitledCard>
          <TitledCard title="Controls">
            <Text as="p" tone="subdued">
              {cardsTexts.controlsHold}
            </Text>
            <ControlsFields blocked={[]} isOpen={false} />
          </TitledCard>
          <FormProblem sending={adding} />
          <InlineStack>
            <Button variant="primary" loading={adding.isBusy || added !== null} disabled={holders.members === null} onClick={() => void add()}>
              Add card
            </Button>
          </InlineStack>
        </BlockStack>
      </FormProvider>
    </AppPage>
  );
}

function newForm(receiver: Parameters<typeof newShippingAddress>[0]): NewCardForm {
  return {
    ...newCardIdentity,
    kind: 'standard',
    is_physical: false,
    shipping_address: newShippingAddress(receiver),
    controls: controlsFormOf(noControls),
  };
}

function bodyOf(typed: NewCardForm) {
  const is_physical = isPrinted(typed);
  const shipping_address = is_physical ? tidyShippingAddress(typed.shipping_address) : null;
  return { ...cardIdentityBody(typed), kind: typed.kind, is_physical, shipping_address, controls: controlsBody(typed) };
}
