import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let support: Person;
let customer: Person;
beforeAll(async () => {
  product = await testProduct();
  support = await signUp(product, { staff: { support: true } });
  customer = await signUp(product);
});
afterAll(() => product.stop());

/** Leaves a note about the customer, an effect that would show if it happened twice. */
const note = (text: string, key?: string, author = support) =>
  product.call(`/api/staff/receivers/${customer.receiver.token}/notes`, {
    method: 'POST',
    token: author.token,
    body: { text },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const notesOf = (text: string) => product.deps.database.staffNote.count({ where: { text } });

describe('a call with an Idempotency-Key', () => {
  it('has its effect once, and gives the first answer again for the same key and body', async () => {
    const key = randomUUID();
    const [first, second] = [await note('once', key), await note('once', key)];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect(await notesOf('once')).toBe(1);
  });

  it('is refused when the key came with another body', async () => {
    const key = randomUUID();
    await note('this', key);
    const answer = await note('that', key);
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await notesOf('that')).toBe(0);
  });

  it('has its effect once when it is sent many times at once; those that come meanwhile are told so', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => note('impatient', key)));
    const refusals = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code]);
    expect(refusals).toEqual(refusals.map(() => [409, 'idempotency_in_flight']));
    expect(answers.length - refusals.length).toBeGreaterThanOrEqual(1);
    expect(await notesOf('impatient')).toBe(1);
  });

  it('may be corrected and sent again with its key when it was refused', async () => {
    const key = randomUUID();
    expect((await note(' ', key)).status).toBe(400);
    expect((await note('corrected', key)).status).toBe(200);
  });

  it('is told that it is done already when its answer cannot be read any more', async () => {
    const key = randomUUID();
    await note('once and for all', key);
    await product.deps.database.$executeRaw`UPDATE idempotency_key SET answer_body = '{"note_number": 7}'::jsonb WHERE key = ${key}`;
    const answer = await note('once and for all', key);
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_answer_lost']);
    expect(await notesOf('once and for all')).toBe(1);
  });

  it('is another intent when another person has the same key', async () => {
    const [key, colleague] = [randomUUID(), await signUp(product, { staff: { support: true } })];
    await note('same words', key);
    expect((await note('same words', key, colleague)).headers.get('idempotency-replayed')).toBeNull();
    expect(await notesOf('same words')).toBe(2);
  });

  it.each([undefined, '', 'x'.repeat(256), 'two words'])('is asked for where an effect must not happen twice: %j is none', async (key) => {
    const answer = await note('without', key);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_required']);
    expect(await notesOf('without')).toBe(0);
  });
});
