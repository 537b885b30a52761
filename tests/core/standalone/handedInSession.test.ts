import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHandedInSession, type HandedInSession, type HandedInState } from '../../../standalone/session/handedInSession.ts';
import { storeHandIn } from '../../support/handIns.ts';
import { type TestProduct, testProduct } from '../../support/product.ts';
import { leavePage, openPageOf } from './onPage.ts';

afterAll(leavePage);

const minuteMs = 60_000;

let product: TestProduct;
let session: HandedInSession;
let aheadMs: number;

beforeAll(async () => {
  product = await testProduct();
  openPageOf(product.url);
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.deps.database.handedInSession.deleteMany();
  aheadMs = 0;
});
afterEach(() => session.end());

/** Hands a store's session in on a page whose clock is ours to set, and waits until it is known what became of it. */
async function handIn(email: string, token: { lifeSeconds?: number } = {}): Promise<HandedInState> {
  const query = new URLSearchParams(await storeHandIn(email, token));
  const nowMs = () => Date.now() + aheadMs;
  session = createHandedInSession({ kind: 'jwt', session: query.get('session_jwt') ?? '', sessionType: 'bigcommerce' }, nowMs);
  expect(session.state()).toEqual({ kind: 'exchanging' });
  const settled = new Promise<HandedInState>((resolve) => {
    session.onChange(() => resolve(session.state()));
  });
  session.open();
  return settled;
}

const email = () => `${randomUUID()}@example.com`;

describe('a handed-in session', () => {
  it('is its owner’s, with a token that the product takes', async () => {
    const owner = email();
    expect(await handIn(owner)).toMatchObject({ kind: 'open', user: { email: owner, orgs: [] } });
    const token = await session.accessToken();
    expect((await product.call('/api/receiver', { token: token ?? '' })).body).toMatchObject({ email: owner });
  });

  it('keeps its token until the last ten minutes, and renews it then, once for all who ask', async () => {
    await handIn(email());
    const first = await session.accessToken();
    aheadMs = 19 * minuteMs;
    expect(await session.accessToken()).toBe(first);
    aheadMs = 21 * minuteMs;
    const [second, third] = await Promise.all([session.accessToken(), session.accessToken()]);
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(await session.accessToken()).toBe(second);
    expect((await product.call('/api/receiver', { token: second ?? '' })).status).toBe(200);
  });

  it('renews a token that was refused, and only that', async () => {
    await handIn(email());
    const first = (await session.accessToken()) ?? '';
    const second = await session.renewedToken(first);
    expect(second).not.toBe(first);
    expect(await session.renewedToken(first)).toBe(second);
  });

  it('is over when it may be renewed no more', async () => {
    await handIn(email());
    await product.deps.database.handedInSession.deleteMany();
    aheadMs = 21 * minuteMs;
    expect(await session.accessToken()).toBeNull();
    expect(session.state()).toEqual({ kind: 'expired' });
    expect(await session.accessToken()).toBeNull();
  });

  it('goes on with its token while the server cannot be reached, and fails only when that has ended', async () => {
    await handIn(email());
    const first = await session.accessToken();
    openPageOf('http://127.0.0.1:1');
    aheadMs = 29 * minuteMs;
    expect(await session.accessToken()).toBe(first);
    aheadMs = 31 * minuteMs;
    await expect(session.accessToken()).rejects.toMatchObject({ code: 'network' });
    openPageOf(product.url);
    expect(await session.accessToken()).not.toBe(first);
    expect(session.state().kind).toBe('open');
  });

  it('that is not good is expired', async () => {
    expect(await handIn(email(), { lifeSeconds: -60 })).toEqual({ kind: 'expired' });
    expect(await session.accessToken()).toBeNull();
  });

  it('that could not be exchanged has failed in words, and opens when tried again', async () => {
    openPageOf('http://127.0.0.1:1');
    expect(await handIn(email())).toEqual({ kind: 'failed', message: 'We could not be reached. Check your connection and try again.' });
    openPageOf(product.url);
    const opened = new Promise<void>((resolve) => {
      session.onChange(() => {
        if (session.state().kind === 'open') resolve();
      });
    });
    session.open();
    await opened;
  });

  it('that ended at the server is renewed no more, and ending it again does no harm', async () => {
    await handIn(email());
    await session.endAtServer();
    await session.endAtServer();
    expect(await product.deps.database.handedInSession.count({ where: { revoked_at: null } })).toBe(0);
    aheadMs = 21 * minuteMs;
    expect(await session.accessToken()).toBeNull();
    await session.endAtServer();
  });

  it('says when the server could not be told of its end', async () => {
    await handIn(email());
    openPageOf('http://127.0.0.1:1');
    await expect(session.endAtServer()).rejects.toMatchObject({ code: 'network' });
    openPageOf(product.url);
  });

  it('forgets its token when it ends', async () => {
    await handIn(email());
    session.end();
    expect(await session.accessToken()).toBeNull();
    expect(await session.renewedToken('any')).toBeNull();
  });
});
