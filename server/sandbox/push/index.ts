import { randomUUID } from 'node:crypto';
import express, { type Request, type Router } from 'express';
import { rawBody } from '../core/body.ts';
import type { ControlButton, CreateStandIn, SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';
import type { Collection } from '../core/store.ts';
import { type BrowserKeys, decrypt, newBrowserKeys } from './encryption.ts';
import { requireVapid } from './vapid.ts';

/** A browser that takes messages. */
interface Browser {
  id: string;
  name: string;
  keys: BrowserKeys;
  /** The key of the site that subscribed; empty for any. */
  application_server_key: string;
  is_gone: boolean;
}

/** A message as the browser reads it. */
interface Message {
  id: string;
  browser_id: string;
  received_at: string;
  text: string;
  ttl_s: number;
  topic: string | null;
  urgency: string | null;
}

/** The largest message that the known push services take, in bytes. */
const largestBytes = 4_096;
const listed = 200;

/**
 * Stands in for a push service and for the browsers behind it: checks the signature, the headers and the encryption of each message,
 * reads it with the browser's keys, and shows it.
 */
export const createPush: CreateStandIn = (core) => {
  const browsers = core.store.collection<Browser>('push', 'browser');
  const messages = core.store.collection<Message>('push', 'message');
  return {
    name: 'push',
    title: 'Push service',
    summary: 'Takes push messages for browsers, and shows them',
    path: '/push',
    router: pushRouter(core, browsers, messages),
    controls: controls(core, browsers),
    pages: [{ label: 'Messages', href: '/push' }],
  };
};

const endpointOf = ({ publicUrl }: SandboxCore, { id }: Browser) => `${publicUrl}/push/send/${id}`;

function controls(core: SandboxCore, browsers: Collection<Browser>): ControlButton[] {
  const choices = async () =>
    (await browsers.find({ is_gone: false }, { newestFirst: true, limit: listed })).map(({ id, name }) => ({ value: id, label: name }));
  return [
    {
      name: 'subscribe',
      label: 'Subscribe a browser',
      help: 'Makes a browser that takes messages. The result is what a page gets from it.',
      fields: [
        { name: 'name', label: 'Name', type: 'text', default: 'A browser' },
        { name: 'application_server_key', label: 'Key of the site, empty for any', type: 'text', default: '' },
      ],
      async run({ name = '', application_server_key = '' }) {
        const browser: Browser = { id: randomUUID(), name: name || 'A browser', keys: newBrowserKeys(), application_server_key, is_gone: false };
        await browsers.insert(browser.id, browser);
        const { publicKey: p256dh, auth } = browser.keys;
        return {
          message: `${browser.name} takes messages at ${endpointOf(core, browser)}`,
          result: { endpoint: endpointOf(core, browser), keys: { p256dh, auth } },
        };
      },
    },
    {
      name: 'unsubscribe',
      label: 'End a browser’s subscription',
      help: 'Messages to it are answered 410 from now on.',
      fields: [{ name: 'browser', label: 'Browser', type: 'select', options: choices }],
      async run({ browser = '' }) {
        const id = browser.split('/').at(-1) ?? '';
        const ended = await browsers.update(id, (current) => ({ ...current, is_gone: true }));
        if (!ended) throw new Refusal(404, { error: 'no such browser' });
        return { message: `${ended.name} is gone` };
      },
    },
  ];
}

function pushRouter(core: SandboxCore, browsers: Collection<Browser>, messages: Collection<Message>): Router {
  const router = express.Router();
  router.post(
    '/send/:id',
    handle(async (request, response) => {
      const browser = await browsers.get(request.params.id ?? '');
      if (!browser) throw new Refusal(404, { reason: 'no such subscription' });
      if (browser.is_gone) throw new Refusal(410, { reason: 'the subscription has ended' });
      await requireVapid(request.headers.authorization, {
        audience: core.publicUrl,
        applicationServerKey: browser.application_server_key,
        now: core.clock.machineNow(),
      });
      const message: Message = {
        id: randomUUID(),
        browser_id: browser.id,
        received_at: core.clock.now().toISOString(),
        text: textOf(request, browser),
        ttl_s: ttlOf(request),
        topic: topicOf(request),
        urgency: request.get('urgency') ?? null,
      };
      await core.store.transaction(async () => {
        // A newer message takes the place of an older one of its topic.
        if (message.topic !== null) for (const { id } of await messages.find({ browser_id: browser.id, topic: message.topic })) await messages.remove(id);
        await messages.insert(message.id, message);
      });
      response.status(201).set('Location', `${core.publicUrl}/push/messages/${message.id}`).end();
    }),
  );
  router.get(
    '/messages',
    handle(async ({ query }) => {
      const id = typeof query.endpoint === 'string' ? query.endpoint.split('/').at(-1) : undefined;
      return { messages: await messages.find(id === undefined ? {} : { browser_id: id }, { newestFirst: true, limit: listed }) };
    }),
  );
  router.get(
    '/',
    handle(async (_request, response) => {
      const list = await messages.find({}, { newestFirst: true, limit: listed });
      const names = new Map((await browsers.find()).map(({ id, name }) => [id, name]));
      sendPage(response, {
        title: 'Push messages',
        body: html`<h1>Push messages</h1>
<table>
<thead><tr><th scope="col">Received</th><th scope="col">Browser</th><th scope="col">Message</th></tr></thead>
<tbody>${list.map((message) => html`<tr><td>${message.received_at}</td><td>${names.get(message.browser_id) ?? ''}</td><td class="code">${message.text}</td></tr>`)}</tbody>
</table>`,
      });
    }),
  );
  return router;
}

function ttlOf(request: Request): number {
  const ttl = request.get('ttl') ?? '';
  if (!/^\d{1,9}$/.test(ttl)) throw new Refusal(400, { reason: 'TTL is missing' });
  return Number(ttl);
}

function topicOf(request: Request): string | null {
  const topic = request.get('topic') ?? null;
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Refusal(400, { reason: 'the topic must be 32 characters of base64url at most' });
  return topic;
}

function textOf(request: Request, { keys }: Browser): string {
  const body = rawBody(request);
  if (body.length > largestBytes) throw new Refusal(413, { reason: 'the message is too large' });
  if (request.get('content-encoding') !== 'aes128gcm') throw new Refusal(400, { reason: 'the content encoding must be aes128gcm' });
  try {
    return decrypt(body, keys);
  } catch {
    throw new Refusal(400, { reason: 'the message was not encrypted for this browser' });
  }
}
