import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { BlockStack } from '@shopify/polaris';
import type { getDeclineHistory } from '../../server/contract/declines.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { remedyStateOf } from '../../server/domain/card/declines.ts';
import { Declines } from '../card/Declines.tsx';
import { OneCard } from '../card/OneCard.tsx';
import { readCard } from '../card/readCard.server.ts';
import { AppPage } from '../components/AppPage.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { listPageOf, useListPage } from '../useListPage.ts';
import { newsIntervalMs, usePolling } from '../usePolling.ts';

export const meta = pageTitle('Card');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const { page } = visit.context;
  const card = visit.params.card ?? '';
  const [read, history] = await Promise.all([
    readCard(merchant, receiver.token, card),
    merchant.attempt<typeof getDeclineHistory>('GET /api/users/:token/decline_history', {
      params: { token: receiver.token },
      query: { page: listPageOf(visit.request), card },
    }),
  ]);
  return { receiver, ...read, history: history.ok ? history.value : null, frameUrl: page.settings.card_frame_url, now: page.now };
}

/** The page of one of several cards, with why purchases with it were declined. */
export default function CardPage() {
  const { history, ...shown } = useLoaderData<typeof loader>();
  const { detail, issued, receiver } = shown;
  const { page, showPage } = useListPage();
  const { revalidate } = useRevalidator();
  usePolling(newsIntervalMs);
  return (
    <AppPage title={detail.name} back={{ label: cardsTexts.heading, path: '/shopify/cards' }}>
      <BlockStack gap="400">
        <OneCard {...shown} />
        <Declines
          history={history}
          page={page}
          onPage={showPage}
          onRetry={revalidate}
          receiver={receiver}
          remedyState={remedyStateOf(issued, receiver)}
          cards={[detail]}
          cardOfPage={detail.token}
        />
      </BlockStack>
    </AppPage>
  );
}
