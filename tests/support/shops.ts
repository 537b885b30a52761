import { createHmac, randomUUID } from 'node:crypto';
import { Session } from '@shopify/shopify-api';
import { shopSessions } from '../../server/services/store/shopify/shopSessions.ts';
import type { Answer } from './ask.ts';
import { eventually } from './eventually.ts';
import { handInShop, shopToken } from './handIn.ts';
import type { TestProduct } from './product.ts';

/** A shop that has our app, and its merchant. */
export interface TestShop {
  shop: string;
  /** An access token of the merchant's. */
  token: string;
  userId: string;
  receiverId: string;
}

/** Installs the app in a shop: makes the token exchange and the hand-in that the embedded app makes when it is first opened. */
export async function openShop(
  product: TestProduct,
  handle = `shop-${randomUUID().slice(0, 8)}`,
  scopes?: string,
  business: Record<string, unknown> = {},
): Promise<TestShop> {
  const { shop } = await product.press<{ shop: string }>('shopify', 'install', { handle, profile: 'new', ...business });
  if (scopes !== undefined) await product.press('shopify', 'change_scopes', { shop, scopes });
  await grant(product, shop);
  const { body } = await handInShop(product, shop, shopToken(product, shop));
  const { id } = await product.deps.database.receiver.findUniqueOrThrow({ where: { token: body.propel_auth_user.userId } });
  return { shop, token: body.access_token, userId: body.propel_auth_user.userId, receiverId: id };
}

/** Exchanges a session token for access to the shop, as the embedded app does. */
export async function grant(product: TestProduct, shop: string): Promise<void> {
  const { apiKey, apiSecret } = product.config.shopify;
  const answer = await fetch(`${product.sandboxUrl}/shopify/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-emulated-host': shop },
    body: JSON.stringify({
      client_id: apiKey,
      client_secret: apiSecret,
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: shopToken(product, shop),
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      expiring: '1',
    }),
  });
  const granted = (await answer.json()) as { access_token: string; scope: string; expires_in?: number; refresh_token: string };
  const session = new Session({ id: `offline_${shop}`, shop, state: '', isOnline: false, accessToken: granted.access_token, scope: granted.scope });
  if (granted.expires_in !== undefined) session.expires = new Date(Date.now() + granted.expires_in * 1_000);
  session.refreshToken = granted.refresh_token;
  await shopSessions(product.deps).storeSession(session);
}

/** Waits until the job queued by the hand-in has read the shop. */
export const synced = (product: TestProduct, { receiverId }: TestShop) =>
  eventually('the shop is read', () =>
    product.deps.database.commerceLink.findFirst({ where: { receiver_id: receiverId, source: 'shopify', sync_state: 'done', unlinked_at: null } }),
  );

export const salesOf = (product: TestProduct, { receiverId }: TestShop) =>
  product.deps.database.storeTransaction.findMany({ where: { receiver_id: receiverId, source: 'shopify' } });

/** Sends the app a webhook as the platform does, signed over the body. */
export function tellOfShop(
  product: TestProduct,
  topic: string,
  shop: string,
  content: object,
  { secret = product.config.shopify.apiSecret, eventId = randomUUID(), headers = {}, withoutHeaders = [] }: TellOptions = {},
): Promise<Answer> {
  const body = JSON.stringify(content);
  const all = {
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': shop,
    'x-shopify-event-id': eventId,
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([name]) => !withoutHeaders.includes(name)));
  return product.call('/shopify/webhooks', { method: 'POST', body, headers: sent });
}

interface TellOptions {
  secret?: string;
  eventId?: string;
  headers?: Record<string, string>;
  withoutHeaders?: readonly string[];
}
export const uninstallation = (shop: string) => ({ id: 7, name: 'Shop', domain: shop, myshopify_domain: shop });

/** Stores the rows of a finished onboarding without its steps at the bank, and an open card that is not shipped. */
export async function onboardByHand({ deps: { database } }: TestProduct, { receiverId }: TestShop): Promise<void> {
  const token = `card-${receiverId}`;
  await database.receiver.update({
    where: { id: receiverId },
    data: {
      accepted_privacy_policy: true,
      accepted_terms_and_conditions: true,
      accepted_card_holders_agreement: true,
      lithic_account_holder_token: 'BLANK',
      plaid_access_token: 'BLANK',
      plaid_item_id: 'BLANK',
      card_request: 'virtual',
      lithic_card_token: token,
    },
  });
  await database.card.create({
    data: {
      receiver_id: receiverId,
      token,
      account_token: 'account',
      type: 'VIRTUAL',
      state: 'OPEN',
      last_four: '4242',
      name_on_card: 'Corner Bakery',
      spend_limit: 100n,
      created_at: new Date(),
    },
  });
}
