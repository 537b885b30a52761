import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useFetcher, useLoaderData } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Banner, BlockStack, Button, Card, Checkbox, InlineStack, Page, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { getDebitAuthorization, postDebitAuthorization, revokeDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { getReceiver, patchUser } from '../../server/contract/receiver.ts';
import type { disconnectShop, getShop, reconnectShop } from '../../server/contract/shop.ts';
import { DebitAuthorization } from '../components/DebitAuthorization.tsx';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { StoreConnection } from '../components/StoreConnection.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import type { SaveResult } from '../saveResult.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { token, fund_withdraw_email, gets_monday_email } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const connection = await merchant.ask<typeof getShop>('GET /api/users/:token/shop', { params: { token } });
  const authorization = await merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params: { token } });
  return { authorization, preferences: { fund_withdraw_email, gets_monday_email }, connection };
}

/** Saves the e-mail preferences or, given an `intent`, disconnects or reconnects the store, or ends or renews the authorization of debits. */
export async function action(visit: ActionFunctionArgs): Promise<SaveResult> {
  const form = await visit.request.formData();
  const merchant = await merchantOf(visit);
  const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const intent = form.get('intent');
  const saved = await saving(intent);
  return saved.ok ? { isSaved: true, problem: null } : { isSaved: false, problem: saved.problem.detail };

  function saving(asked: typeof intent) {
    if (asked === null) return savePreferences(merchant, token, form);
    if (asked === 'authorize_debits') return authorizeDebits(merchant, token, String(form.get('version')));
    if (asked === 'revoke_debits') return revokeDebits(merchant, token);
    return setConnection(merchant, token, asked === 'reconnect');
  }
}

function authorizeDebits(merchant: Merchant, token: string, version: string) {
  const input = { params: { token }, body: { version }, idempotencyKey: randomUUID() };
  return merchant.attempt<typeof postDebitAuthorization>('POST /api/users/:token/debit_authorization', input);
}

function revokeDebits(merchant: Merchant, token: string) {
  const input = { params: { token }, body: {}, idempotencyKey: randomUUID() };
  return merchant.attempt<typeof revokeDebitAuthorization>('POST /api/users/:token/debit_authorization/revoke', input);
}

function savePreferences(merchant: Merchant, token: string, form: FormData) {
  const body = { fund_withdraw_email: form.get('fund_withdraw_email') === 'true', gets_monday_email: form.get('gets_monday_email') === 'true' };
  return merchant.attempt<typeof patchUser>('PATCH /api/users/:token', { params: { token }, body });
}

function setConnection(merchant: Merchant, token: string, isWanted: boolean) {
  const input = { params: { token }, body: {}, idempotencyKey: randomUUID() };
  return isWanted
    ? merchant.attempt<typeof reconnectShop>('POST /api/users/:token/shop/reconnect', input)
    : merchant.attempt<typeof disconnectShop>('POST /api/users/:token/shop/disconnect', input);
}

/** The settings page: e-mail preferences, the store connection, the authorization of debits, and how to uninstall the app. */
export default function Settings() {
  const { authorization, preferences, connection } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<SaveResult>();
  const shopify = useAppBridge();
  const [chosen, setChosen] = useState(preferences);
  const isSaved = fetcher.state === 'idle' && fetcher.data?.isSaved === true;
  useEffect(() => {
    if (isSaved) shopify.toast.show('Saved');
  }, [isSaved, shopify]);
  const isChanged = chosen.fund_withdraw_email !== preferences.fund_withdraw_email || chosen.gets_monday_email !== preferences.gets_monday_email;
  const save = () =>
    fetcher.submit({ fund_withdraw_email: String(chosen.fund_withdraw_email), gets_monday_email: String(chosen.gets_monday_email) }, { method: 'post' });
  return (
    <Page title="Settings" backAction={{ content: 'Home', url: '/shopify' }}>
      <BlockStack gap="400">
        {fetcher.data?.problem && <Banner tone="critical">{fetcher.data.problem}</Banner>}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              E-mails
            </Text>
            <Checkbox
              label="Before money is drawn from your bank"
              checked={chosen.fund_withdraw_email}
              onChange={(fund_withdraw_email) => setChosen({ ...chosen, fund_withdraw_email })}
            />
            <Checkbox
              label="A summary every Monday"
              checked={chosen.gets_monday_email}
              onChange={(gets_monday_email) => setChosen({ ...chosen, gets_monday_email })}
            />
            <InlineStack>
              <Button variant="primary" disabled={!isChanged} loading={fetcher.state !== 'idle'} onClick={save}>
                Save
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
        <StoreConnection connection={connection} />
        <DebitAuthorization authorization={authorization} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Leaving
            </Text>
            <Text as="p">
              Uninstall the app under Apps in your store’s settings. What it sees of your store ends at once; your card, what you owe and your history stay as
              they are, and are here again when you install it again. Until then you find them on the full site.
            </Text>
            <InlineStack>
              <FullSiteButton>Open the full site</FullSiteButton>
            </InlineStack>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
