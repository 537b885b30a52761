import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import express, { type Request, type Router } from 'express';
import { rawBody } from '../core/body.ts';
import type { CreateStandIn, SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';
import type { Collection } from '../core/store.ts';

/** A received event. The properties are kept as sent, so that a test sees everything that left the page. */
interface ReceivedEvent {
  received_at: string;
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
}

/** A received piece of PostHog's own session recording: not its content, only its arrival and size. */
interface ReceivedRecording {
  received_at: string;
  path: string;
  size_bytes: number;
}

const kept = 5_000;

/** Stands in for PostHog: accepts everything that the page and the server send, compressed or not, and lists it. Feature flags are off, scripts are empty. */
export const createPosthog: CreateStandIn = (core) => ({
  name: 'posthog',
  title: 'PostHog',
  summary: 'Accepts events and recordings and lists them',
  path: '/posthog',
  router: posthogRouter(core),
  pages: [{ label: 'Events', href: '/posthog' }],
  failure: (status) => ({ type: 'server_error', code: String(status), detail: 'The sandbox failed on demand.', attr: null }),
});

function posthogRouter({ store, clock }: SandboxCore): Router {
  const router = express.Router();
  const events = store.collection<ReceivedEvent>('posthog', 'event');
  const recordings = store.collection<ReceivedRecording>('posthog', 'recording');
  const now = () => clock.now().toISOString();

  router.post(
    ['/e', '/i/v0/e', '/capture', '/batch', '/track'],
    handle(async (request) => {
      const received = eventsOf(request).map((event) => ({ ...event, received_at: now() }));
      await events.insertMany(received.map((data) => ({ id: randomUUID(), data })));
      await events.keepNewest(kept);
      return { status: 'Ok' };
    }),
  );
  router.post(
    '/s',
    handle(async (request) => {
      await recordings.insert(randomUUID(), { received_at: now(), path: request.path, size_bytes: rawBody(request).length });
      await recordings.keepNewest(kept);
      return { status: 'Ok' };
    }),
  );
  router.post(
    ['/flags', '/decide'],
    handle(() => ({
      featureFlags: {},
      featureFlagPayloads: {},
      flags: {},
      errorsWhileComputingFlags: false,
      sessionRecording: false,
      supportedCompression: ['gzip', 'gzip-js'],
    })),
  );
  router.get(
    '/array/:key/config',
    handle(() => ({ sessionRecording: false, supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false, siteApps: [] })),
  );
  router.get(['/array/:key/config.js', '/static/*'], (_request, response) => void response.type('text/javascript').send(''));

  router.get(
    '/events',
    handle(async ({ query }) => ({ events: await listed(events, query.event) })),
  );
  router.get(
    '/recordings',
    handle(async () => ({ recordings: await recordings.find({}, { newestFirst: true, limit: 200 }) })),
  );
  router.delete(
    '/events',
    handle(async () => {
      await events.clear();
      await recordings.clear();
      return {};
    }),
  );
  router.get(
    '/',
    handle(async (_request, response) => {
      const list = await listed(events, undefined);
      sendPage(response, {
        title: 'Events',
        body: html`<h1>Events</h1>
<p class="dim">${await recordings.count()} pieces of its own recordings.</p>
<table>
<thead><tr><th scope="col">Received</th><th scope="col">Event</th><th scope="col">Who</th><th scope="col">Where</th></tr></thead>
<tbody>${list.map((event) => html`<tr><td>${event.received_at}</td><td>${event.event}</td><td>${event.distinct_id}</td><td class="code">${String(event.properties.$current_url ?? '')}</td></tr>`)}</tbody>
</table>`,
      });
    }),
  );
  return router;
}

const listed = (events: Collection<ReceivedEvent>, name: unknown) =>
  events.find(typeof name === 'string' ? { event: name } : {}, { newestFirst: true, limit: 500 });

/** Decodes a request's content: pages send gzip bytes as text/plain, older ones base64 in a form; servers send JSON. */
function contentOf(request: Request): unknown {
  const raw = rawBody(request);
  try {
    if (raw[0] === 0x1f && raw[1] === 0x8b) return JSON.parse(gunzipSync(raw, { maxOutputLength: 64 * 1024 * 1024 }).toString());
    const form: unknown = request.body?.data;
    if (typeof form === 'string') return JSON.parse(Buffer.from(form, 'base64').toString());
    return JSON.parse(raw.toString());
  } catch {
    throw new Refusal(400, { type: 'validation_error', code: 'invalid_payload', detail: 'Malformed request data', attr: null });
  }
}

function eventsOf(request: Request): Omit<ReceivedEvent, 'received_at'>[] {
  const content = contentOf(request);
  const list: unknown[] = Array.isArray(content) ? content : isObject(content) && Array.isArray(content.batch) ? content.batch : [content];
  return list.filter(isObject).map((event) => {
    const properties = isObject(event.properties) ? event.properties : {};
    return { event: String(event.event ?? ''), distinct_id: String(event.distinct_id ?? properties.distinct_id ?? ''), properties };
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
