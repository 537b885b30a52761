import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack } from '@shopify/polaris';
import type { getAlerts } from '../../server/contract/alerts.ts';
import type { getFallbackBank, getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCardRequests } from '../../server/contract/cards.ts';
import type { getCommerce } from '../../server/contract/commerce.ts';
import type { postContactEmail } from '../../server/contract/contactEmail.ts';
import type { getCredit, postPayout } from '../../server/contract/credit.ts';
import type { getDebitAuthorization, postDebitAuthorization, revokeDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { RouteContract } from '../../server/contract/define.ts';
import type { patchUser, ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { disconnectShop, getShop, reconnectShop } from '../../server/contract/shop.ts';
import type { getAccessLog } from '../../server/contract/staff.ts';
import type { putStaffAccess } from '../../server/contract/storeStaff.ts';
import type { getTeam } from '../../server/contract/team.ts';
import { readStaffAccess } from '../../server/domain/access/storeStaff.ts';
import { isLinked } from '../../server/domain/receiver/receiver.ts';
import { disconnectConsequences } from '../../server/domain/store/disconnectWords.ts';
import type { Answered } from '../../server/http/loadContext.ts';
import { Requests } from '../card/Requests.tsx';
import { AppPage } from '../components/AppPage.tsx';
import { type Merchant, merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { type SaveResult, saveResultOf } from '../saveResult.ts';
import { sentForm } from '../sentForm.server.ts';
import { AccessLog } from '../settings/AccessLog.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { Alerts } from '../settings/alerts/Alerts.tsx';
import { Leaving } from '../settings/Leaving.tsx';
import { Team } from '../settings/team/Team.tsx';
import type { SettingsSaved } from '../settings/useSettingsForm.ts';

export const meta = pageTitle('Settings');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const params = { token: receiver.token };
  const { abilities } = receiver;
  const [people, alerts] = await Promise.all([
    // A cardholder has nothing to set but their own alerts.
    abilities.includes('view_account') ? readPeople(merchant, params) : null,
    // Staff of a store without a role in the team are told of nothing.
    receiver.owner_needed === null ? merchant.ask<typeof getAlerts>('GET /api/users/:token/alerts', { params }) : null,
  ]);
  return { receiver, people, alerts, account: abilities.includes('update_account') ? await readAccount(visit, merchant, receiver) : null };
}

/** Reads who belongs to the account, what they ask for, and who looked at it. */
async function readPeople(merchant: Merchant, params: { token: string }) {
  const [team, { requests }, { visits }] = await Promise.all([
    merchant.ask<typeof getTeam>('GET /api/users/:token/team', { params }),
    merchant.ask<typeof getCardRequests>('GET /api/users/:token/card_requests', { params }),
    merchant.ask<typeof getAccessLog>('GET /api/users/:token/access_log', { params }),
  ]);
  return { team, requests, visits };
}

/** Reads what the owner alone sets. */
async function readAccount({ context }: LoaderFunctionArgs, merchant: Merchant, receiver: ReceiverAnswer) {
  const params = { token: receiver.token };
  const { program, settings, now } = context.page;
  const [connection, authorization, credit, bank, second, store] = await Promise.all([
    merchant.ask<typeof getShop>('GET /api/users/:token/shop', { params }),
    merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params }),
    merchant.ask<typeof getCredit>('GET /api/users/:token/credit', { params }),
    readBank(merchant, receiver),
    merchant.ask<typeof getFallbackBank>('GET /api/users/:token/bank/fallback', { params }),
    isLinked(receiver.rutter_access_token) ? merchant.ask<typeof getCommerce>('GET /api/users/:token/commerce', { params }) : null,
  ]);
  return {
    authorization,
    credit,
    connection,
    consequences: disconnectConsequences(receiver, new Date(now)),
    bank,
    secondBank: second.bank,
    store,
    program: { name: program.name, support_email: program.support_email },
    scriptUrl: settings.bank_link_script_url,
  };
}

/** Reads the linked account; where the bank cannot be asked, why not. */
async function readBank(merchant: Merchant, { token, plaid_access_token: link }: ReceiverAnswer) {
  if (!isLinked(link)) return { account: null, problem: null };
  const answered = await merchant.attempt<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id: token }, query: {} });
  return answered.ok ? { account: answered.value, problem: null } : { account: null, problem: answered.problem };
}

/** Saves what the page's own form has changed or, given an `intent`, disconnects or reconnects the store, ends or renews the authorization of debits, or pays a credit out. */
export async function action(visit: ActionFunctionArgs): Promise<SaveResult | SettingsSaved> {
  const form = await sentForm(visit.request);
  const merchant = await merchantOf(visit);
  const { token } = await merchant.receiver();
  const intent = form.get('intent');
  return intent === null ? saveChosen(merchant, token, form) : saveResultOf(await saving(intent));

  function saving(asked: typeof intent) {
    if (asked === 'authorize_debits') return authorizeDebits(merchant, token, String(form.get('version')));
    if (asked === 'pay_out') return payOut(merchant, token, Number(form.get('amount_cents')));
    if (asked === 'revoke_debits') return revokeDebits(merchant, token);
    if (asked === 'disconnect' || asked === 'reconnect') return setConnection(merchant, token, asked === 'reconnect');
    throw new Response(null, { status: 400 });
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

/** Mails a link to an address. A mistake of the address is shown at its field. */
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

/** The settings page: the people of the account and what they ask for, what the owner sets, and who looked. */
export default function Settings() {
  const { receiver, people, alerts, account } = useLoaderData<typeof loader>();
  return (
    <AppPage title="Settings">
      <BlockStack gap="400">
        {account && <AccountSettings receiver={receiver} {...account} />}
        {alerts && <Alerts alerts={alerts} token={receiver.token} />}
        {people && (
          <>
            <Requests
              requests={people.requests}
              token={receiver.token}
              isManager={receiver.abilities.includes('manage_cards')}
              memberId={receiver.member?.id ?? null}
            />
            <Team team={people.team} token={receiver.token} />
            <AccessLog visits={people.visits} />
          </>
        )}
        {account && <Leaving />}
      </BlockStack>
    </AppPage>
  );
}
