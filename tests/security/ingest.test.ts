import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ingestProxy } from '../../server/http/ingest.ts';
import { listen } from '../../server/start/listen.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** Stands in for the analytics host and keeps the requests that arrive. */
const received: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const host = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body });
    response.setHeader('Set-Cookie', 'tracking=1');
    response.end('{"status":1}');
  });
});

let product: TestProduct;
beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  product = await testProduct({ POSTHOG_HOST: url, POSTHOG_ASSETS_HOST: url });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  await product.stop();
  host.close();
});

it('events pass to the analytics host with nothing of ours on them, and nothing of theirs comes back', async () => {
  const answer = await product.call('/ingest/e/?compression=gzip-js', {
    method: 'POST',
    body: 'data=abc',
    token: 'secret-token',
    headers: { 'content-type': 'text/plain', cookie: 'active_org_id=1', referer: 'http://headway.localhost/?masqueradeAs=ana@example.com' },
  });
  expect([answer.status, answer.text]).toEqual([200, '{"status":1}']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ url: '/e/?compression=gzip-js', body: 'data=abc' });
  expect(Object.keys(received[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
  expect(JSON.stringify(received)).not.toMatch(/secret-token|active_org_id|ana@example/);
});

it.each([
  '/ingest/',
  '/ingest/api/projects',
  '/ingest//169.254.169.254/latest/meta-data',
  '/ingest/@evil.example/e/',
  '/ingest/e/..%2f..%2fapi',
  '/ingest/static/../../api/x.js',
  '/ingest/static/%2e%2e/%2e%2e/x.js',
  '/ingest/http://evil.example/e/',
])('nothing else does: %s', async (path) => {
  expect((await product.call(path)).status).toBe(404);
  expect(received).toEqual([]);
});

it('bodies past a mebibyte, or of unknown length, are refused', async () => {
  expect((await product.call('/ingest/e/', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
  expect((await product.call('/ingest/e/', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
  expect(received).toEqual([]);
});

it('without a key and a sandbox there is nothing to pass on to', async () => {
  const config = { ...product.config, posthog: undefined };
  const { port, stop } = await listen(express().use('/ingest', ingestProxy({ ...product.deps, config })), 0, 'PORT');
  const answer = await fetch(`http://127.0.0.1:${port}/ingest/e/`, { method: 'POST', body: 'x' }).finally(stop);
  expect(answer.status).toBe(404);
  expect(received).toEqual([]);
});

it('a host that is down is a 502, and the product lives', async () => {
  const lonely = await testProduct({ POSTHOG_HOST: 'http://127.0.0.1:9' });
  try {
    expect((await lonely.call('/ingest/e/', { method: 'POST', body: 'x' })).status).toBe(502);
    expect((await lonely.call('/readyz')).status).toBe(200);
  } finally {
    await lonely.stop();
  }
});
