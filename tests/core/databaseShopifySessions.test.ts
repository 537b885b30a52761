import { Session } from '@shopify/shopify-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets, SecretUnreadable } from '../../server/db/secrets.ts';
import { shopifySessionStorage } from '../../server/db/shopifySessions.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { keyRing } from '../support/sampleRows.ts';

let product: TestDatabase;
let storage: ReturnType<typeof shopifySessionStorage>;
beforeAll(async () => {
  product = await testDatabase();
  storage = shopifySessionStorage({ database: product.database, secrets: createSecrets(keyRing) });
});
afterAll(() => product.stop());

const offline = new Session({
  id: 'offline_ada.myshopify.com',
  shop: 'ada.myshopify.com',
  state: '',
  isOnline: false,
  scope: 'read_orders',
  accessToken: 'shpat_access',
  expires: new Date('2026-06-01T12:00:00.000Z'),
  refreshToken: 'shprt_refresh',
  refreshTokenExpires: new Date('2026-08-30T12:00:00.000Z'),
});

const online = new Session({
  id: 'ada.myshopify.com_42',
  shop: 'ada.myshopify.com',
  state: 'state-1',
  isOnline: true,
  accessToken: 'shpat_online',
  onlineAccessInfo: {
    expires_in: 86_400,
    associated_user_scope: 'read_orders',
    associated_user: {
      id: 42,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      email_verified: true,
      account_owner: true,
      locale: 'en',
      collaborator: false,
    },
  },
});

test.each([
  ['an offline session', offline],
  ['an online session with its user', online],
])('%s is loaded as it was stored', async (_what, session) => {
  expect(await storage.storeSession(session)).toBe(true);
  expect((await storage.loadSession(session.id))?.equals(session)).toBe(true);
});

test('a session is found by its shop alone, and stored again it is renewed', async () => {
  await storage.storeSession(new Session({ ...offline.toObject(), accessToken: 'shpat_renewed' }));
  expect((await storage.loadSession(offline.id))?.accessToken).toBe('shpat_renewed');
  expect((await storage.findSessionsByShop('ada.myshopify.com')).map(({ id }) => id).toSorted()).toEqual([online.id, offline.id]);
  expect(await storage.findSessionsByShop('bob.myshopify.com')).toEqual([]);
});

test('a session whose token was wiped is stored without one', async () => {
  const { accessToken: _wiped, ...wiped } = offline.toObject();
  await storage.storeSession(new Session(wiped));
  expect((await storage.loadSession(offline.id))?.accessToken).toBeUndefined();
});

test('no token stands in the database in the clear, nor can one shop use the token of another', async () => {
  await storage.storeSession(offline);
  const stored = await product.database.shopifySession.findUniqueOrThrow({ where: { id: offline.id } });
  expect(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(/shpat|shprt/);
  await product.database.shopifySession.create({ data: { ...stored, id: 'offline_bob.myshopify.com', shop: 'bob.myshopify.com' } });
  await expect(storage.loadSession('offline_bob.myshopify.com')).rejects.toThrow(SecretUnreadable);
});

test('a deleted session is gone, and deleting it again is no error', async () => {
  await storage.deleteSession(online.id);
  expect(await storage.loadSession(online.id)).toBeUndefined();
  expect(await storage.deleteSession(online.id)).toBe(true);
  expect(await storage.deleteSessions([offline.id, 'nobody'])).toBe(true);
  expect(await storage.loadSession(offline.id)).toBeUndefined();
});
