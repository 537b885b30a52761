import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { BlockStack, InlineGrid } from '@shopify/polaris';
import { useState } from 'react';
import type { getCalendar } from '../../server/contract/calendar.ts';
import type { getDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { getDrawPlan } from '../../server/contract/drawPlan.ts';
import type { getPayments } from '../../server/contract/payments.ts';
import { add, type Cents, cents, noMoney } from '../../server/domain/basics/money.ts';
import { whyNothingToPay } from '../../server/domain/repayment/payNow.ts';
import { AppPage } from '../components/AppPage.tsx';
import { DebitsStopped } from '../components/DebitsStopped.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { CashbackEarned } from '../payments/CashbackEarned.tsx';
import { DrawDays } from '../payments/DrawDays.tsx';
import { Draws } from '../payments/Draws.tsx';
import { Owed } from '../payments/Owed.tsx';
import { PayNow } from '../payments/PayNow.tsx';
import { RepaymentCalendar } from '../payments/RepaymentCalendar.tsx';
import { ShortDraw } from '../payments/ShortDraw.tsx';
import { listPageOf } from '../useListPage.ts';
import { newsIntervalMs, usePolling } from '../usePolling.ts';

export const meta = pageTitle('Payments');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const params = { token: receiver.token };
  const [payments, calendar, authorization, plan] = await Promise.all([
    merchant.ask<typeof getPayments>('GET /api/users/:token/payments', { params, query: { page: String(listPageOf(visit.request)) } }),
    merchant.ask<typeof getCalendar>('GET /api/users/:token/calendar', { params }),
    merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params }),
    merchant.ask<typeof getDrawPlan>('GET /api/users/:token/draw_plan', { params }),
  ]);
  return { receiver, payments, calendar, authorization, plan };
}

/** The debt with the date and bank of its draw; then the calendar, the choice of days, the draws so far and the cashback they earned. */
export default function Payments() {
  const { receiver, payments, calendar, authorization, plan } = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const purchase = query.get('purchase');
  const [paying, setPaying] = useState<{ amount: Cents | null } | null>(null);
  usePolling(newsIntervalMs);
  const mayPay = receiver.abilities.includes('pay_now');
  const canPay = mayPay && whyNothingToPay(receiver.payable) === null;
  const change = (name: string, value: string | null) =>
    setQuery((before) => {
      if (value === null) before.delete(name);
      else before.set(name, value);
      return before;
    });
  const close = () => {
    setPaying(null);
    if (purchase !== null) change('purchase', null);
  };
  return (
    <AppPage title="Payments">
      <BlockStack gap="400">
        <DebitsStopped authorization={authorization} receiver={receiver} />
        <ShortDraw plan={plan} receiver={receiver} onPay={canPay ? (amount) => setPaying({ amount }) : null} />
        {mayPay && (paying !== null || purchase !== null) && (
          <PayNow
            key={`${purchase} ${paying?.amount}`}
            receiver={receiver}
            purchase={paying === null ? purchase : null}
            amount={paying?.amount ?? null}
            onClose={close}
          />
        )}
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <Owed receiver={receiver} entries={calendar.entries} bank={payments.bank} onPay={() => setPaying({ amount: null })} />
          <CashbackEarned
            earned={cents(payments.cashback_cents)}
            expected={add(noMoney, ...calendar.entries.map(({ cashback_cents }) => cents(cashback_cents)))}
          />
        </InlineGrid>
        <RepaymentCalendar calendar={calendar} receiver={receiver} />
        <DrawDays plan={plan} receiver={receiver} />
        <Draws
          payments={payments}
          receiver={receiver}
          onPage={(page) => change('page', String(page))}
          onPay={canPay ? () => setPaying({ amount: null }) : null}
        />
      </BlockStack>
    </AppPage>
  );
}
