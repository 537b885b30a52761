import { randomBytes, randomUUID } from 'node:crypto';
import { type Request, Router } from 'express';
import type Lithic from 'lithic';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { SandboxCore } from '../core/core.ts';
import { handle } from '../core/handle.ts';
import { listPage } from './lists.ts';
import { notFound, parse } from './refusal.ts';
import type { LithicState, StoredSubscription } from './state.ts';

export type IssuerEvent =
  | Lithic.AccountHolderCreatedWebhookEvent
  | (Lithic.AccountHolderUpdatedWebhookEvent.KYBPayload & { event_type: 'account_holder.updated' })
  | Lithic.AccountHolderVerificationWebhookEvent
  | Lithic.AccountHolderDocumentUpdatedWebhookEvent
  | Lithic.CardCreatedWebhookEvent
  | Lithic.CardUpdatedWebhookEvent
  | Lithic.CardConvertedWebhookEvent
  | Lithic.CardShippedWebhookEvent
  | Lithic.CardReissuedWebhookEvent
  | Lithic.CardRenewedWebhookEvent
  | Lithic.CardTransactionUpdatedWebhookEvent
  | Lithic.TokenizationResultWebhookEvent
  | Lithic.TokenizationUpdatedWebhookEvent
  | Lithic.AuthRulesBacktestReportCreatedWebhookEvent
  | Lithic.EmbedViewedWebhookEvent;

const standardSubscription = 'ep_sandbox_standard';

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Returns the headers of the Standard Webhooks scheme. The timestamp is the machine's and is renewed at each attempt. */
export function standardHeaders(secret: string, { id, body }: { id: string; body: string }): Record<string, string> {
  const at = new Date();
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': new Webhook(secret).sign(id, at, body) };
}

/** Subscribes the product's own address to all events at the start, with the secret from its settings. */
export async function ensureStandardSubscription({ subscriptions, core }: LithicState): Promise<void> {
  const subscription: Lithic.EventSubscription = {
    token: standardSubscription,
    description: 'Everything, to the product',
    disabled: false,
    url: `${core.productUrl}/webhooks/lithic`,
  };
  await subscriptions.put(standardSubscription, { subscription, secret: core.config.lithic.webhookSecret });
}

export function registerSigner(core: SandboxCore, { subscriptions }: LithicState) {
  core.webhooks.register('lithic', {
    async sign({ body, headers, url }) {
      const stored = await subscriptions.findOne({ subscription: { url } });
      return standardHeaders(stored?.secret ?? core.config.lithic.webhookSecret, { id: headers['webhook-id'] ?? '', body });
    },
  });
}

/** Stores an event and sends it to every subscription that wants it, within the caller's transaction. */
export async function emit(state: LithicState, event: IssuerEvent): Promise<void> {
  const token = `msg_${randomUUID().replaceAll('-', '')}`;
  const { event_type, ...payload } = event;
  await state.events.insert(token, { token, created: state.now(), event_type, payload });
  for (const { subscription } of await state.subscriptions.find()) {
    const wanted = !subscription.event_types?.length || subscription.event_types.includes(event_type);
    if (subscription.disabled || !wanted) continue;
    await state.core.webhooks.enqueue({
      standIn: 'lithic',
      event: event_type,
      url: subscription.url,
      body: event,
      headers: { 'webhook-id': token },
    });
  }
}

const subscriptionBody = z.strictObject({
  url: z.url(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
  event_types: z.array(z.string()).optional(),
});

/** Serves GET /v1/events and /v1/event_subscriptions. */
export function eventRoutes(state: LithicState): Router {
  const router = Router();
  const { subscriptions, events } = state;

  const found = async ({ params }: Request): Promise<StoredSubscription> => {
    const stored = await subscriptions.get(params.token ?? '');
    if (!stored) throw notFound();
    return stored;
  };
  const fromBody = (token: string, body: unknown): Lithic.EventSubscription => {
    const { url, description = '', disabled = false, event_types } = parse(subscriptionBody, body);
    return {
      token,
      url,
      description,
      disabled,
      ...(event_types && { event_types: event_types as Exclude<Lithic.EventSubscription['event_types'], undefined> }),
    };
  };

  router.get(
    '/events',
    handle((request) => {
      const wanted = [request.query.event_types ?? []].flat().map(String);
      const match = wanted.length === 1 ? { event_type: wanted[0] } : {};
      const isWithContent = request.query.with_content === 'true';
      const shape = (event: Lithic.Event) => (isWithContent ? event : { ...event, payload: {} });
      return listPage(request, { collection: events, match, isByTime: true, shape });
    }),
  );
  router.get(
    '/events/:token',
    handle(async ({ params }) => {
      const event = await events.get(params.token ?? '');
      if (!event) throw notFound();
      return event;
    }),
  );
  router.get(
    '/event_subscriptions',
    handle((request) => listPage(request, { collection: subscriptions, match: {}, shape: ({ subscription }) => subscription })),
  );
  router.post(
    '/event_subscriptions',
    handle(async ({ body }, response) => {
      const token = `ep_${randomUUID().replaceAll('-', '')}`;
      const subscription = fromBody(token, body);
      await subscriptions.insert(token, { subscription, secret: newSecret() });
      response.status(201);
      return subscription;
    }),
  );
  router.get(
    '/event_subscriptions/:token',
    handle(async (request) => (await found(request)).subscription),
  );
  router.patch(
    '/event_subscriptions/:token',
    handle(async (request) => {
      const { subscription, secret } = await found(request);
      const next = fromBody(subscription.token, request.body);
      await subscriptions.put(subscription.token, { subscription: next, secret });
      return next;
    }),
  );
  router.delete(
    '/event_subscriptions/:token',
    handle(async (request, response) => {
      await subscriptions.remove((await found(request)).subscription.token);
      response.status(204).end();
    }),
  );
  router.get(
    '/event_subscriptions/:token/secret',
    handle(async (request) => ({ secret: (await found(request)).secret })),
  );
  router.post(
    '/event_subscriptions/:token/secret/rotate',
    handle(async (request, response) => {
      const { subscription } = await found(request);
      await subscriptions.put(subscription.token, { subscription, secret: newSecret() });
      response.status(204).end();
    }),
  );
  return router;
}
