import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { isOnboarded, onboardingStep } from '../../server/domain/onboarding.ts';
import { SetupGuide } from '../components/SetupGuide.tsx';
import { Tiles } from '../components/Tiles.tsx';
import { merchantOf } from '../merchant.server.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  return { receiver: await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} }) };
}

/** Home: the way to a card while there is none, and then what can be spent and what is due. */
export default function Home() {
  const { receiver } = useLoaderData<typeof loader>();
  const step = onboardingStep(receiver.completion);
  return (
    <Page title="Spending power">
      <BlockStack gap="400">
        {!isOnboarded(step) && <SetupGuide completion={receiver.completion} />}
        {receiver.totalSpendPowerCents !== null && <Tiles receiver={receiver} />}
      </BlockStack>
    </Page>
  );
}
