import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerAnswer } from '../../server/contract/staff.ts';
import type { JsonObject } from '../../server/db/rows.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { addCardRows, addTransferRows } from '../support/activityRows.ts';
import { newCardholder } from '../support/cardholder.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());

async function customerPage({ receiver }: Pick<Person, 'receiver'>): Promise<CustomerAnswer> {
  const answer = await product.call(`/api/staff/receivers/${receiver.token}`, { token: admin.token });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
}

const transfer = { name: 'Repayment', status: 'settled', is_manual: false, transaction_type: null };

describe('the timeline of a customer', () => {
  it('has each repayment that arrived among the money, however many purchases there are', async () => {
    const customer = await signUp(product);
    const { id } = customer.receiver;
    await addTransferRows(product.deps.database, id, [
      { ...transfer, id: randomUUID(), amount_cents: cents(12_345), created_at: new Date('2026-02-03T14:00:00Z') },
      { ...transfer, id: randomUUID(), amount_cents: cents(500), status: 'pending', created_at: new Date('2026-11-16T14:00:00Z') },
      {
        ...transfer,
        id: randomUUID(),
        name: 'Statement credit',
        amount_cents: cents(-250),
        created_at: new Date('2026-02-05T14:00:00Z'),
        is_manual: true,
        transaction_type: 'statement_credit',
      },
      {
        ...transfer,
        id: randomUUID(),
        name: 'Chargeback',
        amount_cents: cents(77),
        created_at: new Date('2026-02-04T14:00:00Z'),
        is_manual: true,
        transaction_type: 'chargeback',
      },
    ]);
    const purchases = Array.from({ length: 250 }, (_, place) => ({
      id: randomUUID(),
      status: 'SETTLED',
      result: 'APPROVED',
      descriptor: `SHOP ${place}`,
      amount_cents: cents(1_000),
      created_at: new Date(Date.UTC(2026, 9, 1, 0, place)),
      repayment_date: null,
    }));
    await addCardRows(product.deps.database, id, purchases);
    const { timeline } = await customerPage(customer);
    const money = timeline.filter(({ source }) => source === 'money');
    expect(money.filter(({ kind }) => kind === 'bank_transfer')).toEqual([
      { at: '2026-02-05T14:00:00.000Z', kind: 'bank_transfer', source: 'money', text: 'Statement credit of $2.50, taken back' },
      { at: '2026-02-04T14:00:00.000Z', kind: 'bank_transfer', source: 'money', text: 'Chargeback of $0.77' },
      { at: '2026-02-03T14:00:00.000Z', kind: 'bank_transfer', source: 'money', text: 'A repayment of $123.45 arrived' },
    ]);
    expect(money.filter(({ kind }) => kind === 'card_transaction')).toHaveLength(100);
  });

  it('writes days and instants of an event by the program’s clock', async () => {
    const customer = await signUp(product);
    const at = product.deps.clock();
    const event = (kind: string, details: JsonObject) => ({ receiver_id: customer.receiver.id, kind, details, at });
    await product.deps.database.timelineEvent.createMany({
      data: [event('card_raised', { control: 'per_day', ends_at: '2026-11-17T04:59:00.000Z' }), event('draw_arranged', { debit_date: '2026-11-30' })],
    });
    const texts = (await customerPage(customer)).timeline.map(({ text }) => text);
    expect(texts).toContain('Arranged a coming draw: debit date Nov 30, 2026');
    // 04:59 UTC on the 17th is a minute before midnight of the 16th in New York.
    expect(texts).toContain('A control of a card was raised: control per day, ends at Nov 16, 2026, 11:59 PM');
  });

  it('names the day of draws, and tells a first card that was asked for from a later one', async () => {
    const customer = await signUp(product);
    const event = (kind: string, details: JsonObject) => ({ receiver_id: customer.receiver.id, kind, details, at: product.deps.clock() });
    await product.deps.database.timelineEvent.createMany({
      data: [
        event('draw_days_chosen', { weekday: 3 }),
        event('draw_days_chosen', { weekday: null }),
        event('card_ordered', { number: 1, is_physical: true }),
        event('card_ordered', { number: 2, is_physical: false }),
      ],
    });
    const texts = (await customerPage(customer)).timeline.map(({ text }) => text);
    expect(texts.toSorted()).toEqual([
      'Asked for a card: for the 2nd time',
      'Asked for a card: physical',
      'Chose the days of draws',
      'Chose the days of draws: on a Wednesday',
    ]);
  });

  it('writes the states of providers as words, and names as their owners do', async () => {
    const customer = await signUp(product);
    const at = product.deps.clock();
    const event = (kind: string, details: JsonObject) => ({ receiver_id: customer.receiver.id, kind, details, at });
    await product.deps.database.timelineEvent.createMany({
      data: [
        event('kyb_status_changed', { status: 'PENDING_DOCUMENT', reasons: [] }),
        event('kyb_document_announced', { document_type: 'EIN_LETTER' }),
        event('card_state_changed', { card_token: 'gone', from: 'OPEN', to: 'PAUSED' }),
        event('store_connected', { platform: 'BIG_COMMERCE', store: 'ACME' }),
        event('identity_shared', { kind: 'ein', state: 'flagged' }),
        event('store_synced', { transactions: 4_343 }),
        event('draw_failed', { status: 'returned', code: 'R01', amount_cents: 500 }),
      ],
    });
    const texts = (await customerPage(customer)).timeline.map(({ text }) => text);
    expect(texts).toContain('The verification of the business changed: status pending document');
    expect(texts).toContain('Announced a document: document type EIN letter from the IRS (CP 575 or 147C)');
    expect(texts).toContain('The card changed: from open, to paused');
    expect(texts).toContain('Connected a store: ACME, BigCommerce');
    expect(texts).toContain('Sales were read: 4,343 transactions');
    expect(texts).toContain('Another account has this already: kind EIN, state flagged');
    expect(texts.find((text) => text.startsWith('A repayment failed'))).toContain('code R01');
  });
});

