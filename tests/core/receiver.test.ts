import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceiverFieldName, receiverFieldNames } from '../../server/domain/receiver/receiver.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const get = (person: Person) => product.call('/api/receiver', { token: person.token });
const patch = (person: Person, body: unknown) => product.call(`/api/users/${person.receiver.token}`, { method: 'PATCH', token: person.token, body });
const record = ({ body }: { body: Record<string, unknown> }) => Object.fromEntries(receiverFieldNames.map((name) => [name, body[name]]));

describe('a receiver is saved', () => {
  it('with the whole record sent back, of which only what differs is a change', async () => {
    const person = await signUp(product);
    const known = record(await get(person));
    const answer = await patch(person, { ...known, business_name: 'Corner Shop', gets_monday_email: false });
    expect(answer.status).toBe(200);
    expect(record(answer)).toEqual({ ...known, business_name: 'Corner Shop', gets_monday_email: false });
    expect(record(await get(person))).toEqual(record(answer));
  });

  it('with an EIN that is never shown again but for its last digits', async () => {
    const person = await signUp(product);
    expect((await patch(person, { ein: '12-3456789' })).body.ein).toBe('•••••6789');
    expect((await patch(person, { ein: '•••••6789' })).status).toBe(200);
    const stored = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: person.receiver.id } });
    expect(stored.ein_encrypted).not.toContain('123456789');
    expect(product.deps.secrets.decrypt(stored.ein_encrypted ?? '', { table: 'receiver', column: 'ein_encrypted', owner: person.receiver.id })).toBe(
      '123456789',
    );
  });

  const notTheirs: [ReceiverFieldName, unknown][] = [
    ['id', randomUUID()],
    ['email', 'other@example.com'],
    ['admin', true],
    ['support', true],
    ['is_locked', true],
    ['rutter_access_token', 'BLANK'],
    ['plaid_access_token', 'BLANK'],
    ['lithic_account_holder_token', 'BLANK'],
    ['override_spend_limit', 1_000_000],
    ['initial_spend_limit', 1_000_000],
    ['net_terms', 365],
    ['payment_plan', 'fixed_pay'],
    ['whitelabel', 'boost'],
    ['spending_power_override_max', 1_000_000],
  ];
  it.each(notTheirs)('but never %s by the merchant, and then nothing else of that body either', async (field, value) => {
    const person = await signUp(product);
    const before = record(await get(person));
    const answer = await patch(person, { business_name: 'Sneaky', [field]: value });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    expect(answer.body.detail).toContain(field);
    expect(record(await get(person))).toEqual(before);
  });

  it('but not with names that a record does not have', async () => {
    const person = await signUp(product);
    const answer = await patch(person, { is_god: true, business_name: 'x' });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('is_god');
  });

  it.each([
    ['business_name', ''],
    ['business_name', 7],
    ['phone_number', '555'],
    ['ein', '00-0000000'],
    ['ein', 'twelve'],
    ['card_request', 'golden'],
    ['gets_monday_email', 'yes'],
    ['business_name', 'x'.repeat(5_000)],
  ])('but not with a %s that cannot be right (%j): it says what to do and keeps the old one', async (field, value) => {
    const person = await signUp(product);
    const answer = await patch(person, { [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: field, fix: expect.stringMatching(/\w/) })]);
    expect((await get(person)).body[field]).toBe(person.receiver[field as keyof typeof person.receiver] ?? null);
  });
});
