import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
let support: Person;
let customer: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = await signUp(product, { staff: { admin: true } });
  support = await signUp(product, { staff: { support: true } });
});
beforeEach(async () => {
  customer = await signUp(product);
});
afterAll(() => product.stop());

const credit = { transaction_type: 'statement_credit', amount_cents: 5_000, reason: 'a purchase that never came' };
const enter = (staff: Person, row: object, key: string = randomUUID()) =>
  product.call(`/api/staff/receivers/${customer.receiver.token}/manual_rows`, {
    method: 'POST',
    token: staff.token,
    body: row,
    headers: { 'idempotency-key': key },
  });
const booked = async () =>
  (await product.deps.database.ledgerTransfer.findMany({ where: { receiver_id: customer.receiver.id }, orderBy: { external_id: 'asc' } })).map((transfer) => [
    transfer.kind,
    transfer.debit_account,
    transfer.credit_account,
    Number(transfer.amount_cents),
  ]);
const repayments = async () => (await product.call(`/api/users/${customer.receiver.token}/transactions?tab=repayments`, { token: customer.token })).body;

describe('a credit that staff enter', () => {
  it('is booked once, shown to the customer with its kind, and audited with its reason', async () => {
    const key = randomUUID();
    const [first, second] = [await enter(admin, credit, key), await enter(admin, credit, key)];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await booked()).toHaveLength(1);
    expect((await booked())[0]).toEqual(['statement_credit', 'adjustments', 'owed', 5_000]);
    expect((await repayments()).rows).toMatchObject([{ amount_cents: 5_000, is_manual: true, transaction_type: 'statement_credit', status: 'settled' }]);
    const audited = await product.deps.database.auditLog.findFirstOrThrow({ where: { receiver_id: customer.receiver.id, action: 'add manual row' } });
    expect([audited.actor_id, audited.reason]).toEqual([admin.receiver.id, 'a purchase that never came']);
    expect((await product.call('/api/receiver', { token: customer.token })).body.totalOutstandingCents).toBe(-5_000);
  });

  it('is taken back by the same amount below 0, of which the letter says that it is owed again', async () => {
    await enter(admin, { ...credit, transaction_type: 'refund', amount_cents: 730 });
    await enter(admin, { ...credit, transaction_type: 'refund', amount_cents: -730 });
    expect((await product.call('/api/receiver', { token: customer.token })).body.totalOutstandingCents).toBe(0);
    expect((await booked()).map(([kind]) => kind).toSorted()).toEqual(['refund', 'refund_reversal']);
    const letters = await eventually('both letters', async () => {
      const sent = (await inboxOf(product, customer.email)).filter(({ subject }) => subject.startsWith('Support changed'));
      return sent.length === 2 && sent;
    });
    expect(letters.filter(({ text }) => text.includes('We took back a credit, so you owe its amount again.'))).toHaveLength(1);
  });

  it.each([
    ['nothing', { amount_cents: 0 }],
    ['more than one draw', { amount_cents: 15_000_001 }],
    ['half a cent', { amount_cents: 0.5 }],
    ['of no kind', { transaction_type: 'gift' }],
    ['without a reason', { reason: ' ' }],
  ])('%s is refused, and nothing is booked', async (_name, change) => {
    const answer = await enter(admin, { ...credit, ...change });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(await booked()).toEqual([]);
  });

  it('is not support’s to enter', async () => {
    expect((await enter(support, credit)).status).toBe(403);
    expect(await booked()).toEqual([]);
  });
});
