import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Checkbox, InlineStack, Text } from '@shopify/polaris';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCommerce } from '../../server/contract/commerce.ts';
import type { postContactEmail } from '../../server/contract/contactEmail.ts';
import type { getCredit, postPayout } from '../../server/contract/credit.ts';
import type { getDebitAuthorization, postDebitAuthorization, revokeDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { RouteContract } from '../../server/contract/define.ts';
import type { getReceiver, patchUser, ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { disconnectShop, getShop, reconnectShop } from '../../server/contract/shop.ts';
import type { getAccessLog } from '../../server/contract/staff.ts';
import type { putStaffAccess } from '../../server/contract/storeStaff.ts';
import { readStaffAccess } from '../../server/domain/access/storeStaff.ts';
import { mailChoices } from '../../server/domain/mail/mailChoices.ts';
import { BLANK } from '../../server/domain/receiver/receiver.ts';
import type { Answered } from '../../server/http/loadContext.ts';
import { AppPage } from '../components/AppPage.tsx';
import { Credit } from '../components/Credit.tsx';
import { DebitAuthorization } from '../components/DebitAuthorization.tsx';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { StoreConnection } from '../components/StoreConnection.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { type SaveResult, saveResultOf } from '../saveResult.ts';
import { AccessLog } from '../settings/AccessLog.tsx';
import { BankAccount } from '../settings/BankAccount.tsx';
import { BusinessProfile } from '../settings/BusinessProfile.tsx';
import { EmailAddress } from '../settings/EmailAddress.tsx';
import { OtherStore } from '../settings/OtherStore.tsx';
import { StaffAccess } from '../settings/StaffAccess.tsx';
import { type SettingsSaved, useSettingsForm } from '../settings/useSettingsForm.ts';

export const meta = pageTitle('Settings');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { token } = receiver;
  const connection = await merchant.ask<typeof getShop>('GET /api/users/:token/shop', { params: { token } });
  const authorization = await merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params: { token } });
  const credit = await merchant.ask<typeof getCredit>('GET /api/users/:token/credit', { params: { token } });
  const { visits } = await merchant.ask<typeof getAccessLog>('GET /api/users/:token/access_log', { params: { token } });
  const { program, settings } = visit.context.page;
  return {
    receiver,
    authorization,
    credit,
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

/** Saves what the page's own form has changed or, given an `intent`, disconnects or reconnects the store, ends or renews the authorization of debits, or pays a credit out. */
export async function action(visit: ActionFunctionArgs): Promise<SaveResult | SettingsSaved> {
  const form = await visit.request.formData();
  const merchant = await merchantOf(visit);
  const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const intent = form.get('intent');
  return intent === null ? saveChosen(merchant, token, form) : saveResultOf(await saving(intent));

  function saving(asked: typeof intent) {
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

/** Saves the fields that were sent, one after the other until one fails; the page reads again what was saved before that. */
async function saveChosen(merchant: Merchant, token: string, form: FormData): Promise<SettingsSaved> {
  const params = { token };
  const saves: (() => Promise<Answered<RouteContract>>)[] = [];
  if (form.has('gets_monday_email')) {
    const body = { fund_withdraw_email: form.get('fund_withdraw_email') === 'true', gets_monday_email: form.get('gets_monday_email') === 'true' };
    saves.push(() => merchant.attempt<typeof patchUser>('PATCH /api/users/:token', { params, body }));
  }
  if (form.has('phone_number')) {
    const body = { phone_number: String(form.get('phone_number')) };
    saves.push(() => merchant.attempt<typeof patchUser>('PATCH /api/users/:token', { params, body }));
  }
  if (form.has('staff_access')) {
    const body = { staff_access: readStaffAccess(String(form.get('staff_access'))) };
    saves.push(() => merchant.attempt<typeof putStaffAccess>('PUT /api/users/:token/staff_access', { params, body }));
  }
  for (const save of saves) {
    const saved = await save();
    if (!saved.ok) return { ...saveResultOf(saved), sentTo: null, addressProblem: null };
  }
  return form.has('address') ? sendLink(merchant, token, String(form.get('address'))) : { isSaved: true, problem: null, sentTo: null, addressProblem: null };
}

/** Mails a link to an address. What is wrong with the address itself is said at its field. */
async function sendLink(merchant: Merchant, token: string, email: string): Promise<SettingsSaved> {
  const sent = await merchant.attempt<typeof postContactEmail>('POST /api/users/:token/contact_email', { params: { token }, body: { email } });
  if (sent.ok) return { isSaved: true, problem: null, sentTo: sent.value.sent_to.toLowerCase(), addressProblem: null };
  const addressProblem = sent.problem.errors?.find(({ path }) => path === 'email')?.message ?? null;
  return { isSaved: false, problem: addressProblem === null ? sent.problem.detail : null, sentTo: null, addressProblem };
}

function setConnection(merchant: Merchant, token: string, isWanted: boolean) {
  const input = { params: { token }, body: {}, idempotencyKey: randomUUID() };
  return isWanted
    ? merchant.attempt<typeof reconnectShop>('POST /api/users/:token/shop/reconnect', input)
    : merchant.attempt<typeof disconnectShop>('POST /api/users/:token/shop/disconnect', input);
}

/** The settings page: the address of the mails and their choice, what staff may see, the store connection, the authorization of debits, and how to uninstall the app. */
export default function Settings() {
  const { receiver, authorization, credit, connection, visits, bank, store, program, scriptUrl } = useLoaderData<typeof loader>();
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const form = useSettingsForm(receiver);
  const { chosen, choose } = form;
  return (
    <AppPage title="Settings">
      <BlockStack gap="400">
        <ProblemNotice problem={form.problem} />
        <SaveBar isUnsaved={form.isUnsaved} isSaving={form.isSaving} onSave={form.save} onDiscard={form.discard} />
        {receiver.is_opened_by_store && (
          <EmailAddress
            receiver={receiver}
            waiting={form.waiting}
            typed={form.address}
            problem={form.addressProblem}
            isSending={form.isSaving}
            onType={form.type}
            onSave={form.save}
            onSendAgain={form.sendAgain}
          />
        )}
        <TitledCard title="Emails">
          {mailChoices.map(({ field, label, text }) => (
            <Checkbox key={field} label={label} helpText={text} checked={chosen[field]} onChange={(isOn) => choose({ [field]: isOn })} />
          ))}
        </TitledCard>
        <StaffAccess chosen={chosen.staff_access} onChoose={(staff_access) => choose({ staff_access })} />
        <BusinessProfile
          receiver={receiver}
          supportEmail={program.support_email}
          phone={form.phone}
          phoneProblem={form.phoneProblem}
          onPhone={form.typePhone}
          onSave={form.save}
        />
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
        <TitledCard title="Leaving">
          <Text as="p">
            Uninstall the app under Apps in your store’s settings. What it sees of your store ends at once; your card, what you owe and your history stay as
            they are, and are here again when you install it again. Until then you find them on the full site.
          </Text>
          <InlineStack>
            <FullSiteButton>Open the full site</FullSiteButton>
          </InlineStack>
        </TitledCard>
      </BlockStack>
    </AppPage>
  );
}
