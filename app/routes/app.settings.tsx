import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useFetcher, useLoaderData } from '@remix-run/react';
import { BlockStack, Card, Checkbox, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCommerce } from '../../server/contract/commerce.ts';
import type { getCredit, postPayout } from '../../server/contract/credit.ts';
import type { getDebitAuthorization, postDebitAuthorization, revokeDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { getReceiver, patchUser, ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { disconnectShop, getShop, reconnectShop } from '../../server/contract/shop.ts';
import type { getAccessLog } from '../../server/contract/staff.ts';
import { mailChoices } from '../../server/domain/mail/mailChoices.ts';
import { BLANK } from '../../server/domain/receiver/receiver.ts';
import { AppPage } from '../components/AppPage.tsx';
import { Credit } from '../components/Credit.tsx';
import { DebitAuthorization } from '../components/DebitAuthorization.tsx';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { StoreConnection } from '../components/StoreConnection.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { type SaveResult, saveResultOf } from '../saveResult.ts';
import { AccessLog } from '../settings/AccessLog.tsx';
import { BankAccount } from '../settings/BankAccount.tsx';
import { BusinessProfile } from '../settings/BusinessProfile.tsx';
import { OtherStore } from '../settings/OtherStore.tsx';
import { useSavedToast } from '../useToast.ts';

export const meta = pageTitle('Settings');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { token, fund_withdraw_email, gets_monday_email } = receiver;
  const connection = await merchant.ask<typeof getShop>('GET /api/users/:token/shop', { params: { token } });
  const authorization = await merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params: { token } });
  const credit = await merchant.ask<typeof getCredit>('GET /api/users/:token/credit', { params: { token } });
  const { visits } = await merchant.ask<typeof getAccessLog>('GET /api/users/:token/access_log', { params: { token } });
  const { program, settings } = visit.context.page;
  return {
    receiver,
    authorization,
    credit,
    preferences: { fund_withdraw_email, gets_monday_email },
    connection,
    visits,
    bank: await readBank(merchant, receiver),
    store: isLinked(receiver.rutter_access_token) ? await merchant.ask<typeof getCommerce>('GET /api/users/:token/commerce', { params: { token } }) : null,
    program: { name: program.name, support_email: program.support_email },
    scriptUrl: settings.bank_link_script_url,
  };
}

/** Reads the linked account; where the bank cannot be asked, why not. */
async function readBank(merchant: Merchant, { token, plaid_access_token: link }: ReceiverAnswer) {
  if (!isLinked(link)) return { account: null, problem: null };
  const answered = await merchant.attempt<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id: token }, query: {} });
  return answered.ok ? { account: answered.value, problem: null } : { account: null, problem: answered.problem.detail };
}

const isLinked = (handle: string | null): boolean => handle !== null && handle !== BLANK;

/** Saves the email preferences or, given an `intent`, disconnects or reconnects the store, ends or renews the authorization of debits, or pays a credit out. */
export async function action(visit: ActionFunctionArgs): Promise<SaveResult> {
  const form = await visit.request.formData();
  const merchant = await merchantOf(visit);
  const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const intent = form.get('intent');
  return saveResultOf(await saving(intent));

  function saving(asked: typeof intent) {
    if (asked === null) return savePreferences(merchant, token, form);
    if (asked === 'authorize_debits') return authorizeDebits(merchant, token, String(form.get('version')));
    if (asked === 'pay_out') return payOut(merchant, token, Number(form.get('amount_cents')));
    if (asked === 'revoke_debits') return revokeDebits(merchant, token);
    return setConnection(merchant, token, asked === 'reconnect');
  }
}

function authorizeDebits(merchant: Merchant, token: string, version: string) {
  const input = { params: { token }, body: { version }, idempotencyKey: randomUUID() };
  return merchant.attempt<typeof postDebitAuthorization>('POST /api/users/:token/debit_authorization', input);
}

function payOut(merchant: Merchant, token: string, amount_cents: number) {
  const input = { params: { token }, body: { amount_cents }, idempotencyKey: randomUUID() };
  return merchant.attempt<typeof postPayout>('POST /api/users/:token/credit/payout', input);
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

/** The settings page: email preferences, the store connection, the authorization of debits, and how to uninstall the app. */
export default function Settings() {
  const { receiver, authorization, credit, preferences, connection, visits, bank, store, program, scriptUrl } = useLoaderData<typeof loader>();
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const fetcher = useFetcher<SaveResult>();
  const [chosen, setChosen] = useState(preferences);
  useSavedToast(fetcher, 'Saved');
  const isChanged = chosen.fund_withdraw_email !== preferences.fund_withdraw_email || chosen.gets_monday_email !== preferences.gets_monday_email;
  const save = () =>
    fetcher.submit({ fund_withdraw_email: String(chosen.fund_withdraw_email), gets_monday_email: String(chosen.gets_monday_email) }, { method: 'post' });
  return (
    <AppPage title="Settings">
      <BlockStack gap="400">
        <ProblemNotice problem={fetcher.data?.problem} />
        <SaveBar isUnsaved={isChanged} isSaving={fetcher.state !== 'idle'} onSave={save} onDiscard={() => setChosen(preferences)} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Emails
            </Text>
            {mailChoices.map(({ field, label, text }) => (
              <Checkbox key={field} label={label} helpText={text} checked={chosen[field]} onChange={(isOn) => setChosen({ ...chosen, [field]: isOn })} />
            ))}
          </BlockStack>
        </Card>
        <BusinessProfile receiver={receiver} supportEmail={program.support_email} />
        <BankAccount
          token={receiver.token}
          {...bank}
          authorization={authorization.offered}
          programName={program.name}
          scriptUrl={scriptUrl}
          mayLink={can('link_bank')}
        />
        <DebitAuthorization authorization={authorization} />
        <Credit credit={credit} />
        <StoreConnection connection={connection} />
        <OtherStore token={receiver.token} store={store} mayConnect={can('connect_store')} />
        <AccessLog visits={visits} />
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
    </AppPage>
  );
}
