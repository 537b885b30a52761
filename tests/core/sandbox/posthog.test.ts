import { gzipSync } from 'node:zlib';
import { PostHog } from 'posthog-node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => fetch(`${sandbox.url}/posthog/events`, { method: 'DELETE' }));

interface Listed {
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
}
const events = async () => ((await (await fetch(`${sandbox.url}/posthog/events`)).json()) as { events: Listed[] }).events;
const send = (path: string, body: BodyInit, type: string) =>
  fetch(`${sandbox.url}/posthog${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });

const pageview = { event: '$pageview', properties: { distinct_id: 'user-1', $current_url: 'http://headway.localhost:3000/' } };

it('takes what a server sends through the real library', async () => {
  const posthog = new PostHog('phc_sandbox', { host: `${sandbox.url}/posthog`, flushAt: 1 });
  posthog.capture({ distinctId: 'user-9', event: 'card issued', properties: { program: 'boost' } });
  await posthog.shutdown();
  expect(await events()).toMatchObject([{ event: 'card issued', distinct_id: 'user-9', properties: { program: 'boost' } }]);
});

it.each([
  ['gzip bytes called text', '/e/?compression=gzip-js', gzipSync(JSON.stringify({ api_key: 'k', batch: [pageview, pageview] })), 'text/plain', 2],
  ['a batch of JSON', '/batch/', JSON.stringify({ api_key: 'k', batch: [pageview] }), 'application/json', 1],
  ['one event', '/i/v0/e/', JSON.stringify(pageview), 'application/json', 1],
  [
    'a form with base64',
    '/e/',
    `data=${encodeURIComponent(Buffer.from(JSON.stringify([pageview])).toString('base64'))}`,
    'application/x-www-form-urlencoded',
    1,
  ],
] as const)('takes %s', async (_, path, body, type, count) => {
  expect((await send(path, body, type)).status).toBe(200);
  const listed = await events();
  expect(listed).toHaveLength(count);
  expect(listed[0]).toMatchObject({ event: '$pageview', distinct_id: 'user-1', properties: { $current_url: 'http://headway.localhost:3000/' } });
});

it('what is no event is refused, and nothing is kept', async () => {
  expect((await send('/e/', 'not json', 'text/plain')).status).toBe(400);
  expect(await events()).toEqual([]);
});

it('takes recordings and keeps no content of theirs; flags are off', async () => {
  await send('/s/', gzipSync('a recorded page'), 'text/plain');
  const { recordings } = (await (await fetch(`${sandbox.url}/posthog/recordings`)).json()) as { recordings: unknown[] };
  expect(recordings).toEqual([{ received_at: expect.any(String), path: '/s/', size_bytes: gzipSync('a recorded page').length }]);
  expect(await (await send('/flags/?v=2', '{}', 'application/json')).json()).toMatchObject({ featureFlags: {} });
  expect(await (await fetch(`${sandbox.url}/posthog`)).text()).toContain('Sandbox');
});
