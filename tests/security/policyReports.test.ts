import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp } from '../../server/http/app.ts';
import { listen } from '../../server/start/listen.ts';
import { type Answer, ask, type CallOptions } from '../support/ask.ts';
import { openKeptLog } from '../support/keptLog.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let web: Awaited<ReturnType<typeof listen>>;
const { log, lines } = openKeptLog('warn');

beforeAll(async () => {
  product = await testProduct();
  const deps = { ...product.deps, metrics: new Registry(), log };
  web = await listen(createApp({ deps, routes: [], raw: [], frontends: undefined, isReady: async () => true, development: false }), 0, 'PORT');
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await web.stop();
  await product.stop();
});

/** Sends what Chromium sends. */
const send = (body: unknown, options: Partial<CallOptions> = {}): Promise<Answer> =>
  ask(`http://127.0.0.1:${web.port}/policy-reports`, { method: 'POST', body, headers: { 'content-type': 'application/csp-report' }, ...options });

const report = (changed: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://boost.example/mails/sign_in/a-secret?session=another-secret',
    referrer: '',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/steal.js?what=a-third-secret',
    'status-code': 200,
    ...changed,
  },
});

const figure = async () => {
  const { text } = await ask(`http://127.0.0.1:${web.port}/metrics`, {});
  return Number(/^policy_violations_total (?<count>\d+)$/m.exec(text)?.groups?.count);
};

it('what a page’s policy forbade is logged with the program, the page and the site, without a secret, and counted', async () => {
  const before = await figure();
  const answer = await send(report(), { host: 'boost.localhost' });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(lines).toMatchObject([{ level: 40, program: 'boost', page: '/mails/sign_in/…', directive: 'script-src-elem', blocked: 'https://evil.example' }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  expect((await figure()) - before).toBe(1);
});

it.each([
  ['inline', 'inline'],
  ['data', 'data'],
  ['x'.repeat(500), 'x'.repeat(40)],
])('a page’s own code or an address that is none is named as it is, and shortly', async (blocked, logged) => {
  expect((await send(report({ 'blocked-uri': blocked }))).status).toBe(204);
  expect(lines).toMatchObject([{ blocked: logged }]);
});

it.each([{ 'blocked-uri': 'chrome-extension' }, { 'source-file': 'moz-extension://abc/content.js' }, { 'source-file': 'safari-web-extension' }])(
  'what an extension of the visitor does is neither logged nor counted: %j',
  async (changed) => {
    const before = await figure();
    expect((await send(report(changed))).status).toBe(204);
    expect([lines, await figure()]).toEqual([[], before]);
  },
);

it.each([
  ['no JSON', '{"csp-report":', 400],
  ['no report', {}, 400],
  ['a directive that is none', report({ 'effective-directive': 'script-src\n{"level":60}' }), 400],
  ['too long', report({ 'original-policy': 'x'.repeat(40_000) }), 413],
])('what is no report of a browser is refused and not logged: %s', async (_, body, status) => {
  const answer = await send(body);
  expect([answer.status, answer.body.status, lines]).toEqual([status, status, []]);
});

it('whoever sends more than sixty in a minute has to wait, and nobody else does', async () => {
  const address = '127.44.3.2';
  const answers = await Promise.all(Array.from({ length: 61 }, () => send(report(), { address })));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await send(report())).status).toBe(204);
});

it.each(['headway.localhost', 'meridian.localhost'])('the policy of a page of %s names where to report', async (host) => {
  const { headers } = await ask(`http://127.0.0.1:${web.port}/settings`, { host });
  expect(headers.get('content-security-policy')?.split('; ')).toContain('report-uri /policy-reports');
});