describe('a floor and a ceiling by staff', () => {
  it('stand in the audit log and on the timeline, with the amount and the reason', async () => {
    const customer = await signUp(product);
    const path = `/api/staff/receivers/${customer.receiver.token}`;
    const body = { override_cents: 123_400, expires_at: '2036-03-01T05:00:00.000Z', reason: 'a large order' };
    expect((await product.call(`${path}/spending_power_override`, { method: 'PUT', token: admin.token, body })).status).toBe(200);
    const words = 'Set an override of spending power (a large order): $1,234.00';
    const audit = await product.call(`${path}/audit`, { token: admin.token });
    expect(audit.body.entries).toContainEqual(expect.objectContaining({ action: 'set spending power override', text: words, actor_email: admin.email }));
    const texts = (await customerPage(customer)).timeline.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('override'))).toContain(`${admin.email}: ${words}`);
  });
});

describe('spending power as staff read it', () => {
  it('speaks of the customer, and dates changes by the program’s day', async () => {
    const customer = await signUp(product);
    const { id } = customer.receiver;
    await recomputeSpendingPower(product.deps, receiverScope(id), 'test');
    const { inputs } = await product.deps.database.spendingPowerSnapshot.findFirstOrThrow({ where: { receiver_id: id } });
    await product.deps.database.spendingPowerSnapshot.deleteMany({ where: { receiver_id: id } });
    const run = (taken_at: string, initial: number, outstanding: number) => ({
      receiver_id: id,
      total_cents: BigInt(initial),
      outstanding_cents: BigInt(outstanding),
      available_cents: BigInt(initial - outstanding),
      inputs: { ...(inputs as JsonObject), initial_spend_limit_cents: initial },
      terms: [{ key: 'initial_spend_limit', label: 'Your starting limit of $1,200.00', change_cents: initial, subtotal_cents: initial }],
      cause: 'test',
      taken_at: new Date(taken_at),
    });
    // In New York the second run is of the 12th, 10 in the evening; in UTC it is of the 13th.
    await product.deps.database.spendingPowerSnapshot.createMany({
      data: [run('2026-11-10T15:00:00Z', 100_000, 0), run('2026-11-13T03:00:00Z', 120_000, 42_000)],
    });
    const { spending_power } = await customerPage(customer);
    expect(spending_power.terms.map(({ label }) => label)).toEqual(['The starting limit of $1,200.00']);
    expect(spending_power.in_short).toBe('The starting limit of $1,200.00.');
    expect(spending_power.reasons.map(({ text }) => text)).toContain('No sales of the customer are seen in the last 90 days.');
    expect(spending_power.changes.map(({ date, text }) => [date, text])).toEqual([
      ['2026-11-12', '+$200.00: The starting limit rose from $1,000.00 to $1,200.00.'],
      ['2026-11-12', '−$420.00: Purchases, or a repayment that came back, raised what the customer owes.'],
      ['2026-11-10', '+$1,000.00: The limit was worked out for the first time.'],
    ]);
    const own = await product.call(`/api/users/${customer.receiver.token}/spending_power`, { token: customer.token });
    expect(own.body.changes[0]).toMatchObject({ date: '2026-11-13', text: '+$200.00: Your starting limit rose from $1,000.00 to $1,200.00.' });
  });
});

describe('the card of home on a customer’s page', () => {
  it('is as the issuer last reported it, and none before there is one', async () => {
    expect((await customerPage(await signUp(product))).home_card).toBeNull();
    const customer = await newCardholder(product);
    await product.deps.database.card.updateMany({ where: { receiver_id: customer.receiver.id }, data: { state: 'PAUSED' } });
    expect((await customerPage(customer)).home_card).toEqual({ state: 'PAUSED', is_on_hold: false });
  });
});
