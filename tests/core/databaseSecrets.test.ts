import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rotateSecrets } from '../../server/db/rotate.ts';
import { createSecrets, encryptedColumns, type SecretPlace, SecretUnreadable } from '../../server/db/secrets.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { keyRing, merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const place: SecretPlace = { table: 'bank_link', column: 'access_token', owner: merchantId };
const secrets = createSecrets(keyRing);

describe('a secret', () => {
  test('comes back as it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(secrets.decrypt(secrets.encrypt(text, place), place)).toBe(text);
      }),
    );
  });

  test('shows neither itself nor that it is the same as another', () => {
    const [one, other] = [secrets.encrypt('access-1', place), secrets.encrypt('access-1', place)];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^first:[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(one.slice('first:'.length), 'base64').toString('latin1')).not.toContain('access-1');
  });

  test.each<[string, SecretPlace]>([
    ["another receiver's row", { ...place, owner: staffId }],
    ['another table', { table: 'commerce_link', column: 'access_token', owner: merchantId }],
    ['another column', { table: 'receiver', column: 'ein_encrypted', owner: merchantId }],
  ])('cannot be read from %s', (_where, elsewhere) => {
    expect(() => secrets.decrypt(secrets.encrypt('access-1', place), elsewhere)).toThrow(SecretUnreadable);
  });

  test('cannot be read after any one of its bits was changed', () => {
    const stored = secrets.encrypt('access-1', place);
    const bytes = Buffer.from(stored.slice('first:'.length), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => secrets.decrypt(`first:${changed.toString('base64')}`, place)).toThrow(SecretUnreadable);
    }
  });

  test.each(['', 'first:', 'first:AAAA', 'nothing like it', `first:${Buffer.alloc(28).toString('base64')}`])('is not made of %j', (stored) => {
    expect(() => secrets.decrypt(stored, place)).toThrow(SecretUnreadable);
  });

  test('is not told by the error about it', () => {
    const stored = secrets.encrypt('access-1', place);
    expect(() => createSecrets(key('second', 2)).decrypt(stored, place)).toThrow(
      'the secret in bank_link.access_token cannot be read: its key first is not in the key ring',
    );
  });

  test('is encrypted with the first key and read with any', () => {
    const both = createSecrets(`${key('second', 2)},${keyRing}`);
    const stored = secrets.encrypt('access-1', place);
    expect(both.decrypt(stored, place)).toBe('access-1');
    expect(both.isOutdated(stored)).toBe(true);
    expect(both.encrypt('access-1', place)).toMatch(/^second:/);
    expect(both.isOutdated(both.encrypt('access-1', place))).toBe(false);
  });

  test('needs keys of 32 bytes', () => {
    expect(() => createSecrets('short:AAAA')).toThrow('32 bytes');
  });
});

describe('a change of keys', () => {
  let product: TestDatabase;
  beforeAll(async () => {
    product = await testDatabase();
    const { database } = product;
    await database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
    await database.bigcommerceStore.create({ data: sampleRows.BigcommerceStore });
    await database.shopifySession.createMany({
      data: [sampleRows.ShopifySession, { ...sampleRows.ShopifySession, id: 'offline_without.myshopify.com', accessToken: '', refreshToken: null }],
    });
    await database.kybApplication.create({ data: sampleRows.KybApplication });
    await database.bankLink.create({ data: sampleRows.BankLink });
    await database.commerceLink.create({ data: sampleRows.CommerceLink });
    await database.identityClaim.create({ data: sampleRows.IdentityClaim });
    await database.pushSubscription.create({ data: sampleRows.PushSubscription });
    await database.slackWebhook.create({ data: sampleRows.SlackWebhook });
  });
  afterAll(() => product.stop());

  test('reaches every encrypted column, is done once, and leaves nothing that needs the old key', async () => {
    const during = createSecrets(`${key('second', 2)},${keyRing}`);
    const after = createSecrets(key('second', 2));
    expect(await rotateSecrets(product.database, during)).toEqual({ reencrypted: encryptedColumns.length, unreadable: [] });
    expect(await rotateSecrets(product.database, during)).toEqual({ reencrypted: 0, unreadable: [] });

    const link = await product.database.bankLink.findFirst();
    expect(after.decrypt(link?.access_token ?? '', place)).toBe('access-sandbox-1');
    const session = await product.database.shopifySession.findFirst({ where: { id: sampleRows.ShopifySession.id } });
    expect(after.decrypt(session?.refreshToken ?? '', { table: 'shopify_session', column: 'refresh_token', owner: sampleRows.ShopifySession.id })).toBe(
      'shprt_1',
    );
    const application = await product.database.kybApplication.findFirst();
    expect(after.decrypt(application?.identifiers_encrypted ?? '', { table: 'kyb_application', column: 'identifiers_encrypted', owner: merchantId })).toContain(
      '078051120',
    );
  });

  test('goes through more rows than one batch holds', async () => {
    const { id: _id, ...link } = sampleRows.BankLink;
    await product.database.bankLink.createMany({
      data: Array.from({ length: 1_201 }, (_, index) => ({ ...link, handle: `${link.handle}${index}`, item_id: `item-${index + 2}` })),
    });
    expect(await rotateSecrets(product.database, createSecrets(`${key('third', 3)},${key('second', 2)},${keyRing}`))).toEqual({
      reencrypted: encryptedColumns.length + 1_201,
      unreadable: [],
    });
  });

  test('names what it cannot read, leaves that as it is and goes on with the rest', async () => {
    const during = createSecrets(`${key('fourth', 4)},${key('third', 3)}`);
    const lost = createSecrets(key('lost', 9)).encrypt('x', { table: 'receiver', column: 'ein_encrypted', owner: merchantId });
    await product.database.receiver.update({ where: { id: merchantId }, data: { ein_encrypted: lost } });
    const { reencrypted, unreadable } = await rotateSecrets(product.database, during);
    expect(reencrypted).toBe(encryptedColumns.length - 1 + 1_201);
    expect(unreadable).toEqual([`the secret in receiver.ein_encrypted cannot be read: its key lost is not in the key ring (row ${merchantId})`]);
    expect((await product.database.receiver.findUnique({ where: { id: merchantId } }))?.ein_encrypted).toBe(lost);
  });
});
