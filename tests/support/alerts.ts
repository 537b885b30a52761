import { randomUUID } from 'node:crypto';
import { type ReceiverScope, receiverScope } from '../../server/db/scope.ts';
import { planAlerts } from '../../server/services/alerts/planAlerts.ts';
import { sendLetter } from '../../server/services/mail/sendLetter.ts';
import type { LetterName } from '../../server/services/mail/writeLetter.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { type Person, signUp } from './people.ts';
import type { TestProduct } from './product.ts';

/** The subscription that a page gets from a browser that takes push messages. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A push message as the browser reads it. */
export interface PushText {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** Makes a browser at the push service. */
export const newBrowser = (product: TestProduct) =>
  product.press<Subscription>('push', 'subscribe', { application_server_key: product.deps.providers.push.publicKey ?? '' });

/** Returns the messages that a browser got, the newest first. */
export async function pushedTo(product: TestProduct, { endpoint }: Subscription): Promise<PushText[]> {
  const answer = await fetch(`${product.sandboxUrl}/push/messages?endpoint=${encodeURIComponent(endpoint)}`);
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  return messages.map(({ text }) => JSON.parse(text) as PushText);
}

/** Returns the texts that a webhook of Slack posted, the newest first. */
export async function slackTexts(product: TestProduct, webhook: string): Promise<string[]> {
  const answer = await fetch(`${product.sandboxUrl}/slack/messages?webhook=${encodeURIComponent(webhook)}`);
  return ((await answer.json()) as { messages: { text: string }[] }).messages.map(({ text }) => text);
}

/** Calls about somebody's alerts as the person with the token. */
export const alertCalls = (product: TestProduct, { receiver, host }: Pick<Person, 'receiver' | 'host'>, token: string) => {
  const call = (method: string, path = '', body?: object) =>
    product.call(`/api/users/${receiver.token}/alerts${path}`, { method, host, token, ...(body && { body }) });
  return {
    read: () => call('GET'),
    change: (body: object) => call('PUT', '', body),
    choose: (event: string, channel: string, is_on: boolean) => call('PUT', '', { choices: [{ event, channel, is_on }] }),
    subscribe: (subscription: Subscription) => call('POST', '/push', subscription),
    unsubscribe: (device: string) => call('DELETE', `/push/${device}`),
    connectSlack: (url: string, label = '#money') => call('POST', '/slack', { url, label }),
    disconnectSlack: () => call('DELETE', '/slack', {}),
    test: (channel: string) => call('POST', '/test', { channel }),
  };
};

/** A merchant with a card, who is told of what happens by ways of their choice. */
export async function newToldMerchant(product: TestProduct) {
  const person = await signUp(product);
  const { id } = person.receiver;
  const scope: ReceiverScope = receiverScope(id);
  const card = `card-${randomUUID()}`;
  const row = { receiver_id: id, token: card, account_token: 'account', type: 'VIRTUAL', state: 'OPEN', last_four: '4242', name_on_card: 'ANA' };
  await product.deps.database.card.create({ data: { ...row, spend_limit: 100_000n, created_at: new Date('2026-01-05T12:00:00Z') } });
  return {
    ...person,
    scope,
    card,
    alerts: alertCalls(product, person, person.token),
    /** Tells of a letter's fact by all ways, as the job does. */
    async tell(named: LetterName, deps: OpenDeps = product.deps): Promise<void> {
      await planAlerts(deps, scope, named);
      await sendLetter(deps, scope, named);
    },
  };
}
export type ToldMerchant = Awaited<ReturnType<typeof newToldMerchant>>;
