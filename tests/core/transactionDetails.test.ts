import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { staffRow } from '../support/sampleRows.ts';

const manual = randomUUID();
let product: TestProduct;
let merchant: Person;
let another: Person;
beforeAll(async () => {
  product = await testProduct();
  [merchant, another] = [await signUp(product), await signUp(product)];
  const { database } = product.deps;
  // The member of staff who enters repayments by hand.
  await database.receiver.create({ data: staffRow });
  const { id } = merchant.receiver;
  const independenceDay = { created_at: new Date('2026-06-04T15:00:00Z'), repayment_date: isoDate('2026-07-04') };
  await addCardRows(database, id, [purchase({ id: 'buy', amount_cents: cents(1_234), ...independenceDay })]);
  await addTransferRows(database, id, [
    repayment({ id: manual, is_manual: true, transaction_type: 'statement_credit', amount_cents: cents(300), status: 'settled' }),
  ]);
  await addReceivableRows(database, id, [receivable({ id: 'rutter:sale' })]);
});
afterAll(() => product.stop());

const ask = ({ receiver, token }: Person, row: string) => product.call(`/api/users/${receiver.token}/transactions/${row}`, { token });
const details = async (row: string) => (await ask(merchant, row)).body;

describe('the details of a row', () => {
  it('of a purchase say when it is to be repaid and why, and why the bank is debited later', async () => {
    expect(await details('card/buy')).toMatchObject({
      tab: 'card',
      row: { id: 'buy', amount_cents: 1_234, repayment_date: '2026-07-04' },
      merchant: { descriptor: 'ACME Supplies' },
      settled_cents: 1_234,
      pending_cents: 0,
      // Independence Day is a Saturday in 2026, and banks are open on the Friday before.
      repayment: {
        date: '2026-07-04',
        reason: '30 days after the purchase on Jun 4, 2026.',
        debit_date: '2026-07-06',
        debit_reason: expect.stringMatching(/\w/),
      },
    });
  });

  interface StoredDraw {
    kind: 'pay_now' | 'scheduled';
    due_date: Date;
    amount_cents: bigint;
    covers: unknown;
  }

  /** Stores a draw, under a key of its own, and the settled transfer that made it. Returns the transfer's id. */
  async function addDrawn(key: string, { kind, due_date, amount_cents, covers }: StoredDraw): Promise<string> {
    const { id: receiverId } = merchant.receiver;
    const { database } = product.deps;
    const [draw] = await database.$queryRaw<{ id: string }[]>`
      INSERT INTO draw (receiver_id, kind, due_date, debit_date, amount_cents, covers, business_key, provider_key, attempt)
      VALUES (${receiverId}::uuid, ${kind}, ${due_date}::date, ${due_date}::date, ${amount_cents}, ${JSON.stringify(covers)}::jsonb, ${key}, ${randomUUID()}::uuid, ${key.length})
      RETURNING id`;
    const transfer = randomUUID();
    await addTransferRows(database, receiverId, [repayment({ id: transfer, amount_cents: cents(Number(amount_cents)), status: 'settled' })]);
    await database.bankTransfer.update({ where: { receiver_id_id: { receiver_id: receiverId, id: transfer } }, data: { draw_id: draw?.id ?? null } });
    return transfer;
  }

  it('of a repayment name what it pays, and nothing where that cannot be read', async () => {
    const paid = { kind: 'pay_now', due_date: new Date('2026-07-04'), amount_cents: 900n } as const;
    const asEver = await addDrawn('asEver', { ...paid, covers: [{ transaction_token: 'buy', amount_cents: 900 }] });
    const damaged = await addDrawn('damaged', { ...paid, covers: { buy: 900 } });
    expect((await details(`repayments/${asEver}`)).receipt).toMatchObject({ covers_count: 1, covers: [{ id: 'buy', amount_cents: 900 }], other_cents: 0 });
    expect((await details(`repayments/${damaged}`)).receipt).toMatchObject({ covers_count: 0, covers: [] });
  });

  it('of a repayment say how its amount differs from the purchases that it pays', async () => {
    const where = { receiver_id: merchant.receiver.id, token: 'buy' };
    const { repayment_date: due_date, amount_cents } = await product.deps.database.cardTransaction.findFirstOrThrow({ where });
    const less = await addDrawn('less', { kind: 'scheduled', due_date, amount_cents: amount_cents - 250n, covers: [] });
    expect((await details(`repayments/${less}`)).receipt).toMatchObject({ covers_count: 1, other_cents: -250 });
  });

  it('of a repayment count the refunds among what it pays apart', async () => {
    await addCardRows(product.deps.database, merchant.receiver.id, [purchase({ id: 'back', amount_cents: cents(-234) })]);
    const covers = [
      { transaction_token: 'buy', amount_cents: 1_234 },
      { transaction_token: 'back', amount_cents: -234 },
    ];
    const drawn = await addDrawn('refunded', { kind: 'pay_now', due_date: new Date('2026-07-04'), amount_cents: 1_000n, covers });
    expect((await details(`repayments/${drawn}`)).receipt).toMatchObject({ covers_count: 2, refunds_count: 1, other_cents: 0 });
  });

  it('of a repayment that failed say why in the words of whoever reads them', async () => {
    const failed = randomUUID();
    await addTransferRows(product.deps.database, merchant.receiver.id, [repayment({ id: failed, status: 'returned' })]);
    await product.deps.database.bankTransfer.update({
      where: { receiver_id_id: { receiver_id: merchant.receiver.id, id: failed } },
      data: { failure_code: 'R07', failure_reason: 'revoked' },
    });
    const support = await signUp(product, { staff: { support: true } });
    await product.call(`/api/receiver?email=${encodeURIComponent(merchant.email)}`, { token: support.token });
    const path = `/api/users/${merchant.receiver.token}/transactions/repayments/${failed}`;
    expect((await details(`repayments/${failed}`)).failure.reason).toBe('You withdrew the authorization for debits at your bank.');
    expect((await product.call(path, { token: support.token })).body.failure.reason).toMatch(
      /^Authorization revoked \(R07\)\. The customer reads: You withdrew/,
    );
  });

  it('of a repayment that staff entered say why', async () => {
    expect(await details(`repayments/${manual}`)).toMatchObject({
      row: { amount_cents: 300, is_manual: true, transaction_type: 'statement_credit' },
      manual_reason: 'by phone',
      receipt: null,
      failure: null,
    });
  });

  it('of a receivable say what the store says', async () => {
    expect(await details('receivables/rutter:sale')).toMatchObject({ source: 'rutter', currency: 'USD', row: { type: 'sale', amount_cents: 2_050 } });
  });

  it.each(['card/buy', `repayments/${manual}`, 'receivables/rutter:sale', 'card/none', 'repayments/none', 'receivables/sale'])(
    '%s are not there for anybody but their own receiver',
    async (row) => {
      expect((await ask(another, row)).status).toBe(404);
    },
  );
});
