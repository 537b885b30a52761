import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Banner, BlockStack, Page } from '@shopify/polaris';
import type { getCard, patchCard } from '../../server/contract/card.ts';
import type { getDeclines } from '../../server/contract/declines.ts';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { isOnboarded, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { closingTexts } from '../../server/domain/receiver/closing.ts';
import { BLANK } from '../../server/domain/receiver/receiver.ts';
import { type CardChange, CardPanel } from '../components/CardPanel.tsx';
import { DeclineBanner } from '../components/DeclineBanner.tsx';
import { DueBars } from '../components/DueBars.tsx';
import { SetupGuide } from '../components/SetupGuide.tsx';
import { Tiles } from '../components/Tiles.tsx';
import { merchantOf } from '../merchant.server.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { lithic_card_token: token } = receiver;
  const answered = token === null || token === BLANK ? null : await merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token } });
  const declined = await merchant.attempt<typeof getDeclines>('GET /api/users/:token/declines', { params: { token: receiver.token } });
  return { receiver, card: answered?.ok ? answered.value : null, declined: declined.ok ? (declined.value.declines[0] ?? null) : null };
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
  const { receiver, card, declined } = useLoaderData<typeof loader>();
  const remedyState = {
    cardState: card?.state ?? null,
    available_cents: receiver.availableSpendPowerCents,
    isBankHealthy: receiver.plaid_account_verification_status !== 'relink',
  };
  const isOnboarding = !isOnboarded(onboardingStep(receiver.completion));
  return (
    <Page title="Spending power">
      <BlockStack gap="400">
        {receiver.closing && (
          <Banner tone="warning" title={closingTexts[receiver.closing].title}>
            <p>{closingTexts[receiver.closing].text}</p>
          </Banner>
        )}
        {declined && <DeclineBanner declined={declined} remedyState={remedyState} />}
        {isOnboarding ? <SetupGuide completion={receiver.completion} /> : <Tiles receiver={receiver} />}
        {card && <CardPanel card={card} receiver={receiver} />}
        {!isOnboarding && <DueBars receiver={receiver} />}
      </BlockStack>
    </Page>
  );
}
