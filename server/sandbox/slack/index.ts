import { randomBytes } from 'node:crypto';
import express, { type Router } from 'express';
import { z } from 'zod';
import { rawBody } from '../core/body.ts';
import type { ControlButton, CreateStandIn, SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';
import type { Collection } from '../core/store.ts';

/** An incoming webhook of a channel. */
interface Webhook {
  /** `T…/B…/…`, the part of the address that identifies it. */
  id: string;
  channel: string;
  /** How a webhook that has ended answers; null for one that works. */
  ended: keyof typeof endings | null;
  /** When it last took a message, in ms. */
  taken_ms: number;
}

interface Message {
  channel: string;
  webhook: string;
  received_at: string;
  text: string;
  blocks: unknown;
}

/** The message posted to a webhook. */
interface Content {
  text: string;
  blocks: unknown;
}

/** Slack's answers for a webhook that has ended. */
const endings = {
  removed: { status: 404, body: 'no_service', label: 'The webhook was removed' },
  prohibited: { status: 403, body: 'action_prohibited', label: 'An admin no longer allows it' },
  archived: { status: 410, body: 'channel_is_archived', label: 'The channel was archived' },
} as const;

/** A webhook takes one message a second. */
const pauseMs = 1_000;
const listed = 200;
const code = () => randomBytes(4).toString('hex').toUpperCase();

/** Stands in for Slack's incoming webhooks: takes a message a second for each, and shows them. */
export const createSlack: CreateStandIn = (core) => {
  const webhooks = core.store.collection<Webhook>('slack', 'webhook');
  const messages = core.store.collection<Message>('slack', 'message');
  return {
    name: 'slack',
    title: 'Slack',
    summary: 'Takes messages by incoming webhooks, and shows them',
    path: '/slack',
    router: slackRouter(core, webhooks, messages),
    controls: controls(core, webhooks),
    pages: [{ label: 'Messages', href: '/slack' }],
  };
};

function controls({ publicUrl }: SandboxCore, webhooks: Collection<Webhook>): ControlButton[] {
  const choices = async () =>
    (await webhooks.find({}, { newestFirst: true, limit: listed })).map(({ id, channel }) => ({ value: id, label: `${channel} (${id})` }));
  return [
    {
      name: 'add_webhook',
      label: 'Add an incoming webhook',
      help: 'The result is the address to paste into the settings.',
      fields: [{ name: 'channel', label: 'Channel', type: 'text', default: '#money' }],
      async run({ channel = '' }) {
        const id = `T${code()}/B${code()}/${randomBytes(12).toString('hex')}`;
        await webhooks.insert(id, { id, channel: channel || '#money', ended: null, taken_ms: 0 });
        const url = `${publicUrl}/slack/services/${id}`;
        return { message: `${channel || '#money'} takes messages at ${url}`, result: { url } };
      },
    },
    {
      name: 'end_webhook',
      label: 'End a webhook',
      fields: [
        { name: 'webhook', label: 'Webhook', type: 'select', options: choices },
        { name: 'how', label: 'How', type: 'select', options: async () => Object.entries(endings).map(([value, { label }]) => ({ value, label })) },
      ],
      async run({ webhook = '', how = 'removed' }) {
        const id = webhook.split('/').slice(-3).join('/');
        if (!(how in endings)) throw new Refusal(400, { error: 'no such end' });
        const ended = await webhooks.update(id, (current) => ({ ...current, ended: how as keyof typeof endings }));
        if (!ended) throw new Refusal(404, { error: 'no such webhook' });
        return { message: `The webhook of ${ended.channel} has ended` };
      },
    },
  ];
}

/** Returns how a webhook takes a message: it stores one that it accepts. */
const takeMessage =
  ({ store, clock }: SandboxCore, webhooks: Collection<Webhook>, messages: Collection<Message>) =>
  (id: string, content: Content | null): Promise<{ status: number; body: string }> =>
    store.transaction(async () => {
      const webhook = await webhooks.lock(id);
      if (!webhook) return endings.removed;
      if (webhook.ended) return endings[webhook.ended];
      if (content === null) return { status: 400, body: 'invalid_payload' };
      if (content.text === '' && content.blocks === undefined) return { status: 400, body: 'no_text' };
      if (!areBlocks(content.blocks ?? [])) return { status: 400, body: 'invalid_blocks' };
      const now = clock.machineNow().getTime();
      if (now - webhook.taken_ms < pauseMs) return { status: 429, body: 'rate_limited' };
      await webhooks.put(id, { ...webhook, taken_ms: now });
      await messages.insert(`${id} ${randomBytes(8).toString('hex')}`, {
        channel: webhook.channel,
        webhook: id,
        received_at: clock.now().toISOString(),
        text: content.text,
        blocks: content.blocks ?? null,
      });
      return { status: 200, body: 'ok' };
    });

function slackRouter(core: SandboxCore, webhooks: Collection<Webhook>, messages: Collection<Message>): Router {
  const take = takeMessage(core, webhooks, messages);
  const router = express.Router();
  router.post(
    '/services/:team/:bot/:secret',
    handle(async (request, response) => {
      const { team, bot, secret } = request.params;
      const id = `${team}/${bot}/${secret}`;
      const answer = await take(id, contentOf(rawBody(request)));
      if (answer.status === 429) response.set('Retry-After', '1');
      // Only now, as the message is stored: who is answered may look for it at once.
      response.status(answer.status).type('text').send(answer.body);
    }),
  );
  router.get(
    '/messages',
    handle(async ({ query }) => {
      const webhook = typeof query.webhook === 'string' ? query.webhook.split('/').slice(-3).join('/') : undefined;
      return { messages: await messages.find(webhook === undefined ? {} : { webhook }, { newestFirst: true, limit: listed }) };
    }),
  );
  router.get(
    '/',
    handle(async (_request, response) => {
      const list = await messages.find({}, { newestFirst: true, limit: listed });
      sendPage(response, {
        title: 'Slack messages',
        body: html`<h1>Slack messages</h1>
<table>
<thead><tr><th scope="col">Received</th><th scope="col">Channel</th><th scope="col">Text</th></tr></thead>
<tbody>${list.map((message) => html`<tr><td>${message.received_at}</td><td>${message.channel}</td><td>${message.text}</td></tr>`)}</tbody>
</table>`,
      });
    }),
  );
  return router;
}

const textOf = (most: number) => z.looseObject({ text: z.string().min(1).max(most) });
/** The blocks that are taken here, with Slack's limits of their texts. */
const blocksSchema = z
  .array(
    z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('header'), text: textOf(150) }),
      z.looseObject({ type: z.literal('section'), text: textOf(3_000) }),
    ]),
  )
  .max(50);
const areBlocks = (blocks: unknown): boolean => blocksSchema.safeParse(blocks).success;

function contentOf(raw: Buffer): Content | null {
  try {
    const body: unknown = JSON.parse(raw.toString());
    if (typeof body !== 'object' || body === null) return null;
    const text = 'text' in body && typeof body.text === 'string' ? body.text : '';
    return { text, blocks: 'blocks' in body && Array.isArray(body.blocks) ? body.blocks : undefined };
  } catch {
    return null;
  }
}
