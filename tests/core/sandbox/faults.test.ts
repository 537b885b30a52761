import Lithic from 'lithic';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let account_token: string;

const lithic = () => new Lithic({ apiKey: sandbox.config.lithic.apiKey, baseURL: `${sandbox.url}/lithic`, maxRetries: 0 });

const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };

beforeAll(async () => {
  sandbox = await openSandbox();
  ({ account_token } = await lithic().accountHolders.create({
    workflow: 'KYB_BASIC',
    tos_timestamp: '2026-11-21T10:00:00Z',
    nature_of_business: 'Sells goods',
    business_entity: { legal_business_name: 'Acme', government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
    control_person: { first_name: 'Ada', last_name: 'A', dob: '1980-02-01T00:00:00Z', email: 'ada@acme.test', government_id: '123-45-6789', address },
    beneficial_owner_individuals: [],
  }));
});
afterAll(() => sandbox.stop());

async function control(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${sandbox.url}/control/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const arm = (order: Record<string, unknown>) => control('POST', 'faults', { stand_in: 'lithic', ...order });
afterEach(() => control('DELETE', 'faults'));

const cardCount = async () => (await lithic().cards.list({ account_token, page_size: 100 })).data.length;
const makeCard = () => lithic().cards.create({ type: 'VIRTUAL', account_token });

describe('a fault on demand', () => {
  it('500 refuses in the issuer’s own words, for as many calls as asked', async () => {
    const before = await cardCount();
    await arm({ kind: 'error_500', remaining: 2 });
    for (let count = 0; count < 2; count += 1) {
      await expect(makeCard()).rejects.toMatchObject({ status: 500, error: { message: expect.any(String), debugging_request_id: expect.any(String) } });
    }
    await makeCard();
    expect(await cardCount()).toBe(before + 1);
  });

  it('429 says when to come back', async () => {
    await arm({ kind: 'rate_limited', retry_after_s: 7 });
    const error = await makeCard().catch((refusal: InstanceType<typeof Lithic.APIError>) => refusal);
    expect(error).toMatchObject({ status: 429 });
    expect(error instanceof Lithic.APIError && error.headers?.get('retry-after')).toBe('7');
  });

  it('half-open sends a part of the body first', async () => {
    await arm({ kind: 'half_open' });
    const limit = new AbortController();
    const answer = await fetch(`${sandbox.url}/lithic/v1/cards`, { headers: { Authorization: sandbox.config.lithic.apiKey }, signal: limit.signal });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('{"half": "');
    setTimeout(() => limit.abort(), 300);
    await expect(reader?.read()).rejects.toThrow();
  });

  it('nonsense is not JSON', async () => {
    await arm({ kind: 'nonsense' });
    await expect(makeCard()).rejects.toThrow();
  });

  it('hits only the calls that its path names', async () => {
    await arm({ kind: 'error_500', path: 'POST /lithic/v1/cards' });
    expect((await lithic().cards.list({ account_token })).data).toEqual(expect.any(Array));
    await expect(makeCard()).rejects.toMatchObject({ status: 500 });
  });

  it('several come one after the other, and all go when told to', async () => {
    await arm({ kind: 'error_500' });
    await arm({ kind: 'cut' });
    await expect(makeCard()).rejects.toMatchObject({ status: 500 });
    expect((await control('GET', 'faults')).body.faults).toMatchObject([{ kind: 'cut', remaining: 1 }]);
    await control('DELETE', 'faults/lithic');
    await makeCard();
  });

  it.each([
    [{ kind: 'explode' }, 400],
    [{ kind: 'cut', stand_in: 'nobody' }, 404],
    [{ kind: 'cut', remaining: 0 }, 400],
    [{ kind: 'cut', unknown: 1 }, 400],
  ])('%j is refused with %i', async (order, status) => {
    expect((await arm(order)).status).toBe(status);
  });

  it('stands in the journal beside the call it hit', async () => {
    await arm({ kind: 'error_500' });
    await makeCard().catch(() => undefined);
    const { body } = await control('GET', 'journal?stand_in=lithic&limit=1');
    expect(body.entries).toMatchObject([{ method: 'POST', path: '/lithic/v1/cards', status: 500, fault: 'error_500' }]);
  });
});
