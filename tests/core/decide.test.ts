import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { type DecisionProcess, startDecisionProcess } from '../support/decisionProcess.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let decisions: DecisionProcess;
let merchant: Cardholder;

beforeAll(async () => {
  const port = await freePort();
  product = await testProduct({ DECISION_URL: `http://127.0.0.1:${port}` });
  decisions = await startDecisionProcess(product, port);
  merchant = await newCardholder(product);
});
afterAll(() => product.stop());

const decisionsStored = () => product.deps.database.authorizationDecision.count({ where: { receiver_id: merchant.receiver.id } });

describe('a process that only decides purchases', () => {
  it('is what the issuer asks, by the address that the product registers', async () => {
    await eventually('the issuer asks for a decision', async () => {
      await spend(product, merchant, 100);
      return (await decisionsStored()) > 0;
    });
    expect(await spend(product, merchant, 100)).toMatchObject({ status: 'PENDING', result: 'APPROVED' });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect(await spend(product, merchant, 100)).toMatchObject({ status: 'DECLINED' });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: false } });
  });

  it('says whether it is alive and ready, and shows its figures', async () => {
    const answers = await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => ask(`${decisions.url}${path}`, {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api/receiver'],
    ['GET', '/api/program'],
    ['GET', '/api/docs'],
    ['GET', '/shopify'],
    ['POST', '/webhooks/lithic'],
    ['POST', '/shopify/webhooks'],
    ['GET', '/webhooks/lithic/authorization'],
  ])('answers nothing else: %s %s', async (method, path) => {
    const answer = await ask(`${decisions.url}${path}`, { method, token: merchant.token });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('believes no question without the issuer’s signature', async () => {
    const answer = await ask(`${decisions.url}/webhooks/lithic/authorization`, { method: 'POST', body: { card: { token: merchant.cardToken } } });
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  it('tells an operator how many questions it answered with what, and how long that took', async () => {
    const answered = async () => {
      const { text } = await ask(`${decisions.url}/metrics`, {});
      const lines = text.matchAll(/^authorization_answer_seconds_count\{answer="(\w+)"\} (\d+)$/gm);
      return new Map([...lines].map(([, answer = '', count]) => [answer, Number(count)]));
    };
    const other = await newCardholder(product);
    await eventually('a limit', () => product.deps.database.card.findFirst({ where: { receiver_id: other.receiver.id, spend_limit: 100_000n } }));
    const before = await answered();
    await spend(product, other, 100);
    await product.deps.database.receiver.update({ where: { id: other.receiver.id }, data: { is_locked: true } });
    await spend(product, other, 100);
    await ask(`${decisions.url}/webhooks/lithic/authorization`, { method: 'POST', body: { token: 'not of the issuer' } });
    const more = [...(await answered())].map(([answer, count]) => [answer, count - (before.get(answer) ?? 0)] as const).filter(([, count]) => count !== 0);
    // A busy machine may not have decided in time at first.
    expect(Object.fromEntries(more.filter(([answer]) => answer !== 'failed'))).toEqual({ APPROVED: 1, CARD_PAUSED: 1, not_verified: 1 });
  });

  it('ends with 0 when it is told to stop; nothing is approved without it', async () => {
    expect(await decisions.stop()).toBe(0);
    expect((await spend(product, merchant, 100)).status).toBe('DECLINED');
  });
});
