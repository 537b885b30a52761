import { setTimeout as pause } from 'node:timers/promises';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../server/contract/define.ts';
import { createApp } from '../../server/http/app.ts';
import { embeddedApp } from '../../server/http/embedded.ts';
import { route } from '../../server/http/route.ts';
import { routes } from '../../server/http/routes/index.ts';
import { listen } from '../../server/start/listen.ts';
import { type Answer, ask } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { openKeptLog } from '../support/keptLog.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let web: Awaited<ReturnType<typeof listen>>;
let wholeApi: Awaited<ReturnType<typeof listen>>;
const { log, lines } = openKeptLog('info');

const failing = { loader: () => Promise.reject(new Error('the cause in a page')), default: undefined };

/** An app in the admin whose one page fails. */
const build: ServerBuild = {
  mode: 'test',
  entry: {
    module: { default: () => new Response(null, { status: 500 }), handleError: (error, { context }) => (context as AppLoadContext).reportFailure(error) },
  },
  routes: { page: { id: 'page', path: 'shopify/page', module: failing } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
  future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true, v3_singleFetch: true, v3_lazyRouteDiscovery: false },
};

const passOn: RequestHandler = (_request, _response, next) => next();
const fail: RequestHandler = (_request, _response, next) => next(new Error('the cause in a router'));

/** A file that fails once its beginning was sent. */
const cutOff = defineRoute({ method: 'GET', path: '/api/cut_off', summary: 'A file that fails', who: 'anyone', out: z.object({}), files: ['text/csv'] });
async function* beginning(): AsyncGenerator<string> {
  yield 'row\n'.repeat(100);
  await pause(50);
  throw new Error('the cause in a file');
}
const cutOffRoute = route(cutOff, () => async () => ({ contentType: 'text/csv; charset=utf-8', fileName: 'cut-off.csv', body: beginning() }));

beforeAll(async () => {
  product = await testProduct();
  const deps = { ...product.deps, metrics: new Registry(), log };
  const frontends = { assets: passOn, page: fail, embedded: embeddedApp({ deps, routes: [], build, development: false }) };
  const api = { deps: { ...deps, metrics: new Registry() }, routes, raw: [], frontends: undefined, isReady: async () => true, development: false };
  wholeApi = await listen(createApp(api), 0, 'PORT');
  web = await listen(createApp({ deps, routes: [cutOffRoute], raw: [], frontends, isReady: async () => true, development: false }), 0, 'PORT');
});
afterAll(async () => {
  await web.stop();
  await wholeApi.stop();
  await product.stop();
});

const linesAbout = ({ headers }: Answer) => lines.filter(({ req }) => Object(req).id === headers.get('x-request-id'));

it.each([
  ['/api/receiver', 401, 'GET'],
  ['/api/users/someone-else', 404, 'PATCH'],
  ['/.env', 404, 'GET'],
  [`/calendar/a-secret-${'x'.repeat(40)}.ics?email=ada@example.com`, 404, 'GET'],
])('a refusal at %s is logged with whence it came, and with nothing secret', async (path, status, method) => {
  const signedIn = method === 'PATCH' ? { token: (await signUp(product)).token, body: {} } : {};
  const answer = await ask(`http://127.0.0.1:${wholeApi.port}${path}`, { method, ...signedIn, address: '127.9.8.7' });
  expect(answer.status).toBe(status);
  const about = await eventually('the line', async () => {
    const found = linesAbout(answer);
    return found.length > 0 && found;
  });
  expect(about).toMatchObject([{ level: 30, res: { status }, req: { method }, address: '127.9.8.7' }]);
  expect(JSON.stringify(about)).not.toMatch(/a-secret|ada@|example\.com/);
});

it('what is answered is not logged at the usual level', async () => {
  const api = `http://127.0.0.1:${wholeApi.port}`;
  const answered = await ask(`${api}/api/program`, {});
  const refused = await ask(`${api}/api/receiver`, {});
  await eventually('the line of the later one', async () => linesAbout(refused).length > 0);
  expect([answered.status, linesAbout(answered)]).toEqual([200, []]);
});

it.each([
  ['/shopify/page', 'the cause in a page'],
  ['/anything', 'the cause in a router'],
])('a failure at %s is logged with its cause, under the id that the answer carries', async (path, message) => {
  const { status, headers, text } = await ask(`http://127.0.0.1:${web.port}${path}`, {});
  expect([status, text.includes(message)]).toEqual([500, false]);
  const about = lines.filter((line) => line.request_id === headers.get('x-request-id'));
  expect(about.map((line) => Object(line.err).message)).toEqual([message]);
});

it('a file that fails once its beginning was sent is cut off, and logged with its cause', async () => {
  await expect(ask(`http://127.0.0.1:${web.port}/api/cut_off`, { headers: { accept: 'text/csv' } })).rejects.toThrow();
  const about = lines.filter(({ err }) => Object(err).message === 'the cause in a file');
  expect(about).toMatchObject([{ level: 50, msg: 'an answer was cut off', request_id: expect.any(String) }]);
});
