import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack } from '@shopify/polaris';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { CallInput } from '../../server/contract/call.ts';
import type { getPayNow } from '../../server/contract/payNow.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { getTransaction, TransactionDetails } from '../../server/contract/transactions.ts';
import { dayIn, isoDate } from '../../server/domain/basics/dates.ts';
import type { UnreadSubject } from '../../server/domain/home/unreadWords.ts';
import { isDueDrawn } from '../../server/domain/repayment/dueDrawn.ts';
import { AppPage } from '../components/AppPage.tsx';
import { Unread } from '../components/Unread.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { CardDetails } from '../transactions/CardDetails.tsx';
import { ReceivableDetails } from '../transactions/ReceivableDetails.tsx';
import { RepaymentDetails } from '../transactions/RepaymentDetails.tsx';

export const meta = pageTitle('Transaction');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  // The core checks the tab by its contract.
  const params = { token: receiver.token, tab: visit.params.tab, id: visit.params.id ?? '' } as CallInput<typeof getTransaction>['params'];
  const details = await merchant.ask<typeof getTransaction>('GET /api/users/:token/transactions/:tab/:id', { params });
  const { program, now } = visit.context.page;
  return { details, receiver, today: dayIn(program.time_zone, new Date(now)), ...(await readRepayment(merchant, receiver, details)) };
}

/** Reads the account that a purchase is drawn from, and what paying for it now means, where these are shown. */
async function readRepayment(merchant: Merchant, receiver: ReceiverAnswer, details: TransactionDetails) {
  if (details.tab !== 'card' || details.repayment === null || details.row.amount_cents <= 0) return { account: null, payment: null, unread: [] };
  const { token, abilities } = receiver;
  const query = { pay: 'purchase' as const, transaction_token: details.row.id };
  const [account, payment] = await Promise.all([
    isDueDrawn(receiver, isoDate(details.repayment.date))
      ? merchant.attempt<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id: token }, query: {} })
      : null,
    abilities.includes('pay_now') ? merchant.attempt<typeof getPayNow>('GET /api/users/:token/pay_now', { params: { token }, query }) : null,
  ]);
  return {
    account: account?.ok ? account.value : null,
    payment: payment?.ok ? payment.value : null,
    unread: unreadOf(payment),
  };
}

/** Names the payment where there is one that could not be read. */
const unreadOf = (payment: { ok: boolean } | null): UnreadSubject[] => (payment?.ok === false ? ['payment'] : []);

const titles = { card: 'Card transaction', repayments: 'Repayment', receivables: 'Receivable' } as const;

/** The details of one row of the table. */
export default function Transaction() {
  const { details, receiver, account, payment, unread, today } = useLoaderData<typeof loader>();
  return (
    <AppPage title={titles[details.tab]} back={{ label: 'Transactions', path: `/shopify/transactions?tab=${details.tab}` }} narrowWidth>
      <BlockStack gap="400">
        <Unread subjects={unread} />
        {details.tab === 'card' && <CardDetails details={details} receiver={receiver} account={account} payment={payment} today={isoDate(today)} />}
        {details.tab === 'repayments' && <RepaymentDetails details={details} today={isoDate(today)} />}
        {details.tab === 'receivables' && <ReceivableDetails details={details} />}
      </BlockStack>
    </AppPage>
  );
}
