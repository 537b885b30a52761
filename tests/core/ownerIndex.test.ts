import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { ownerOfCards } from '../../server/db/queries/findOwner.ts';
import { findReceiverByEmail } from '../../server/db/queries/findReceiver.ts';
import { addReceiver, renameReceiver } from '../../server/db/queries/newReceiver.ts';
import { leadFromCard, leadFromItem } from '../../server/db/queries/ownerIndex.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { newMerchant } from '../support/merchant.ts';
import { testProduct } from '../support/product.ts';

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
});
afterAll(() => product.stop());

const signUp = (name: string, email = `${name}@example.com`) =>
  addReceiver(product.database, { token: `user of ${name}`, email, whitelabel: 'headway', initial_spend_limit: 0n });
const added = async (...name: Parameters<typeof signUp>) => {
  const receiver = await signUp(...name);
  if (!receiver) throw new Error('the name is taken');
  return receiver;
};
const byEmail = async (email: string) => (await findReceiverByEmail(product.database, 'headway', email))?.id;

describe('what leads to a receiver', () => {
  it('is written with the rows that it leads to, all the way to a card', async () => {
    const started = await testProduct();
    const merchant = await newMerchant(started);
    await merchant.walkTo('KYB_ACCEPT');
    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
    const { database } = started.deps;
    const { token, email, whitelabel, plaid_item_id, lithic_card_token } = await merchant.stored();
    const where = { receiver_id: merchant.id };
    expect(await database.receiverOfToken.findMany({ where })).toEqual([{ ...where, token }]);
    expect(await database.receiverOfEmail.findMany({ where })).toEqual([{ ...where, program: whitelabel, email }]);
    expect(await database.receiverOfCard.findMany({ where })).toEqual([{ ...where, card_token: lithic_card_token }]);
    const bank = await database.bankLink.findFirstOrThrow({ where });
    expect(await database.receiverOfItem.findMany({ where })).toEqual([{ ...where, item_id: plaid_item_id, bank_link_id: bank.id }]);
    const store = await database.commerceLink.findFirstOrThrow({ where });
    expect(await database.receiverOfConnection.findMany({ where })).toEqual([{ ...where, connection_id: store.connection_id, commerce_link_id: store.id }]);
    await started.stop();
  });

  it('is one receiver’s alone: a card or a bank’s item of another is refused', async () => {
    const [ada, eva] = [receiverScope((await added('ada')).id), receiverScope((await added('eva')).id)];
    await leadFromCard(product.database, ada, 'card of ada');
    await leadFromCard(product.database, ada, 'card of ada');
    await expect(leadFromCard(product.database, eva, 'card of ada')).rejects.toThrow('another receiver');
    const item = { item_id: 'item of ada', id: ada.receiverId };
    await leadFromItem(product.database, ada, item);
    await expect(leadFromItem(product.database, eva, item)).rejects.toThrow('another receiver');
    await leadFromCard(product.database, eva, 'card of eva');
    expect(await ownerOfCards(product.database, ['card of ada', 'card of eva'])).toBeNull();
    expect(await ownerOfCards(product.database, ['card of eva'])).toBe(eva.receiverId);
  });
});

describe('an email address', () => {
  it('leads to whoever has it now: to nobody once it was given up, and to the next who takes it', async () => {
    const first = await added('first', 'shared@example.com');
    await renameReceiver(product.database, first, 'moved@example.com');
    expect([await byEmail('shared@example.com'), await byEmail('moved@example.com')]).toEqual([undefined, first.id]);
    const second = await added('second', 'shared@example.com');
    expect(await byEmail('SHARED@example.com')).toBe(second.id);
    await renameReceiver(product.database, second, 'moved@example.com');
    expect([await byEmail('shared@example.com'), await byEmail('moved@example.com')]).toEqual([second.id, first.id]);
  });
});

it('a user and an address have one receiver even without the unique constraints that only a single server can keep', async () => {
  const spread = await testDatabase();
  await spread.database.$executeRaw(Prisma.sql`ALTER TABLE receiver DROP CONSTRAINT receiver_token_key, DROP CONSTRAINT receiver_whitelabel_email_key`);
  const sign = (token: string, email: string) => addReceiver(spread.database, { token, email, whitelabel: 'headway' });
  const same = await Promise.all([1, 2, 3, 4].map(() => sign('user', 'user@example.com')));
  expect(same.filter((receiver) => receiver !== null)).toHaveLength(1);
  expect(await sign('another user', 'user@example.com')).toBeNull();
  expect(await sign('user', 'another@example.com')).toBeNull();
  expect(await spread.database.receiver.count()).toBe(1);
  expect(await spread.database.receiverOfEmail.count()).toBe(1);
  await spread.stop();
});
