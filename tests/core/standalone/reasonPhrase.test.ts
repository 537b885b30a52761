import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, expect, it } from 'vitest';
import type { getCard } from '../../../server/contract/card.ts';
import { createApi } from '../../../standalone/api.ts';
import { cardFailure } from '../../../standalone/dashboard/home/cardFailure.ts';
import { selfSignedCertificate } from '../../support/selfSignedCertificate.ts';
import { leavePage, openPageOf } from './onPage.ts';

const usual = getGlobalDispatcher();
afterEach(() => {
  leavePage();
  setGlobalDispatcher(usual);
});

const problem = JSON.stringify({ type: 'about:blank', status: 502, code: 'provider_refused', title: 'No', detail: 'No', request_id: 'r' });
const tokens = { present: async () => 'token', renewed: async () => null, refused: () => undefined };

/** Asks for the card as a page does, and returns what a merchant reads when it does not load. */
async function textOfFailedCard(): Promise<string> {
  const asked = createApi(tokens).call<typeof getCard>('GET /api/lithic_card', { query: { token: '3c3e7ca4-6a0c-4c2c-a3d5-7b1f7a0c2f11' } });
  return asked.then(
    () => 'the card loaded',
    (failure: Error) => cardFailure(failure),
  );
}

it.each([
  ['the server’s own reason', problem],
  ['the reason of a proxy that answers in another form', '<html>upstream</html>'],
])('a card that does not load over HTTP/1.1 says %s', async (_what, body) => {
  const server = createServer((_request, response) => response.writeHead(502, 'Issuer Is Away').end(body)).listen(0);
  await once(server, 'listening');
  openPageOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await textOfFailedCard()).toBe('Issuer Is Away');
  server.close();
});

it.each([
  ['from our server', problem],
  ['from a proxy in another form', '<html>upstream</html>'],
  ['without a body', ''],
])('a card that does not load over HTTP/2, which knows no reason phrase, says so in our words: an answer %s', async (_what, body) => {
  const versions: string[] = [];
  const server = createSecureServer(selfSignedCertificate(), (request, response) => {
    versions.push(request.httpVersion);
    response.writeHead(502, { 'content-type': 'application/problem+json' }).end(body);
  }).listen(0);
  await once(server, 'listening');
  const dispatcher = new Agent({ allowH2: true, connect: { rejectUnauthorized: false } });
  openPageOf(`https://localhost:${(server.address() as AddressInfo).port}`);
  setGlobalDispatcher(dispatcher);
  expect(await textOfFailedCard()).toBe('Error loading Lithic information');
  expect(versions).toEqual(['2.0']);
  await dispatcher.destroy();
  server.close();
});
