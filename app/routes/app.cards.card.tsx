import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { OneCard } from '../card/OneCard.tsx';
import { readCard } from '../card/readCard.server.ts';
import { AppPage } from '../components/AppPage.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { usePolling } from '../usePolling.ts';

export const meta = pageTitle('Card');

/** How often the card is read again: purchases and declines happen elsewhere. */
const intervalMs = 15_000;

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const { page } = visit.context;
  return { receiver, ...(await readCard(merchant, receiver.token, visit.params.card ?? '')), frameUrl: page.settings.card_frame_url, now: page.now };
}

/** The page of one of several cards. */
export default function CardPage() {
  const shown = useLoaderData<typeof loader>();
  usePolling(intervalMs);
  return (
    <AppPage title={shown.detail.name} back={{ label: cardsTexts.heading, path: '/shopify/cards' }}>
      <OneCard {...shown} />
    </AppPage>
  );
}
