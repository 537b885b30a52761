import fc from 'fast-check';
import { expect, it } from 'vitest';
import { handInBody } from '../../../server/domain/access/handIn.ts';
import { readGlobalQuery } from '../../../server/domain/access/queryNames.ts';

const session = { shop: 'corner-bakery.myshopify.com', id_token: 'a.b.c', name: 'Zoë >>?? Ünal' };
const json = Buffer.from(JSON.stringify(session));

it('a JWT goes with its type', () => {
  expect(handInBody({ kind: 'jwt', session: 'a.b.c', sessionType: 'bigcommerce' })).toEqual({ auth_type: 'bigcommerce', session: 'a.b.c' });
});

it.each([
  ['standard', json.toString('base64')],
  ['URL-safe', json.toString('base64url')],
])('a store session in %s base64 goes as the object it holds', (_, text) => {
  expect(handInBody({ kind: 'shopify', session: text })).toEqual({ auth_type: 'shopify', shopify_session: session });
});

it.each(['not base64!', '', btoa('not JSON'), btoa('[]'), btoa('null'), btoa('"text"'), btoa('7'), btoa('\xff\xfe')])('anything else is none: "%s"', (text) => {
  expect(handInBody({ kind: 'shopify', session: text })).toBeNull();
});

it('survives an address that nobody encoded, whatever it holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { noNullPrototype: true }), (object) => {
      const query = `?shopify_session=${Buffer.from(JSON.stringify(object)).toString('base64')}`;
      const { handIn } = readGlobalQuery(query);
      expect(handIn && handInBody(handIn)).toEqual({ auth_type: 'shopify', shopify_session: object });
    }),
  );
});
