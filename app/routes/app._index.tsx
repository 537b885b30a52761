import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Banner, BlockStack } from '@shopify/polaris';
import type { getProgramTerms } from '../../server/contract/agreements.ts';
import type { getCard } from '../../server/contract/card.ts';
import type { getCards } from '../../server/contract/cards.ts';
import type { getCashFlow } from '../../server/contract/cashFlow.ts';
import type { getDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { getDeclines } from '../../server/contract/declines.ts';
import type { getDrawPlan } from '../../server/contract/drawPlan.ts';
import type { getShop } from '../../server/contract/shop.ts';
import { debitsStopped } from '../../server/domain/bank/debitTexts.ts';
import { remedyStateOf } from '../../server/domain/card/declines.ts';
import { headingOfCard } from '../../server/domain/card/namedCard.ts';
import { appStatus } from '../../server/domain/home/appStatus.ts';
import type { UnreadSubject } from '../../server/domain/home/unreadWords.ts';
import { isBackAtBank, isBeforeCard } from '../../server/domain/onboarding/onboarding.ts';
import { closingBeforeCardTexts, closingTexts } from '../../server/domain/receiver/closing.ts';
import { isLinked } from '../../server/domain/receiver/receiver.ts';
import { shortDrawLine, shortDrawTexts, shortDrawTitle } from '../../server/domain/repayment/shortDrawWords.ts';
import { heldWords } from '../../server/domain/spendingPower/blockEnds.ts';
import { CardsGlance } from '../card/CardsGlance.tsx';
import { AccountHeld } from '../components/AccountHeld.tsx';
import { AppPage } from '../components/AppPage.tsx';
import { BankBroken } from '../components/BankBroken.tsx';
import { BankSignInEnds } from '../components/BankSignInEnds.tsx';
import { CardPanel } from '../components/CardPanel.tsx';
import { DebitsStopped } from '../components/DebitsStopped.tsx';
import { DeclineBanner } from '../components/DeclineBanner.tsx';
import { DueBars } from '../components/DueBars.tsx';
import { NoAddress } from '../components/NoAddress.tsx';
import { Opening } from '../components/Opening.tsx';
import { SetupGuide } from '../components/SetupGuide.tsx';
import { StatusLine } from '../components/StatusLine.tsx';
import { StoreDisconnected } from '../components/StoreDisconnected.tsx';
import { StoreProblem } from '../components/StoreProblem.tsx';
import { Tiles } from '../components/Tiles.tsx';
import { Unread } from '../components/Unread.tsx';
import { CashFlow } from '../insights/CashFlow.tsx';
import { merchantOf } from '../merchant.server.ts';
import { appName, pageTitle } from '../pageTitle.ts';
import { useSetupNeeds } from '../useOwnerNeeded.ts';
import { figureIntervalMs, newsIntervalMs, usePolling } from '../usePolling.ts';

export const meta = pageTitle(appName);

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  // A cardholder's figures are those of their cards.
  if (!receiver.abilities.includes('view_account')) throw redirect(`/shopify/cards${new URL(visit.request.url).search}`);
  const params = { token: receiver.token };
  const [card, cards, declined, authorized, shop, terms, cash, planned] = await Promise.all([
    isLinked(receiver.lithic_card_token) ? merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token: receiver.lithic_card_token } }) : null,
    merchant.attempt<typeof getCards>('GET /api/users/:token/cards', { params }),
    merchant.attempt<typeof getDeclines>('GET /api/users/:token/declines', { params }),
    merchant.attempt<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params }),
    merchant.attempt<typeof getShop>('GET /api/users/:token/shop', { params }),
    merchant.attempt<typeof getProgramTerms>('GET /api/programs/current/terms', {}),
    merchant.attempt<typeof getCashFlow>('GET /api/users/:token/cash_flow', { params, query: {} }),
    merchant.attempt<typeof getDrawPlan>('GET /api/users/:token/draw_plan', { params }),
  ]);
  return {
    receiver,
    unread: unreadOf({ card, cards, declines: declined, debits: authorized, store: shop, terms, cash, next_draw: planned }),
    card: card?.ok ? card.value : null,
    cardFailure: card === null || card.ok ? null : card.problem.code,
    cards: cards.ok ? cards.value.cards : [],
    timeZone: visit.context.page.program.time_zone,
    now: visit.context.page.now,
    declined: declined.ok ? (declined.value.declines[0] ?? null) : null,
    authorization: authorized.ok ? authorized.value : null,
    // A merchant who has connected another store does not miss this one.
    isStoreDisconnected: shop.ok && shop.value.disconnected_at !== null && !isLinked(receiver.rutter_access_token),
    terms: terms.ok ? terms.value : null,
    cash: cash.ok ? cash.value : null,
    shortDraw: planned.ok ? planned.value.short_draw : null,
  };
}

