import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData, useNavigate } from '@remix-run/react';
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, showProblems } from '../../server/browser/forms/formProblems.ts';
import type { CardDetail, getOneCard, patchOneCard, putCardControls } from '../../server/contract/cards.ts';
import { cardIdentityBody } from '../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { hasRarerControls } from '../../server/domain/card/controls/controls.ts';
import { controlsFormOf } from '../../server/domain/card/controls/controlsForm.ts';
import { callCore } from '../call.ts';
import { ControlsFields } from '../card/ControlsFields.tsx';
import { type CardForm, cardFormProblems, cardProblemsOfAnswer, controlsBody } from '../card/cardForm.ts';
import { IdentityFields } from '../card/IdentityFields.tsx';
import { readHolders } from '../card/readHolders.server.ts';
import { AppPage } from '../components/AppPage.tsx';
import { FormProblem } from '../components/FormProblem.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { useIntent } from '../useIntent.ts';
import { useToast } from '../useToast.ts';

const title = 'Change the card';

export const meta = pageTitle(title);

/** Leads a person who may not change the card to its page. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { token } = await merchant.receiver();
  const params = { token, card: visit.params.card ?? '' };
  const card = await merchant.ask<typeof getOneCard>('GET /api/users/:token/cards/:card', { params });
  if (!card.can.change) throw redirect(`/shopify/cards/${card.token}${new URL(visit.request.url).search}`);
  return { token, card, holders: await readHolders(merchant, token) };
}

/** Changes what a card is called, for whom it is, and what may be bought with it. */
export default function EditCard() {
  const { token, card, holders } = useLoaderData<typeof loader>();
  const path = `/shopify/cards/${card.token}`;
  const navigate = useNavigate();
  const toast = useToast();
  const [isSaved, setIsSaved] = useState(false);
  // Only once the bar is gone, which asks about leaving.
  useEffect(() => {
    if (isSaved) navigate(path);
  }, [isSaved, navigate, path]);
  const form = useForm<CardForm>({ defaultValues: formOf(card), resolver: checkedBy(cardFormProblems) });
  const saving = useIntent((typed: CardForm) => save({ token, card: card.token }, typed, form.formState.dirtyFields.controls !== undefined));

  async function submit() {
    const typed = form.getValues();
    const problems = cardFormProblems(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await saving.run(typed);
    if (!outcome.ok) return showProblems(form, cardProblemsOfAnswer(outcome.problem));
    toast('Saved');
    setIsSaved(true);
  }

  return (
    <AppPage title={title} back={{ label: card.name, path }} narrowWidth>
      <FormProvider {...form}>
        <SaveBar isUnsaved={form.formState.isDirty && !isSaved} isSaving={saving.isBusy} onSave={() => void submit()} onDiscard={() => form.reset()} />
        <BlockStack gap="400">
          <TitledCard title="The card">
            <IdentityFields holders={holders} unread={cardsTexts.holdersUnread.changing} keepsHolder={!card.can.change_holder} />
          </TitledCard>
          <TitledCard title="Controls">
            <Text as="p" tone="subdued">
              {cardsTexts.controlsHold}
            </Text>
            <ControlsFields blocked={card.program.blocked_categories} isOpen={hasRarerControls(card.controls)} />
          </TitledCard>
          <FormProblem sending={saving} />
          <InlineStack>
            <Button variant="primary" disabled={!form.formState.isDirty} loading={saving.isBusy || isSaved} onClick={() => void submit()}>
              Save
            </Button>
          </InlineStack>
        </BlockStack>
      </FormProvider>
    </AppPage>
  );
}

/** Saves name and holder, then the controls where they were changed. A part that could not be saved stays as typed. */
async function save(params: { token: string; card: string }, typed: CardForm, areControlsChanged: boolean) {
  const named = await callCore<typeof patchOneCard>('PATCH /api/users/:token/cards/:card', { params, body: cardIdentityBody(typed) });
  if (!named.ok || !areControlsChanged) return named;
  return callCore<typeof putCardControls>('PUT /api/users/:token/cards/:card/controls', { params, body: { controls: controlsBody(typed) } });
}

function formOf({ name, color, purpose, holder, controls }: CardDetail): CardForm {
  return { name, color, purpose: purpose ?? '', holder_id: holder.id ?? '', controls: controlsFormOf(controls) };
}
