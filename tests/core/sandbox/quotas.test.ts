import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control } from '../../support/ask.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  for (const standIn of ['lithic', 'plaid', 'rutter']) await sandbox.press(standIn, 'quotas', { percent: 100 });
});

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function answerOf(answer: Response): Promise<Answer> {
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}
const lithic = async (method: string, path: string) =>
  answerOf(
    await fetch(`${sandbox.url}/lithic/v1/${path}`, {
      method,
      headers: { authorization: sandbox.config.lithic.apiKey, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    }),
  );
const plaid = async (path: string, fields: object) =>
  answerOf(
    await fetch(`${sandbox.url}/plaid${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: sandbox.config.plaid.clientId, secret: sandbox.config.plaid.secret, ...fields }),
    }),
  );
const many = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask));
const refused = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 429);

describe('the issuer', () => {
  it('takes 30 readings of a resource a second, and tells how many are left', async () => {
    expect((await lithic('GET', 'cards')).headers.get('x-requests-remaining')).toBe('29');
    // Three a second: a busy machine may take seconds for all of them, and make no thirty in any.
    await sandbox.press('lithic', 'quotas', { percent: 10 });
    const answers = await many(150, () => lithic('GET', 'cards'));
    expect(refused(answers).length).toBeGreaterThan(0);
    const left = answers.map(({ headers }) => Number(headers.get('x-requests-remaining')));
    expect(Math.max(...left)).toBe(2);
    expect(Math.min(...left)).toBe(0);
    const [first] = refused(answers);
    expect(first?.headers.get('retry-after')).toBe('1');
    expect(first?.body).toEqual({ message: 'Rate limited, too many requests per second', debugging_request_id: expect.any(String) });
  });

  it('counts each resource and each method by itself', async () => {
    await many(150, () => lithic('GET', 'cards'));
    expect((await lithic('GET', 'transactions')).headers.get('x-requests-remaining')).toBe('29');
    expect((await lithic('POST', 'cards')).headers.get('x-requests-remaining')).toBe('14');
    expect((await lithic('POST', 'account_holders')).headers.get('x-requests-remaining')).toBe('4');
  });

  it('has none, or smaller ones, when told to', async () => {
    await sandbox.press('lithic', 'quotas', { percent: 0 });
    expect(refused(await many(150, () => lithic('GET', 'cards')))).toEqual([]);
    await sandbox.press('lithic', 'quotas', { percent: 10 });
    expect((await lithic('GET', 'cards')).headers.get('x-requests-remaining')).toBe('2');
    expect((await sandbox.press('lithic', 'quotas', { percent: '-1' })).status).toBe(400);
  });
});

it('the bank takes five looks at the balances of an item a minute, without a header that says so', async () => {
  const linked = await sandbox.press('plaid', 'link_bank', { bank_id: 'ins_901' });
  const { access_token } = linked.body.result as { access_token: string };
  // They may fall into two minutes.
  const answers = await many(11, () => plaid('/accounts/balance/get', { access_token }));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
  const [first] = refused(answers);
  expect(first?.body).toMatchObject({
    error_type: 'RATE_LIMIT_EXCEEDED',
    error_code: 'BALANCE_LIMIT',
    error_message: 'rate limit exceeded for attempts to access this item. please try again later',
  });
  expect(first?.headers.get('retry-after')).toBeNull();
  expect((await plaid('/transfer/event/sync', { after_id: 0 })).status).toBe(200);
});

it('a skipped day, and each half of it that somebody begins to live, has calls of its own', async () => {
  const linked = await sandbox.press('plaid', 'link_bank', { bank_id: 'ins_901' });
  const { access_token } = linked.body.result as { access_token: string };
  const isUsedUp = async () => refused(await many(11, () => plaid('/accounts/balance/get', { access_token }))).length > 0;
  const isTaken = async () => (await plaid('/accounts/balance/get', { access_token })).status === 200;
  for (const pass of ['clock/advance', 'clock/beginning']) {
    expect(await isUsedUp()).toBe(true);
    await control(sandbox.url, pass, {});
    expect(await isTaken()).toBe(true);
  }
});

it('the store data takes 500 requests in ten seconds, of all connections together', async () => {
  await sandbox.press('rutter', 'quotas', { percent: 1 });
  const read = async () => answerOf(await fetch(`${sandbox.url}/rutter/versioned/connections/access_token?access_token=none`));
  // Five in each of two windows.
  const answers = await many(11, read);
  expect(refused(answers)[0]?.body).toMatchObject({ error_code: 'RATE_LIMITED' });
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
});
