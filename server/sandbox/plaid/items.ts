import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Router } from 'express';
import {
  type AccountBase,
  type AccountsGetResponse,
  AccountType,
  type AuthGetResponse,
  type AutomaticallyVerifiedWebhook,
  type Item,
  type ItemAuthMethod,
  type ItemErrorWebhook,
  type ItemGetResponse,
  type ItemPublicTokenExchangeResponse,
  ItemUpdateTypeEnum,
  ItemWithConsentFieldsUpdateTypeEnum,
  Products,
  AccountBaseVerificationStatusEnum as Verification,
  type VerificationExpiredWebhook,
  WebhookEnvironmentValues,
} from 'plaid';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { minuteMs } from '../core/measures.ts';
import { type Bank, type BankAccountPlan, bankById } from './banks.ts';
import { sendItemWebhook } from './events.ts';
import { withLiveBalance } from './liveBalance.ts';
import { invalidInput, itemError, LOGIN_REQUIRED, loginRequiredError, newRequestId, parse } from './refusal.ts';
import type { PlaidState, StoredAccount, StoredItem } from './state.ts';

const publicTokenLifeMs = 30 * minuteMs;

const randomId = () => randomBytes(37).toString('base64url').replace(/[-_]/g, 'x').slice(0, 37);

/** Returns a bank's account as it looks once linked. `pending` tells how it is being verified, unless that was immediate. */
export function newAccount(
  bank: Bank,
  plan: BankAccountPlan,
  { now, pending = null, number }: { now: string; pending?: Verification | null; number?: string },
): StoredAccount {
  const base: AccountBase = {
    account_id: randomId(),
    balances: { available: plan.available, current: plan.current, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    holder_category: plan.holder,
    mask: number?.slice(-4) ?? plan.mask,
    name: plan.name,
    official_name: plan.officialName,
    persistent_account_id: randomUUID().replaceAll('-', ''),
    type: AccountType.Depository,
    subtype: plan.subtype,
    ...(pending && { verification_status: pending }),
  };
  const byHand = pending === Verification.PendingManualVerification;
  return {
    base,
    number: number ?? `99000${randomInt(10)}${plan.mask}`,
    routing: bank.routing,
    deposits: byHand ? { cents: [randomInt(1, 99), randomInt(1, 99)], wrongTries: 0 } : null,
    verifying_since: pending ? now : null,
  };
}

/** Returns a new item with access of its own. Without products it has them all. */
export function newItem({
  bank,
  accounts,
  clientUserId,
  webhook,
  now,
  method,
  products,
}: {
  bank: Bank;
  accounts: StoredAccount[];
  clientUserId: string;
  webhook: string | null;
  now: string;
  method: StoredItem['auth_method'];
  products?: string[];
}): StoredItem {
  return {
    item_id: randomId(),
    access_token: `access-sandbox-${randomUUID()}`,
    institution_id: bank.id,
    client_user_id: clientUserId,
    webhook,
    error: null,
    created: now,
    auth_method: method,
    accounts,
    ...(products && { products }),
  };
}

/** Returns a public token for the page, which can be exchanged for lasting access within half an hour. */
export async function newPublicToken(state: PlaidState, itemId: string): Promise<string> {
  const token = `public-sandbox-${randomUUID()}`;
  await state.publicTokens.insert(token, { item_id: itemId, expires: state.later(publicTokenLifeMs) });
  return token;
}

/** Returns the item of an access token. Refuses a malformed token, and one of a removed item. */
export async function itemByToken(state: PlaidState, accessToken: string): Promise<StoredItem> {
  if (!/^access-sandbox-[\da-f-]{36}$/.test(accessToken)) throw invalidInput('INVALID_ACCESS_TOKEN', 'provided access token is in an invalid format');
  const item = await state.items.findOne({ access_token: accessToken });
  if (!item) throw itemError('ITEM_NOT_FOUND', 'The Item you requested cannot be found. This Item does not exist, or has been previously removed');
  return item;
}

const common = ({ item_id, institution_id, webhook, error, auth_method }: StoredItem) => ({
  item_id,
  institution_id,
  institution_name: bankById(institution_id)?.name ?? null,
  webhook,
  error,
  // The stored value is the enum's own text; the enum has no other way in from the database.
  auth_method: auth_method as ItemAuthMethod,
  available_products: [Products.Balance, Products.Identity, Products.Transactions],
  billed_products: [Products.Auth, Products.Transfer],
  consent_expiration_time: null,
});

const shownItem = (item: StoredItem): Item => ({ ...common(item), update_type: ItemUpdateTypeEnum.Background });

/** Returns an account of an item. Refuses one that the item does not have. */
export function accountOf({ accounts }: StoredItem, accountId: string): StoredAccount {
  const account = accounts.find(({ base }) => base.account_id === accountId);
  if (!account) throw invalidInput('INVALID_ACCOUNT_ID', 'failed to find requested account ID for requested item');
  return account;
}

const chosen = (item: StoredItem, ids: readonly string[] | undefined): StoredAccount[] => ids?.map((id) => accountOf(item, id)) ?? item.accounts;

export const loginRequired = (item: StoredItem): boolean => item.error?.error_code === LOGIN_REQUIRED;
const loginRequiredRefusal = () => itemError(LOGIN_REQUIRED, loginRequiredError().error_message);

/** Breaks a link: the bank requires its customer to sign in again. */
export function breakLink(state: PlaidState, accessToken: string): Promise<void> {
  return state.core.store.transaction(async () => {
    const { item_id } = await itemByToken(state, accessToken);
    const error = loginRequiredError();
    const broken = await state.items.update(item_id, (item) => ({ ...item, error }));
    if (!broken) return;
    await sendItemWebhook<ItemErrorWebhook>(state, broken, {
      webhook_type: 'ITEM',
      webhook_code: 'ERROR',
      item_id,
      error,
      environment: WebhookEnvironmentValues.Sandbox,
    });
  });
}

/** Sets the verification status of an account and sends the webhook events that the provider sends for it. */
export function setVerification(state: PlaidState, itemId: string, accountId: string, status: Verification): Promise<void> {
  return state.core.store.transaction(async () => {
    const changed = await state.items.update(itemId, (item) => ({
      ...item,
      accounts: item.accounts.map((account) =>
        account.base.account_id === accountId
          ? { ...account, deposits: null, verifying_since: null, base: { ...account.base, verification_status: status } }
          : account,
      ),
    }));
    if (!changed) return;
    const about = { webhook_type: 'AUTH', item_id: itemId, account_id: accountId, environment: WebhookEnvironmentValues.Sandbox };
    if (status === Verification.AutomaticallyVerified)
      await sendItemWebhook<AutomaticallyVerifiedWebhook>(state, changed, { ...about, webhook_code: 'AUTOMATICALLY_VERIFIED' });
    if (status === Verification.VerificationExpired)
      await sendItemWebhook<VerificationExpiredWebhook>(state, changed, { ...about, webhook_code: 'VERIFICATION_EXPIRED' });
  });
}

async function shownAccounts(state: PlaidState, accounts: readonly StoredAccount[]): Promise<AccountBase[]> {
  const shown = await Promise.all(accounts.map((account) => withLiveBalance(state, account)));
  return shown.map(({ base }) => base);
}

const accountsBody = z.strictObject({
  access_token: z.string(),
  options: z.strictObject({ account_ids: z.array(z.string()).optional(), min_last_updated_datetime: z.string().optional() }).optional(),
});
const tokenBody = z.strictObject({ access_token: z.string() });
const removeBody = z.strictObject({ access_token: z.string(), reason_code: z.string().optional(), reason_note: z.string().optional() });
const webhookBody = z.strictObject({ access_token: z.string(), webhook: z.url().nullish() });
const exchangeBody = z.strictObject({ public_token: z.string() });

/** Serves /item, /accounts and /auth. */
export function itemRoutes(state: PlaidState): Router {
  const router = Router();
  const { items, publicTokens, core } = state;

  router.post(
    '/item/public_token/exchange',
    handle(async ({ body }): Promise<ItemPublicTokenExchangeResponse> => {
      const { public_token } = parse(exchangeBody, body);
      const kept = await publicTokens.get(public_token);
      if (!kept) throw invalidInput('INVALID_PUBLIC_TOKEN', 'could not find matching public token');
      if (kept.expires <= state.now())
        throw invalidInput('INVALID_PUBLIC_TOKEN', 'provided public token is expired. Public tokens expire 30 minutes after creation');
      const item = await items.get(kept.item_id);
      if (!item) throw itemError('ITEM_NOT_FOUND', 'The Item you requested cannot be found');
      await publicTokens.remove(public_token);
      return { access_token: item.access_token, item_id: item.item_id, request_id: newRequestId() };
    }),
  );

  router.post(
    '/accounts/get',
    handle(async ({ body }): Promise<AccountsGetResponse> => {
      const { access_token, options } = parse(accountsBody, body);
      const item = await itemByToken(state, access_token);
      const { broken_link_answers } = await state.settings();
      if (loginRequired(item) && broken_link_answers === 'error') throw loginRequiredRefusal();
      return { accounts: await shownAccounts(state, chosen(item, options?.account_ids)), item: shownItem(item), request_id: newRequestId() };
    }),
  );

  router.post(
    '/accounts/balance/get',
    handle(async ({ body }): Promise<AccountsGetResponse> => {
      const { access_token, options } = parse(accountsBody, body);
      const item = await itemByToken(state, access_token);
      if (loginRequired(item)) throw loginRequiredRefusal();
      return { accounts: await shownAccounts(state, chosen(item, options?.account_ids)), item: shownItem(item), request_id: newRequestId() };
    }),
  );

  router.post(
    '/auth/get',
    handle(async ({ body }): Promise<AuthGetResponse> => {
      const { access_token, options } = parse(accountsBody, body);
      const item = await itemByToken(state, access_token);
      if (loginRequired(item)) throw loginRequiredRefusal();
      const accounts = chosen(item, options?.account_ids);
      if (accounts.some(isUnverified))
        throw itemError('PRODUCT_NOT_READY', 'the requested product is not yet ready. please provide a webhook or try the request again later');
      return {
        accounts: await shownAccounts(state, accounts),
        numbers: {
          ach: accounts.map(({ base, number, routing }) => ({ account_id: base.account_id, account: number, routing, wire_routing: routing })),
          eft: [],
          international: [],
          bacs: [],
        },
        item: shownItem(item),
        request_id: newRequestId(),
      };
    }),
  );

  router.post(
    '/item/get',
    handle(async ({ body }): Promise<ItemGetResponse> => {
      const item = await itemByToken(state, parse(tokenBody, body).access_token);
      return {
        item: { ...common(item), update_type: ItemWithConsentFieldsUpdateTypeEnum.Background, created_at: item.created },
        status: { last_webhook: null },
        request_id: newRequestId(),
      };
    }),
  );

  router.post(
    '/item/remove',
    handle(async ({ body }) => {
      const { item_id } = await itemByToken(state, parse(removeBody, body).access_token);
      await items.remove(item_id);
      return { request_id: newRequestId() };
    }),
  );

  router.post(
    '/item/webhook/update',
    handle(async ({ body }) => {
      const { access_token, webhook } = parse(webhookBody, body);
      const { item_id } = await itemByToken(state, access_token);
      const item = await core.store.transaction(() => items.update(item_id, (current) => ({ ...current, webhook: webhook ?? null })));
      if (!item) throw itemError('ITEM_NOT_FOUND', 'The Item you requested cannot be found');
      return { item: shownItem(item), request_id: newRequestId() };
    }),
  );
  return router;
}

const unverified: readonly (string | undefined)[] = [
  Verification.PendingAutomaticVerification,
  Verification.PendingManualVerification,
  Verification.VerificationExpired,
  Verification.VerificationFailed,
  Verification.Unsent,
];

/** Decides whether the account is barred from transfers because it is not verified yet, or its verification failed or expired. */
export const isUnverified = ({ base }: StoredAccount): boolean => unverified.includes(base.verification_status);
