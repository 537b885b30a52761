import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, InlineGrid } from '@shopify/polaris';
import type { getCashFlow } from '../../server/contract/cashFlow.ts';
import type { getLimitHistory, getLimitLevers, getSpendingPower } from '../../server/contract/spendingPower.ts';
import { isoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { isBeforeCard } from '../../server/domain/onboarding/onboarding.ts';
import { AppPage } from '../components/AppPage.tsx';
import { CashFlow } from '../insights/CashFlow.tsx';
import { LimitAnswer } from '../insights/LimitAnswer.tsx';
import { LimitChanges } from '../insights/LimitChanges.tsx';
import { LimitHistory } from '../insights/LimitHistory.tsx';
import { LimitLevers } from '../insights/LimitLevers.tsx';
import { LimitSteps } from '../insights/LimitSteps.tsx';
import { SalesAndSpending } from '../insights/SalesAndSpending.tsx';
import { SpendingInsights } from '../insights/spending/SpendingInsights.tsx';
import { WhatIf } from '../insights/WhatIf.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';

export const meta = pageTitle('Insights');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const params = { token: receiver.token };
  const [answer, history, levers, cash] = await Promise.all([
    merchant.ask<typeof getSpendingPower>('GET /api/users/:token/spending_power', { params }),
    merchant.ask<typeof getLimitHistory>('GET /api/users/:token/limit_history', { params }),
    merchant.ask<typeof getLimitLevers>('GET /api/users/:token/limit_levers', { params }),
    merchant.ask<typeof getCashFlow>('GET /api/users/:token/cash_flow', { params, query: {} }),
  ]);
  return {
    receiver,
    answer,
    history,
    levers,
    cash,
    supportEmail: visit.context.page.program.support_email,
    isBeingRead: receiver.store_reading !== null,
    isEstimate: isBeforeCard(receiver.completion),
    today: utcDate(new Date(visit.context.page.now)),
  };
}

/** Why the limit is what it is, the cash to come, what would raise the limit, and the sales and spending behind it. */
export default function Insights() {
  const { receiver, answer, history, levers, cash, supportEmail, isBeingRead, isEstimate, today } = useLoaderData<typeof loader>();
  const { token } = receiver;
  return (
    <AppPage title="Insights">
      <BlockStack gap="400">
        <LimitAnswer answer={answer} isBeingRead={isBeingRead} isEstimate={isEstimate} />
        <CashFlow receiver={receiver} answer={cash} />
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <LimitLevers answer={levers} receiver={receiver} supportEmail={supportEmail} />
          <WhatIf answer={levers} token={token} />
        </InlineGrid>
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <LimitSteps answer={answer} isBeingRead={isBeingRead} isEstimate={isEstimate} />
          <BlockStack gap="400">
            {!isEstimate && <LimitChanges changes={answer.changes} />}
            <LimitHistory days={history.days} today={isoDate(today)} />
          </BlockStack>
        </InlineGrid>
        <SalesAndSpending answer={answer} />
        <SpendingInsights token={token} today={isoDate(today)} />
      </BlockStack>
    </AppPage>
  );
}
