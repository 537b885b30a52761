import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { BlockStack, Card, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { useFocusOn } from '../../server/browser/useFocusOn.ts';
import type { getCard } from '../../server/contract/card.ts';
import type { CardsAnswer, getCardRequests, getCards } from '../../server/contract/cards.ts';
import type { getDeclineHistory } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { remedyStateOf } from '../../server/domain/card/declines.ts';
import { isLinked } from '../../server/domain/receiver/receiver.ts';
import { pausedCardsWords } from '../../server/domain/spendingPower/blockEnds.ts';
import { AskForCard } from '../card/AskForCard.tsx';
import { CardList } from '../card/CardList.tsx';
import { Declines } from '../card/Declines.tsx';
import { OneCard } from '../card/OneCard.tsx';
import { Requests } from '../card/Requests.tsx';
import { readCard } from '../card/readCard.server.ts';
import { AccountHeld } from '../components/AccountHeld.tsx';
import { AppPage } from '../components/AppPage.tsx';
import { DoneNote } from '../components/DoneNote.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { listPageOf, useListPage } from '../useListPage.ts';
import { useSetupNeeds } from '../useOwnerNeeded.ts';
import { newsIntervalMs, usePolling } from '../usePolling.ts';

export const meta = pageTitle(cardsTexts.heading);

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const params = { token: receiver.token };
  const query = { page: listPageOf(visit.request) };
  const [shown, { requests }, history] = await Promise.all([
    merchant.ask<typeof getCards>('GET /api/users/:token/cards', { params }),
    merchant.ask<typeof getCardRequests>('GET /api/users/:token/card_requests', { params }),
    merchant.attempt<typeof getDeclineHistory>('GET /api/users/:token/decline_history', { params, query }),
  ]);
  const only = onlyCard(receiver, shown);
  const readOnly = only && (await readCard(merchant, receiver.token, only.token));
  const { page } = visit.context;
  return {
    receiver,
    shown,
    requests,
    history: history.ok ? history.value : null,
    only: readOnly,
    homeCard: readOnly ? readOnly.issued : await readHomeCard(merchant, receiver),
    frameUrl: page.settings.card_frame_url,
    timeZone: page.program.time_zone,
    now: page.now,
  };
}

/** Reads the card of home, by which declines are told to be mended; null where there is none that the reader may see. */
async function readHomeCard(merchant: Merchant, { lithic_card_token: token }: ReceiverAnswer) {
  if (!isLinked(token)) return null;
  const answered = await merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token } });
  return answered.ok ? answered.value : null;
}

/** Returns the card that is shown in place of a list, because the account has no other; null where there is a list to show. */
function onlyCard({ abilities }: ReceiverAnswer, { cards, waiting }: CardsAnswer) {
  const [only] = cards;
  // A cardholder's list is a part of the account's, of which home's card is nearly never one.
  const isAll = abilities.includes('view_account');
  return isAll && only?.is_first && cards.length === 1 && waiting.length === 0 ? only : null;
}

/** All cards of the account, or its only one at a glance; what cardholders ask for, and why purchases were declined. */
export default function CardsPage() {
  const { receiver, shown, requests, history, only, homeCard, frameUrl, timeZone, now } = useLoaderData<typeof loader>();
  const { page, showPage } = useListPage();
  const [asking, setAsking] = useState<'closed' | 'open' | 'sent'>('closed');
  const askId = useId();
  useFocusOn(askId, asking === 'closed' ? asking : null);
  const { revalidate } = useRevalidator();
  usePolling(newsIntervalMs);
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const isManager = can('manage_cards');
  const needs = useSetupNeeds();
  const mayAsk = !isManager && can('request_card') && needs === null;
  const hasNone = shown.cards.length === 0 && shown.waiting.length === 0 && !mayAsk;
  return (
    <AppPage
      title={cardsTexts.heading}
      actions={isManager && shown.obstacle === null ? [{ label: cardsTexts.add, path: '/shopify/cards/new', isPrimary: true }] : []}
    >
      <BlockStack gap="400">
        <Requests requests={requests} token={receiver.token} isManager={isManager} memberId={receiver.member?.id ?? null} />
        {mayAsk && asking === 'open' && <AskForCard token={receiver.token} onAsked={() => setAsking('sent')} onClose={() => setAsking('closed')} />}
        <DoneNote>{asking === 'sent' ? cardsTexts.asked : null}</DoneNote>
        {hasNone && (
          <Card>
            <Text as="p">{needs ?? 'There is no card on this account yet. The steps on home lead to it.'}</Text>
          </Card>
        )}
        {only && <OneCard receiver={receiver} {...only} frameUrl={frameUrl} now={now} />}
        {!only && shown.cards.length > 0 && <AccountHeld held={pausedCardsWords(receiver.blocks)} receiver={receiver} />}
        {!only && !hasNone && (
          <CardList shown={shown} receiver={receiver} timeZone={timeZone} onAsk={mayAsk && asking !== 'open' ? () => setAsking('open') : null} askId={askId} />
        )}
        <Declines
          history={history}
          page={page}
          onPage={showPage}
          onRetry={revalidate}
          receiver={receiver}
          remedyState={remedyStateOf(homeCard, receiver)}
          cards={shown.cards}
        />
      </BlockStack>
    </AppPage>
  );
}
