import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { databaseOf } from '../../server/db/databaseOf.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

const merchant = receiverScope(merchantId);
const other = receiverScope(staffId);

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
  await product.database.receiver.createMany({ data: [sampleRows.Receiver, staffRow] });
});
afterAll(() => product.stop());

const card = (token: string) => ({ ...sampleRows.Card, holder_id: null, token });

describe('the rows of one receiver', () => {
  const rows = () => databaseOf(product.database, merchant);
  /** Of both receivers, as the database itself has them. */
  const stored = () => product.database.staffNote.findMany({ orderBy: { text: 'asc' }, select: { receiver_id: true, text: true } });
  const mine = (text: string) => ({ receiver_id: merchantId, text });
  const theirs = { receiver_id: staffId, text: 'theirs' };
  const note = (text: string) => ({ author_id: staffId, text });

  beforeEach(async () => {
    await product.database.staffNote.deleteMany();
    await product.database.card.deleteMany();
    await product.database.staffNote.createMany({ data: [mine('mine'), theirs].map((row) => ({ ...row, author_id: staffId })) });
    await product.database.card.createMany({
      data: [
        { ...card('my card'), receiver_id: merchantId },
        { ...card('their card'), receiver_id: staffId },
      ],
    });
  });

  test('are all that is found', async () => {
    expect((await rows().staffNote.findMany()).map(({ text }) => text)).toEqual(['mine']);
    expect(await rows().staffNote.findFirst({ where: { text: 'theirs' } })).toBeNull();
    expect(await rows().staffNote.count()).toBe(1);
    expect(await rows().card.findUnique({ where: { receiver_id_token: { token: 'their card' } } })).toBeNull();
    expect(await rows().card.findUnique({ where: { receiver_id_token: { token: 'my card' } }, select: { token: true } })).toEqual({ token: 'my card' });
    await expect(rows().card.findUniqueOrThrow({ where: { receiver_id_token: { token: 'their card' } } })).rejects.toThrow('No record was found');
  });

  test('are not widened by alternatives', async () => {
    const found = await rows().staffNote.findMany({ where: { OR: [{ text: 'mine' }, { text: 'theirs' }] } });
    expect(found.map(({ text }) => text)).toEqual(['mine']);
  });

  test('are not widened by a receiver that the types let through', async () => {
    // As a row that is passed on might have it.
    const where = { receiver_id: staffId } as object;
    expect((await rows().staffNote.findMany({ where })).map(({ text }) => text)).toEqual(['mine']);
    const key = { receiver_id_token: { token: 'their card', receiver_id: staffId } as { token: string } };
    expect(await rows().card.findUnique({ where: key })).toBeNull();
    await rows().staffNote.create({ data: { ...note('new'), receiver_id: staffId } as ReturnType<typeof note> });
    expect(await stored()).toEqual([mine('mine'), mine('new'), theirs]);
  });

  test('are all that is added', async () => {
    await rows().staffNote.create({ data: note('a') });
    await rows().staffNote.createMany({ data: [note('b'), note('c')] });
    expect(await stored()).toEqual([mine('a'), mine('b'), mine('c'), mine('mine'), theirs]);
  });

  test('are all that is changed', async () => {
    await rows().staffNote.updateMany({ data: { text: 'changed' } });
    expect(await stored()).toEqual([mine('changed'), theirs]);
    await expect(rows().card.update({ where: { receiver_id_token: { token: 'their card' } }, data: { state: 'CLOSED' } })).rejects.toThrow();
    await rows().card.update({ where: { receiver_id_token: { token: 'my card' } }, data: { state: 'CLOSED' } });
    const cards = await product.database.card.findMany({ orderBy: { token: 'asc' }, select: { token: true, state: true } });
    expect(cards).toEqual([
      { token: 'my card', state: 'CLOSED' },
      { token: 'their card', state: sampleRows.Card.state },
    ]);
  });

  test('are all that is added or changed where either may be', async () => {
    const upsert = (token: string, last_four: string) =>
      rows().card.upsert({ where: { receiver_id_token: { token } }, create: { ...ownCard(token), last_four }, update: { last_four } });
    await upsert('my card', '0001');
    await upsert('their card', '0002');
    const cards = await product.database.card.findMany({ where: { last_four: { in: ['0001', '0002'] } }, select: { receiver_id: true } });
    expect(cards).toEqual([{ receiver_id: merchantId }, { receiver_id: merchantId }]);
  });

  test('are all that is removed', async () => {
    await rows().staffNote.deleteMany();
    expect(await stored()).toEqual([theirs]);
    await expect(rows().card.delete({ where: { receiver_id_token: { token: 'their card' } } })).rejects.toThrow();
    await rows().card.delete({ where: { receiver_id_token: { token: 'my card' } } });
    expect(await product.database.card.count()).toBe(1);
  });

  test('are read on from one of them', async () => {
    await rows().card.create({ data: ownCard('my next card') });
    const after = { receiver_id_token: { token: 'my card' } };
    const next = await rows().card.findMany({ orderBy: { token: 'asc' }, cursor: after, skip: 1, take: 1 });
    expect(next.map(({ token }) => token)).toEqual(['my next card']);
  });

  test('are one row where a receiver has no more', async () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as const;
    for (const token of [first, second]) await rows().calendarFeed.upsert({ where: {}, create: { token }, update: { token } });
    expect(await rows().calendarFeed.findUnique({ where: {} })).toMatchObject({ receiver_id: merchantId, token: second });
    expect(await databaseOf(product.database, other).calendarFeed.findUnique({ where: {} })).toBeNull();
  });

  test('are undone with their transaction', async () => {
    const cutOff = inTransaction(product.database, async (transaction) => {
      await databaseOf(transaction, merchant).staffNote.create({ data: note('gone') });
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await stored()).toEqual([mine('mine'), theirs]);
  });

  function ownCard(token: string) {
    const { receiver_id: _, ...columns } = card(token);
    return columns;
  }
});

describe('the record of one receiver', () => {
  const record = () => databaseOf(product.database, merchant).receiver;

  test('is the only one that is read', async () => {
    expect(await record().findUnique()).toMatchObject({ id: merchantId });
    expect(await record().findUniqueOrThrow({ select: { email: true } })).toEqual({ email: sampleRows.Receiver.email });
  });

  test('is the only one that is changed', async () => {
    await record().update({ data: { first_name: 'Augusta' } });
    expect(await record().updateMany({ where: { first_name: 'Somebody' }, data: { last_name: 'King' } })).toEqual({ count: 0 });
    expect(await record().updateMany({ where: { first_name: 'Augusta' }, data: { last_name: 'King' } })).toEqual({ count: 1 });
    const names = await product.database.receiver.findMany({ orderBy: { id: 'asc' }, select: { first_name: true, last_name: true } });
    expect(names).toEqual([
      { first_name: 'Augusta', last_name: 'King' },
      { first_name: null, last_name: null },
    ]);
  });
});
