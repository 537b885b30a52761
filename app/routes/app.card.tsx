import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRevalidator, useSearchParams } from '@remix-run/react';
import { BlockStack, Button, Card, InlineGrid, Text } from '@shopify/polaris';
import type { CardAnswer, getCard, putCardHold } from '../../server/contract/card.ts';
import type { getDeclineHistory } from '../../server/contract/declines.ts';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { holdHint, isOnItsWay } from '../../server/domain/card/card.ts';
import { remedyStateOf } from '../../server/domain/card/declines.ts';
import { BLANK } from '../../server/domain/receiver/receiver.ts';
import { BillingAddress } from '../card/BillingAddress.tsx';
import { CardFigures } from '../card/CardFigures.tsx';
import { CardNumber } from '../card/CardNumber.tsx';
import { Declines } from '../card/Declines.tsx';
import { Plastic } from '../card/Plastic.tsx';
import { AppPage } from '../components/AppPage.tsx';
import { CardPanel } from '../components/CardPanel.tsx';
import { merchantOf } from '../merchant.server.ts';
import { callCore } from '../onboarding/call.ts';
import { ProblemBanner } from '../onboarding/ProblemBanner.tsx';
import { pageTitle } from '../pageTitle.ts';
import { useEffectCall } from '../useEffectCall.ts';
import { usePolling } from '../usePolling.ts';

export const meta = pageTitle('Card');

/** How often the card is read again: purchases and declines happen elsewhere. */
const intervalMs = 15_000;

const pageOf = (query: URLSearchParams) => Math.max(1, Math.trunc(Number(query.get('page'))) || 1);

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { token, lithic_card_token: card } = receiver;
  const page = pageOf(new URL(visit.request.url).searchParams);
  const [shown, history] = await Promise.all([
    card === null || card === BLANK ? null : merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token: card } }),
    merchant.attempt<typeof getDeclineHistory>('GET /api/users/:token/decline_history', { params: { token }, query: { page } }),
  ]);
  return {
    receiver,
    card: shown?.ok ? shown.value : null,
    problem: shown?.ok === false ? shown.problem : null,
    history: history.ok ? history.value : null,
    cardFrameUrl: visit.context.page.settings.card_frame_url,
  };
}

/** The card: its number, its state, where its plastic is, and why purchases were declined. */
export default function CardPage() {
  const { receiver, card, problem, history, cardFrameUrl } = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const { revalidate } = useRevalidator();
  usePolling(intervalMs);
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const remedyState = remedyStateOf(card, receiver);
  const showPage = (page: number) =>
    setQuery(
      (before) => {
        before.set('page', String(page));
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <AppPage title="Card">
      <BlockStack gap="400">
        {problem && <ProblemBanner problem={problem} />}
        {card === null && problem === null && (
          <Card>
            <Text as="p">There is no card on this account yet. The steps on home lead to it.</Text>
          </Card>
        )}
        {card && (
          <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
            <BlockStack gap="400">
              {can('show_pan') && card.state !== 'CLOSED' && (
                <Card>
                  <CardNumber card={card} business_name={receiver.business_name} frameUrl={cardFrameUrl} />
                </Card>
              )}
              <CardPanel card={card} receiver={receiver} />
              <Hold card={card} mayHold={can('pause_card')} />
              <Plastic card={card} mayActivate={can('activate_card')} />
            </BlockStack>
            <BlockStack gap="400">
              <BillingAddress {...receiver} />
              <CardFigures card={card} available_cents={receiver.availableSpendPowerCents} />
            </BlockStack>
          </InlineGrid>
        )}
        <Declines
          history={history}
          page={pageOf(query)}
          onPage={showPage}
          onRetry={revalidate}
          remedyState={remedyState}
          remedies={{
            pay_now: can('pay_now') && <Button url="/shopify/payments">Pay now</Button>,
            reopen: null,
            release: null,
            relink: can('link_bank') && <Button url="/shopify/settings#bank">Sign in to your bank</Button>,
            raise: null,
            none: null,
          }}
        />
      </BlockStack>
    </AppPage>
  );
}

/** Holds a card whose plastic is on its way, which no switch can pause. The panel above releases it. */
function Hold({ card, mayHold }: { card: CardAnswer; mayHold: boolean }) {
  const hold = useEffectCall(
    () => callCore<typeof putCardHold>('PUT /api/lithic_card/hold', { body: { token: card.token, is_on_hold: true } }),
    'The card is on hold',
  );
  if (card.is_on_hold || !isOnItsWay(card.state) || !mayHold) return null;
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        {hold.problem && <ProblemBanner problem={hold.problem} />}
        <Text as="p">{holdHint}</Text>
        <Button loading={hold.isBusy} onClick={() => void hold.run(null)}>
          Hold the card
        </Button>
      </BlockStack>
    </Card>
  );
}
