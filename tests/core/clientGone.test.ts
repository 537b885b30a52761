import { get } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LoaderFunctionArgs } from '@remix-run/node';
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
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let web: Awaited<ReturnType<typeof listen>>;
let ended: PromiseWithResolvers<void>;

/** Rows without end, so that nothing but the client's leaving ends them. */
async function* rowsWithoutEnd(): AsyncGenerator<string> {
  try {
    for (;;) {
      yield 'row\n'.repeat(100);
      await yieldToEventLoop();
    }
  } finally {
    ended.resolve();
  }
}

const contract = defineRoute({ method: 'GET', path: '/api/endless', summary: 'Rows without end', who: 'anyone', out: z.object({}), files: ['text/csv'] });
const routes = [route(contract, () => async () => ({ contentType: 'text/csv; charset=utf-8', fileName: 'endless.csv', body: rowsWithoutEnd() }))];

/** An app in the admin whose one page is that file. */
const build = embeddedBuild({
  'shopify/files': { loader: ({ context }: LoaderFunctionArgs) => context.core.file<typeof contract>('', 'GET /api/endless', {}, 'text/csv') },
});

const passOn: RequestHandler = (_request, _response, next) => next();

beforeAll(async () => {
  product = await testProduct();
  // A second web process has figures of its own.
  const deps = { ...product.deps, metrics: new Registry() };
  const embedded = embeddedApp({ deps, routes, build, development: false });
  const frontends = { assets: passOn, page: passOn, embedded };
  web = await listen(createApp({ deps, routes, raw: [], frontends, isReady: async () => true, development: false }), 0, 'PORT');
});
afterAll(async () => {
  await web.stop();
  await product.stop();
});

it.each(['/api/endless', '/shopify/files'])('a file at %s is made no further once its client has gone', async (path) => {
  ended = Promise.withResolvers();
  const begun = await new Promise<string>((resolve, reject) => {
    const request = get({ port: web.port, path, headers: { accept: 'text/csv' } }, (response) => {
      response.once('data', (chunk: Buffer) => {
        request.destroy();
        resolve(`${response.statusCode} ${response.headers['content-type']} ${chunk.toString().slice(0, 4)}`);
      });
    });
    request.once('error', reject);
  });
  await ended.promise;
  expect(begun).toBe('200 text/csv; charset=utf-8 row\n');
});
