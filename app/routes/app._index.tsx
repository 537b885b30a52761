import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import type { getCard, patchCard } from '../../server/contract/card.ts';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { isOnboarded, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { BLANK } from '../../server/domain/receiver/receiver.ts';
import { type CardChange, CardPanel } from '../components/CardPanel.tsx';
import { DueBars } from '../components/DueBars.tsx';
import { SetupGuide } from '../components/SetupGuide.tsx';
import { Tiles } from '../components/Tiles.tsx';
import { merchantOf } from '../merchant.server.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { lithic_card_token: token } = receiver;
  const answered = token === null || token === BLANK ? null : await merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token } });
  return { receiver, card: answered?.ok ? answered.value : null };
}

/** Pauses or reopens the card. */
export async function action(visit: ActionFunctionArgs): Promise<CardChange> {
  const form = await visit.request.formData();
  const merchant = await merchantOf(visit);
  const body = { token: String(form.get('card')), state: form.get('state') === 'OPEN' ? ('OPEN' as const) : ('PAUSED' as const) };
  const changed = await merchant.attempt<typeof patchCard>('PATCH /api/lithic_card', { body });
  return { problem: changed.ok ? null : changed.problem.detail };
}

/** The home page: the setup guide until onboarding is finished, then the figures, the card and the amounts due. */
export default function Home() {
  const { receiver, card } = useLoaderData<typeof loader>();
  const isOnboarding = !isOnboarded(onboardingStep(receiver.completion));
  return (
    <Page title="Spending power">
      <BlockStack gap="400">
        {isOnboarding ? <SetupGuide completion={receiver.completion} /> : <Tiles receiver={receiver} />}
        {card && <CardPanel card={card} abilities={receiver.abilities} />}
        {!isOnboarding && <DueBars receiver={receiver} />}
      </BlockStack>
    </Page>
  );
}
