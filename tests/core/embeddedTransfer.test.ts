import { randomBytes } from 'node:crypto';
import { get, request } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../server/contract/define.ts';
import { createApp } from '../../server/http/app.ts';
import { embeddedApp } from '../../server/http/embedded.ts';
import { route } from '../../server/http/route.ts';
import { listen } from '../../server/start/listen.ts';
import { embeddedBuild } from '../support/embeddedBuild.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let web: Awaited<ReturnType<typeof listen>>;

/** More than a connection holds, so that a client that reads nothing stops the file. */
const pieces = 2_000;
/** It does not become shorter when it is compressed. */
const piece = randomBytes(48_000).toString('base64');
let made = 0;

async function* rows(): AsyncGenerator<string> {
  for (made = 0; made < pieces; made += 1) {
    yield piece;
    await yieldToEventLoop();
  }
}

const contract = defineRoute({ method: 'GET', path: '/api/long', summary: 'Many rows', who: 'anyone', out: z.object({}), files: ['text/csv'] });
const routes = [route(contract, () => async () => ({ contentType: 'text/csv; charset=utf-8', fileName: 'long.csv', body: rows() }))];
const passOn: RequestHandler = (_request, _response, next) => next();
const build = embeddedBuild({
  'shopify/files': { loader: ({ context }: LoaderFunctionArgs) => context.core.file<typeof contract>('', 'GET /api/long', {}, 'text/csv') },
  'shopify/calls': { action: async ({ request }: ActionFunctionArgs) => Response.json({ characters: (await request.text()).length }) },
});

beforeAll(async () => {
  product = await testProduct();
  // A second web process has figures of its own.
  const deps = { ...product.deps, metrics: new Registry() };
  const frontends = { assets: passOn, page: passOn, embedded: embeddedApp({ deps, routes, build, development: false }) };
  web = await listen(createApp({ deps, routes, raw: [], frontends, isReady: async () => true, development: false }), 0, 'PORT');
});
afterAll(async () => {
  await web.stop();
  await product.stop();
});

it.each([{}, { 'accept-encoding': 'gzip' }])('a file of the app is made no faster than its client takes it (%j)', async (headers) => {
  const response = await new Promise<{ destroy: () => void }>((resolve, reject) => {
    get({ port: web.port, path: '/shopify/files', headers }, resolve).once('error', reject);
  });
  let before = -1;
  let stillFor = 0;
  await eventually('nothing more is made', async () => {
    stillFor = made === before ? stillFor + 1 : 0;
    before = made;
    return stillFor === 20;
  });
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(pieces);
  response.destroy();
});

/** Sends a body to the page that takes calls; without a length it goes in chunks. */
function send(body: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: web.port, path: '/shopify/calls', method: 'POST', headers }, (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers['content-type']}`);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

it('a page of the app sends no more than a call takes, and never a body of unknown length', async () => {
  const body = 'x'.repeat(600 * 1024);
  const problem = '413 application/problem+json; charset=utf-8';
  expect(await send(body, { 'content-length': String(body.length) })).toBe(problem);
  expect(await send('{}', { 'transfer-encoding': 'chunked' })).toBe(problem);
  expect(await send('{}', { 'content-length': '2' })).toMatch(/^2\d\d /);
});
