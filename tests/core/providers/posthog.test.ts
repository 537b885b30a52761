import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPosthog } from '../../../server/providers/posthog/index.ts';
import { answeredLimits, metrics, registry } from './ports.ts';
import { answer, cut, goSilent, hang, nonsense, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const event = { receiverId: 'receiver-1', name: 'card_issued', properties: { program: 'boost' }, at: new Date('2026-11-21T08:00:00Z') };
const analytics = (limits = answeredLimits) => createPosthog({ key: 'phc_key', host: server.url, assetsHost: server.url }, metrics, limits);

it('delivers what was captured before it closes, and nothing about where our server stands', async () => {
  server.script(answer(200, { status: 1 }));
  const port = analytics();
  port.capture(event);
  await port.close();
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  if (!request) throw new Error('nothing was sent');
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(request.rawBody).toString('utf8') : request.body;
  const { api_key, batch } = JSON.parse(text);
  expect(api_key).toBe('phc_key');
  expect(batch).toHaveLength(1);
  expect(batch[0]).toMatchObject({
    distinct_id: 'receiver-1',
    event: 'card_issued',
    timestamp: '2026-11-21T08:00:00.000Z',
    properties: { program: 'boost', $geoip_disable: true },
  });
});

it.each([
  ['answers 500', answer(500, {})],
  ['asks us to wait', answer(429, {}, { 'retry-after': '60' })],
  ['never answers', hang],
  ['goes silent', goSilent],
  ['cuts the connection', cut],
  ['answers a page', nonsense],
])('an analytics service that %s disturbs nobody: events are sent once and dropped', async (_, behavior) => {
  server.script(behavior);
  const port = analytics(behavior === hang || behavior === goSilent ? { timeoutMs: 1_000, pauseMs: 5 } : answeredLimits);
  port.capture(event);
  await expect(port.close()).resolves.toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

it('counts what could not be delivered', async () => {
  registry.resetMetrics();
  server.script(answer(500, {}));
  const port = analytics();
  port.capture(event);
  await port.close();
  expect(await registry.getSingleMetricAsString('provider_calls_total')).toContain(
    'provider_calls_total{provider="posthog",call="send_events",outcome="unknown"} 1',
  );
});

it('without a key sends nothing', async () => {
  server.script(answer(200, {}));
  const port = createPosthog(undefined, metrics);
  port.capture(event);
  await port.close();
  expect(server.requests).toHaveLength(0);
});
