import { describe, expect, it } from 'vitest';
import { handInBody } from '../../../standalone/session/handInBody.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('what is sent for a handed-in session', () => {
  it('is a token with its type', () => {
    expect(handInBody({ kind: 'jwt', session: 'a.b.c', sessionType: 'bigcommerce' })).toEqual({ auth_type: 'bigcommerce', session: 'a.b.c' });
  });

  it('is the object that a Shopify session is base64 of, with all that is in it', () => {
    const session = { shop: 'kéramik.myshopify.com', id_token: 'a.b.c', locale: '日本' };
    expect(handInBody({ kind: 'shopify', session: base64(session) })).toEqual({ auth_type: 'shopify', shopify_session: session });
  });

  it('reads base64 in the alphabet for addresses too', () => {
    const session = { shop: 'a.myshopify.com', id_token: '???>>>~~~' };
    const written = Buffer.from(JSON.stringify(session)).toString('base64url');
    expect(written).toMatch(/[-_]/);
    expect(handInBody({ kind: 'shopify', session: written })).toEqual({ auth_type: 'shopify', shopify_session: session });
  });

  it.each([
    ['not base64', '%%%'],
    ['not JSON', Buffer.from('{"shop":').toString('base64')],
    ['not text', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64')],
    ['no object', base64('shop')],
    ['nothing', base64(null)],
    ['without a token', base64({ shop: 'a.myshopify.com' })],
    ['without a shop', base64({ id_token: 'a.b.c' })],
    ['with a token that is no text', base64({ shop: 'a.myshopify.com', id_token: 1 })],
  ])('is nothing when it is %s', (_what, session) => {
    expect(handInBody({ kind: 'shopify', session })).toBeNull();
  });
});
