import { createHash, createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SignJWT } from 'jose';
import { Lithic } from 'lithic';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refused, Unavailable } from '../../../server/providers/failure.ts';
import { createLithic } from '../../../server/providers/lithic/index.ts';
import { createPlaid } from '../../../server/providers/plaid/index.ts';
import { createRutter } from '../../../server/providers/rutter/index.ts';
import { createShopify } from '../../../server/providers/shopify/index.ts';
import { InvalidSignature } from '../../../server/providers/signature.ts';
import { answeredLimits, config, metrics, silentLimits } from './ports.ts';
import { answer, hang, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Runs it and gives the fault it was refused for, or 'accepted'. */
async function verdict(read: () => unknown): Promise<string> {
  try {
    await read();
    return 'accepted';
  } catch (error) {
    if (error instanceof InvalidSignature) return error.fault;
    throw error;
  }
}

const spaced = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

describe('webhooks of the card issuer', () => {
  const lithic = createLithic(config.lithic, metrics, answeredLimits);
  const body = '{"event_type":"card.updated","card_token":"c1","state":"PAUSED","previous_fields":{}}';
  const otherSecret = `whsec_${Buffer.from('another secret of 32 bytes, truly').toString('base64')}`;

  function signed(payload: string, { secret = config.lithic.webhookSecret, at = now, id = 'msg_1' } = {}): Record<string, string> {
    return {
      'webhook-id': id,
      'webhook-timestamp': String(at.getTime() / 1000),
      'webhook-signature': new Webhook(secret).sign(id, at, payload),
    };
  }
  const read = (payload: string, headers: IncomingHttpHeaders, at = now) => verdict(() => lithic.readEvent(Buffer.from(payload), headers, at));

  it('is read when it is signed as the standard says', () => {
    expect(lithic.readEvent(Buffer.from(body), signed(body), now)).toEqual({ id: 'msg_1', type: 'card.updated', about: 'card', token: 'c1' });
  });

  it('is accepted exactly where the issuer’s own library accepts it', async () => {
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const sdk = new Lithic({ apiKey: 'key', baseURL: 'http://127.0.0.1:1', webhookSecret: config.lithic.webhookSecret });
    for (const headers of [signed(body, { at }), signed(body, { at, secret: otherSecret }), { ...signed(body, { at }), 'webhook-id': 'msg_2' }]) {
      const theirs = (() => {
        try {
          sdk.webhooks.parse(body, { headers });
          return true;
        } catch {
          return false;
        }
      })();
      expect((await read(body, headers, at)) === 'accepted').toBe(theirs);
    }
  });

  const good = signed(body);
  it.each<[string, string, IncomingHttpHeaders, Date, string]>([
    [
      'one signature of a pair, while a secret is exchanged',
      body,
      { ...good, 'webhook-signature': `${signed(body, { secret: otherSecret })['webhook-signature']} ${good['webhook-signature']}` },
      now,
      'accepted',
    ],
    ['at five minutes', body, good, later(300), 'accepted'],
    ['from a clock that is five minutes ahead', body, good, later(-300), 'accepted'],
    ['past five minutes', body, good, later(301), 'stale'],
    ['from the future', body, good, later(-301), 'not_yet_valid'],
    ['tampered with', body.replace('PAUSED', 'OPEN!!'), good, now, 'mismatch'],
    ['written anew with the same meaning', spaced(body), good, now, 'mismatch'],
    ['signed with another secret', body, signed(body, { secret: otherSecret }), now, 'mismatch'],
    ['under another id', body, { ...good, 'webhook-id': 'msg_2' }, now, 'mismatch'],
    ['under another time', body, { ...good, 'webhook-timestamp': String(later(5).getTime() / 1000) }, now, 'mismatch'],
    ['with an unknown version of signature', body, { ...good, 'webhook-signature': String(good['webhook-signature']).replace('v1,', 'v2,') }, now, 'mismatch'],
    ['with a signature cut short', body, { ...good, 'webhook-signature': String(good['webhook-signature']).slice(0, 20) }, now, 'mismatch'],
    ['with an empty signature', body, { ...good, 'webhook-signature': 'v1,' }, now, 'mismatch'],
    ['with a time that is none', body, { ...good, 'webhook-timestamp': '1e9' }, now, 'malformed'],
    ['without an id', body, { ...good, 'webhook-id': undefined }, now, 'missing_header'],
    ['without a time', body, { ...good, 'webhook-timestamp': undefined }, now, 'missing_header'],
    ['without a signature', body, { ...good, 'webhook-signature': undefined }, now, 'missing_header'],
    ['that is no JSON, though signed', 'hello', signed('hello'), now, 'malformed'],
  ])('%s', async (_, payload, headers, at, expected) => {
    expect(await read(payload, headers, at)).toBe(expected);
  });

  it('holds for 300 KB and for letters beyond ASCII', async () => {
    const long = JSON.stringify({ event_type: 'card.updated', card_token: 'c1', note: 'é漢'.repeat(60_000) });
    expect(await read(long, signed(long))).toBe('accepted');
  });

  it('is not a question about a purchase: that has a secret of its own', async () => {
    expect(await verdict(() => lithic.readAuthorizationRequest(Buffer.from(body), signed(body), now))).toBe('mismatch');
  });

  it.each(['whsec_', 'whsec_####', `whsec_${Buffer.from('short').toString('base64')}`])('stops the start with the secret %s', (webhookSecret) => {
    expect(() => createLithic({ ...config.lithic, webhookSecret }, metrics)).toThrow('whsec_');
  });
});

describe('webhooks of the bank provider', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.stop());

  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const published = (key: KeyObject, expired_at: number | null = null) => ({
    key: { ...key.export({ format: 'jwk' }), alg: 'ES256', kid: 'key-1', use: 'sig', created_at: 1_560_466_150, expired_at },
    request_id: 'r',
  });
  const body = '{\n  "webhook_type": "TRANSFER",\n  "webhook_code": "TRANSFER_EVENTS_UPDATE",\n  "environment": "sandbox"\n}';
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

  async function token(payload: string, { at = now, key = keys.privateKey, kid = 'key-1', claims = {} as Record<string, unknown> } = {}): Promise<string> {
    return new SignJWT({ request_body_sha256: sha256(payload), iat: seconds(at), ...claims }).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(key);
  }
  const bank = () => createPlaid({ ...config.plaid, baseUrl: server.url }, metrics, answeredLimits);
  const read = async (payload: string, header: string | undefined, at = now) =>
    verdict(() => bank().readEvent(Buffer.from(payload), { 'plaid-verification': header }, at));

  beforeEach(() => server.script(answer(200, published(keys.publicKey))));

  it('is read as a poke, and its key is asked for by id', async () => {
    const event = await bank().readEvent(Buffer.from(body), { 'plaid-verification': await token(body) }, now);
    expect(event).toMatchObject({ type: 'TRANSFER', code: 'TRANSFER_EVENTS_UPDATE', about: 'transfers', itemId: null });
    expect(event.id).toMatch(/^[0-9a-f]{64}$/);
    expect(server.requests[0]).toMatchObject({ path: '/webhook_verification_key/get', body: '{"key_id":"key-1"}' });
  });

  it('has the same id when it is delivered again, and another when it is signed anew', async () => {
    const port = bank();
    const idAt = async (at: Date) => (await port.readEvent(Buffer.from(body), { 'plaid-verification': await token(body, { at }) }, now)).id;
    expect(await idAt(now)).toBe(await idAt(now));
    expect(await idAt(later(-1))).not.toBe(await idAt(now));
  });

  it('asks for a key once and not at every delivery', async () => {
    const port = bank();
    for (const at of [now, later(1), later(2)]) await port.readEvent(Buffer.from(body), { 'plaid-verification': await token(body, { at }) }, at);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, () => Promise<string>, Date, string]>([
    ['at five minutes', () => token(body), later(300), 'accepted'],
    ['past five minutes', () => token(body), later(301), 'stale'],
    ['from the future', () => token(body), later(-301), 'not_yet_valid'],
    ['about another body', () => token(`${body} `), now, 'mismatch'],
    ['signed with another key', () => token(body, { key: others.privateKey }), now, 'mismatch'],
    ['without a time', () => token(body, { claims: { iat: undefined } }), now, 'wrong_claims'],
    ['without the hash of a body', () => token(body, { claims: { request_body_sha256: undefined } }), now, 'wrong_claims'],
    ['with a hash that is none', () => token(body, { claims: { request_body_sha256: 'zz' } }), now, 'wrong_claims'],
    [
      'signed with a shared secret',
      () => new SignJWT({ request_body_sha256: sha256(body), iat: seconds(now) }).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.alloc(32)),
      now,
      'wrong_algorithm',
    ],
    [
      'signed by nobody',
      async () => `${Buffer.from('{"alg":"none","kid":"key-1"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`,
      now,
      'wrong_algorithm',
    ],
    ['with a key id that is an address', () => token(body, { kid: '../../secrets' }), now, 'malformed'],
    ['that is no token', async () => 'hello', now, 'malformed'],
  ])('%s', async (_, make, at, expected) => {
    expect(await read(body, await make(), at)).toBe(expected);
  });

  it('is refused when it was written anew with the same meaning', async () => {
    expect(await read(JSON.stringify(JSON.parse(body)), await token(body))).toBe('mismatch');
  });

  it('is refused without its header', async () => expect(await read(body, undefined)).toBe('missing_header'));

  it('is refused under a key that is used no more', async () => {
    server.script(answer(200, published(keys.publicKey, seconds(now) - 1)));
    expect(await read(body, await token(body))).toBe('stale');
  });

  it('is refused under a key that the provider does not know', async () => {
    server.script(answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_WEBHOOK_VERIFICATION_KEY_ID', error_message: 'no such key' }));
    expect(await read(body, await token(body))).toBe('mismatch');
  });

  describe('under made-up keys', () => {
    const noSuchKey = answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_WEBHOOK_VERIFICATION_KEY_ID', error_message: 'no such key' });
    const readBy = async (port: ReturnType<typeof bank>, kid: string, at = now) =>
      verdict(async () => port.readEvent(Buffer.from(body), { 'plaid-verification': await token(body, { kid, at }) }, at));

    it('is refused without asking again for a key that the provider did not have', async () => {
      server.script(noSuchKey);
      const port = bank();
      expect([await readBy(port, 'made-up'), await readBy(port, 'made-up'), await readBy(port, 'made-up', later(599))]).toEqual(Array(3).fill('mismatch'));
      expect(server.requests).toHaveLength(1);
      server.script(answer(200, published(keys.publicKey)));
      expect(await readBy(port, 'made-up', later(600))).toBe('accepted');
    });

    it('asks for a hundred keys a minute at most; the next is to come again, and a known key needs none', async () => {
      const port = bank();
      expect(await readBy(port, 'key-1')).toBe('accepted');
      server.script(noSuchKey);
      for (let forged = 1; forged < 100; forged += 1) expect(await readBy(port, `made-up-${forged}`)).toBe('mismatch');
      await expect(port.readEvent(Buffer.from(body), { 'plaid-verification': await token(body, { kid: 'new-key' }) }, now)).rejects.toBeInstanceOf(Unavailable);
      expect(await readBy(port, 'key-1')).toBe('accepted');
      expect(server.requests).toHaveLength(99);
      server.script(answer(200, published(keys.publicKey)));
      expect(await readBy(port, 'new-key', later(60))).toBe('accepted');
    });

    it('do not keep the provider’s own key from being read again', async () => {
      const port = bank();
      expect(await readBy(port, 'key-1')).toBe('accepted');
      const anHour = 3_600;
      server.script(noSuchKey);
      for (let forged = 1; forged <= 100; forged += 1) expect(await readBy(port, `made-up-${forged}`, later(anHour))).toBe('mismatch');
      server.script(answer(200, published(keys.publicKey)));
      expect(await readBy(port, 'key-1', later(anHour))).toBe('accepted');
    });

    it('is to come again when the refusal is about our own secret', async () => {
      server.script(answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_API_KEYS', error_message: 'invalid client_id or secret' }));
      await expect(bank().readEvent(Buffer.from(body), { 'plaid-verification': await token(body) }, now)).rejects.toBeInstanceOf(Refused);
    });
  });

  it('is neither accepted nor called forged while the key cannot be had, so that it is sent again', async () => {
    server.script(hang);
    const port = createPlaid({ ...config.plaid, baseUrl: server.url }, metrics, silentLimits);
    await expect(port.readEvent(Buffer.from(body), { 'plaid-verification': await token(body) }, now)).rejects.toBeInstanceOf(Unavailable);
    server.script(answer(200, published(keys.publicKey)));
    const event = await createPlaid({ ...config.plaid, baseUrl: server.url }, metrics, answeredLimits).readEvent(
      Buffer.from(body),
      { 'plaid-verification': await token(body) },
      now,
    );
    expect(event.about).toBe('transfers');
  });
});

describe('webhooks of the store data provider', () => {
  const rutter = createRutter(config.rutter, metrics, answeredLimits);
  const body = '{"type":"CONNECTION","code":"INITIAL_UPDATE","connection_id":"conn-1","access_token":"secret-token"}';
  const sign = (payload: string, secret = config.rutter.secret) => `sha256=${createHmac('sha256', secret).update(payload).digest('base64')}`;
  const read = (payload: string, header?: string) => verdict(() => rutter.readEvent(Buffer.from(payload), { 'x-rutter-signature': header }, now));

  it('is read as a poke that keeps no token', () => {
    const event = rutter.readEvent(Buffer.from(body), { 'x-rutter-signature': sign(body) }, now);
    expect(event).toMatchObject({ type: 'CONNECTION', code: 'INITIAL_UPDATE', connectionId: 'conn-1' });
    expect(JSON.stringify(event)).not.toContain('secret-token');
  });

  it('is the same poke again within a minute, and a new one later, as nothing in it tells them apart', () => {
    const idAt = (at: Date) => rutter.readEvent(Buffer.from(body), { 'x-rutter-signature': sign(body) }, at).id;
    expect(idAt(later(59))).toBe(idAt(now));
    expect(idAt(later(60))).not.toBe(idAt(now));
  });

  it.each<[string, string, string | undefined, string]>([
    ['tampered with', body.replace('conn-1', 'conn-2'), sign(body), 'mismatch'],
    ['written anew with the same meaning', spaced(body), sign(body), 'mismatch'],
    ['signed with another secret', body, sign(body, 'another secret'), 'mismatch'],
    ['signed in hexadecimal', body, `sha256=${createHmac('sha256', config.rutter.secret).update(body).digest('hex')}`, 'mismatch'],
    ['under another scheme', body, sign(body).replace('sha256=', 'md5='), 'malformed'],
    ['without a signature', body, undefined, 'missing_header'],
    ['with an empty one', body, 'sha256=', 'mismatch'],
  ])('%s', async (_, payload, header, expected) => {
    expect(await read(payload, header)).toBe(expected);
  });
});

describe('webhooks of the shop platform', () => {
  const shopify = createShopify(config.shopify, metrics);
  const body = '{"shop_id":954889,"shop_domain":"corner-shop.myshopify.com"}';
  const sign = (payload: string, secret = config.shopify.apiSecret) => createHmac('sha256', secret).update(payload).digest('base64');
  const headers = (signature?: string): IncomingHttpHeaders => ({
    'x-shopify-hmac-sha256': signature,
    'x-shopify-topic': 'shop/redact',
    'x-shopify-shop-domain': 'corner-shop.myshopify.com',
    'x-shopify-event-id': 'event-1',
  });

  it('is read with what its unsigned headers claim', () => {
    expect(shopify.readEvent(Buffer.from(body), headers(sign(body)))).toEqual({
      event: { topic: 'shop/redact', shop: 'corner-shop.myshopify.com' },
      claimedTopic: 'shop/redact',
      claimedEventId: 'event-1',
    });
  });

  it.each<[string, string, string | undefined, string]>([
    ['tampered with', body.replace('corner', 'center'), sign(body), 'mismatch'],
    ['written anew with the same meaning', spaced(body), sign(body), 'mismatch'],
    ['signed with another secret', body, sign(body, 'another secret'), 'mismatch'],
    ['without a signature', body, undefined, 'missing_header'],
  ])('%s', async (_, payload, signature, expected) => {
    expect(await verdict(() => shopify.readEvent(Buffer.from(payload), headers(signature)))).toBe(expected);
  });
});
