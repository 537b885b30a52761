import fc from 'fast-check';
import { expect, it } from 'vitest';
import { handInBody } from '../../../server/domain/access/handIn.ts';
import { readGlobalQuery } from '../../../server/domain/access/queryNames.ts';

const session = { shop: 'corner-bakery.myshopify.com', id_token: 'a.b.c', name: 'Zoë >>?? Ünal' };
const json = Buffer.from(JSON.stringify(session));
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

it('a JWT goes with its type', () => {
  expect(handInBody({ kind: 'jwt', session: 'a.b.c', sessionType: 'bigcommerce' })).toEqual({ auth_type: 'bigcommerce', session: 'a.b.c' });
});

it.each([
  ['standard', json.toString('base64')],
  ['URL-safe', json.toString('base64url')],
])('a store session in %s base64 goes as the object it holds', (_, text) => {
  expect(handInBody({ kind: 'shopify', session: text })).toEqual({ auth_type: 'shopify', shopify_session: session });
});

it.each([
  ['not base64', 'not base64!'],
  ['empty', ''],
  ['not JSON', btoa('{"shop":')],
  ['not UTF-8', btoa('\xff\xfe')],
  ['a list', base64([])],
  ['nothing', base64(null)],
  ['a text', base64('shop')],
  ['a number', base64(7)],
  ['without a token', base64({ shop: session.shop })],
  ['without a shop', base64({ id_token: 'a.b.c' })],
  ['with a token that is no text', base64({ shop: session.shop, id_token: 1 })],
])('a store session that is %s is none', (_, text) => {
  expect(handInBody({ kind: 'shopify', session: text })).toBeNull();
});

it('survives an address that nobody encoded, whatever it holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { noNullPrototype: true }), (others) => {
      const object = { ...others, shop: session.shop, id_token: session.id_token };
      const { handIn } = readGlobalQuery(`?shopify_session=${base64(object)}`);
      expect(handIn && handInBody(handIn)).toEqual({ auth_type: 'shopify', shopify_session: object });
    }),
  );
});