const unreadOf = (answers: Partial<Record<UnreadSubject, { ok: boolean } | null>>) =>
  (Object.keys(answers) as UnreadSubject[]).filter((subject) => answers[subject]?.ok === false);

/** The home page: the setup guide until onboarding is finished, then the figures, the card and the amounts due. */
export default function Home() {
  const { receiver, unread, card, cardFailure, cards, timeZone, now, declined, authorization, isStoreDisconnected, terms, cash, shortDraw } =
    useLoaderData<typeof loader>();
  const needs = useSetupNeeds();
  const remedyState = remedyStateOf(card, receiver);
  const named = cards.find(({ token }) => token === card?.token);
  const isBankBroken = isBackAtBank(receiver.completion);
  const isOnboarding = isBeforeCard(receiver.completion);
  const closing = receiver.closing && (isOnboarding ? closingBeforeCardTexts : closingTexts)[receiver.closing];
  const areStepsLeft = isOnboarding && closing === null;
  // The steps are open again for a business that had its card.
  const isRefused = receiver.blocks.includes('business_refused');
  const isFigureComing = receiver.store_reading !== null || (!isOnboarding && receiver.totalSpendPowerCents === null);
  usePolling(isFigureComing ? figureIntervalMs : newsIntervalMs);
  const status = appStatus({
    closing: receiver.closing,
    isOnboarding: isOnboarding && !isRefused,
    card,
    cardFailure,
    isHeld: heldWords(receiver.blocks).length > 0,
    isBankBroken,
    isDebitStopped: authorization !== null && debitsStopped(authorization) !== null,
    available_cents: receiver.availableSpendPowerCents,
  });
  return (
    <AppPage title={appName} isHome>
      <BlockStack gap="400">
        <StatusLine status={status} />
        <Unread subjects={unread} />
        {closing && (
          <Banner tone="warning" title={closing.title}>
            <p>{closing.text}</p>
          </Banner>
        )}
        {(!isOnboarding || isRefused) && <AccountHeld held={heldWords(receiver.blocks)} receiver={receiver} />}
        <NoAddress receiver={receiver} />
        {isBankBroken && <BankBroken receiver={receiver} />}
        {!isOnboarding && !isBankBroken && isLinked(receiver.plaid_access_token) && <BankSignInEnds receiver={receiver} now={now} />}
        {isStoreDisconnected && !isOnboarding && <StoreDisconnected receiver={receiver} />}
        {receiver.store_problem && <StoreProblem {...receiver.store_problem} />}
        {areStepsLeft && needs !== null && (
          <Banner tone="info">
            <p>{needs}</p>
          </Banner>
        )}
        {authorization && !isOnboarding && <DebitsStopped authorization={authorization} receiver={receiver} />}
        {shortDraw && (
          <Banner tone="warning" title={shortDrawTitle(shortDraw)} action={{ content: shortDrawTexts.look, url: '/shopify/payments#short' }}>
            <p>{shortDrawLine(shortDraw)}</p>
          </Banner>
        )}
        {declined && <DeclineBanner declined={declined} remedyState={remedyState} cards={cards} receiver={receiver} />}
        {areStepsLeft && <SetupGuide {...receiver} />}
        {(!isOnboarding || isRefused) && <Tiles receiver={receiver} />}
        {!isOnboarding && cash && <CashFlow receiver={receiver} answer={cash} />}
        {areStepsLeft && !isRefused && terms && <Opening terms={terms} />}
        {card && <CardPanel card={card} receiver={receiver} title={named ? headingOfCard(named, receiver.member?.id ?? null) : 'Your card'} leadsToCard />}
        <CardsGlance cards={cards} timeZone={timeZone} />
        {!isOnboarding && <DueBars receiver={receiver} />}
      </BlockStack>
    </AppPage>
  );
}
