import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSessions } from '../../server/services/signIn/checkSessions.ts';
import { purgeExpired } from '../../server/services/upkeep/purgeExpired.ts';
import { eventually } from '../support/eventually.ts';
import { type Claims, nowSeconds, signHs256 } from '../support/handIn.ts';
import { newRun } from '../support/jobRun.ts';
import { type Person, signInToken, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let customer: Person;
beforeAll(async () => {
  product = await testProduct();
  customer = await signUp(product);
});
afterAll(() => product.stop());

const statusOf = async (token: string) => (await product.call('/api/receiver', { token })).status;
const logOut = (token: string) => product.call('/api/session/end', { method: 'POST', token, body: {} });

/** Makes another access token of a person, as another tab or browser of theirs gets it. */
const anotherToken = ({ email }: Person) => signInToken(product, 'headway', email);

/** Makes a token that is good, once the second of the log-out has passed. */
const signInAgain = (person: Person) =>
  eventually('a new token is good', async () => {
    const token = await anotherToken(person);
    return (await statusOf(token)) === 200 ? token : null;
  });

describe('a log-out', () => {
  it('refuses the token at once, and those of all other tabs', async () => {
    const person = await signUp(product);
    const other = await anotherToken(person);
    expect([await statusOf(person.token), await statusOf(other)]).toEqual([200, 200]);
    expect([(await logOut(person.token)).body, await statusOf(person.token), await statusOf(other)]).toEqual([{ ended: true }, 401, 401]);
    expect((await logOut(other)).status).toBe(401);
  });

  it('lets the same person sign in again, and disturbs nobody else', async () => {
    const [person, bystander] = [await signUp(product), await signUp(product)];
    await logOut(person.token);
    const token = await signInAgain(person);
    expect([await statusOf(token), await statusOf(person.token), await statusOf(bystander.token)]).toEqual([200, 401, 200]);
  });
});

describe('a session that a store handed in', () => {
  const signedPayload = (hash: string, user: { id: number; email: string }) => {
    const claims: Claims = {
      iss: 'bc',
      aud: product.config.bigcommerce.clientId,
      sub: `stores/${hash}`,
      iat: nowSeconds() - 1,
      nbf: nowSeconds() - 1,
      exp: nowSeconds() + 86_400,
      jti: randomUUID(),
      user,
      owner: { id: 1, email: `owner@${hash}.example` },
      url: '/',
    };
    return signHs256(claims, product.config.bigcommerce.clientSecret);
  };
  const handIn = (hash: string, id: number) =>
    product.call('/api/receivers/propel_auth_access_token', {
      method: 'POST',
      body: { auth_type: 'bigcommerce', session: signedPayload(hash, { id, email: `person${id}@${hash}.example` }) },
    });
  const newHash = () => randomUUID().replaceAll('-', '').slice(0, 10);

  it('ends in every tab of its person, and goes on for a colleague', async () => {
    const hash = newHash();
    const [tab, otherTab, colleague]: string[] = [];
    const tokens = [tab, otherTab, colleague];
    for (const [place, id] of [7, 7, 8].entries()) tokens[place] = (await handIn(hash, id)).body.access_token;
    expect(await Promise.all(tokens.map((token) => statusOf(token ?? '')))).toEqual([200, 200, 200]);
    await product.call('/api/receivers/handed_in_session_end', { method: 'POST', token: tokens[0], body: {} });
    expect(await Promise.all(tokens.map((token) => statusOf(token ?? '')))).toEqual([401, 401, 200]);
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: tokens[1], body: {} })).status).toBe(401);
    expect((await handIn(hash, 7)).status).toBe(200);
  });

  it('goes on when somebody of another store of the same account, with an equal id, leaves, or that store does', async () => {
    const [left, other] = [newHash(), newHash()];
    for (const store_hash of [left, other])
      await product.deps.database.bigcommerceStore.create({
        data: { store_hash, scope: '', owner_user_id: '1', owner_email: `owner@${store_hash}.example`, installed_at: new Date(Date.now() - 60_000) },
      });
    const first = await handIn(left, 7);
    await handIn(other, 7);
    const { id } = await product.deps.database.receiver.findUniqueOrThrow({ where: { token: first.body.propel_auth_user.userId } });
    await product.deps.database.platformAccount.updateMany({ where: { external_id: other }, data: { receiver_id: id } });
    const theirs = (await handIn(other, 7)).body.access_token;
    const leaving = async (end: (token: string) => Promise<unknown>) => {
      const token = (await handIn(left, 7)).body.access_token;
      expect(await statusOf(token)).toBe(200);
      await end(token);
      return [await statusOf(token), await statusOf(theirs)];
    };
    expect(await leaving((token) => product.call('/api/receivers/handed_in_session_end', { method: 'POST', token, body: {} }))).toEqual([401, 200]);
    const message = (path: string, person: number) =>
      product.call(`/bigcommerce/${path}?signed_payload_jwt=${signedPayload(left, { id: person, email: 'one@example.com' })}`);
    expect(await leaving(() => message('remove_user', 7))).toEqual([401, 200]);
    const owners = (await handIn(left, 1)).body.access_token;
    expect((await message('uninstall', 1)).status).toBe(204);
    expect([await statusOf(owners), await statusOf(theirs)]).toEqual([401, 200]);
  });

  it('does not begin while its person is being removed', async () => {
    const hash = newHash();
    const { database } = product.deps;
    await database.bigcommerceStore.create({
      data: { store_hash: hash, scope: '', owner_user_id: '1', owner_email: `owner@${hash}.example`, installed_at: new Date(Date.now() - 60_000) },
    });
    const { access_token } = (await handIn(hash, 7)).body;
    const removal = `/bigcommerce/remove_user?signed_payload_jwt=${signedPayload(hash, { id: 7, email: 'seven@example.com' })}`;
    await database.bigcommerceUser.create({ data: { store_hash: hash, user_id: '7', email: 'seven@example.com' } });
    const waiting = () => database.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`;
    // The store's removal is held up where it ends the sessions, which it does last.
    const late = await database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`SELECT 1 FROM platform_session WHERE store = ${hash} FOR UPDATE`;
        const leaving = product.call(removal);
        await eventually('the sessions are about to be ended', async () => (await waiting()).length > 0 || null);
        const entering = handIn(hash, 7);
        await Promise.race([entering, eventually('the new session waits too', async () => (await waiting()).length > 1 || null)]);
        return { leaving, entering };
      },
      { timeout: 60_000 },
    );
    const [left, entered] = [await late.leaving, await late.entering];
    expect(left.status).toBeLessThan(300);
    expect([await statusOf(access_token), entered.status === 200 ? await statusOf(entered.body.access_token) : 401]).toEqual([401, 401]);
  });

  it('is ended whatever way its token is spelled', async () => {
    const hash = newHash();
    await product.deps.database.bigcommerceStore.create({ data: { store_hash: hash, scope: '', owner_user_id: '1', owner_email: `owner@${hash}.example` } });
    const { access_token } = (await handIn(hash, 7)).body;
    const spellings = [access_token, `${access_token}=`, `${access_token}==`];
    for (const spelling of spellings.slice(0, 2)) expect(await statusOf(spelling)).toBe(200);
    const removed = await product.call(`/bigcommerce/remove_user?signed_payload_jwt=${signedPayload(hash, { id: 7, email: 'seven@example.com' })}`);
    expect(removed.status).toBeLessThan(300);
    for (const spelling of spellings) expect(await statusOf(spelling)).toBe(401);
  });

  it('is refused when it is not known to us, although the provider made its token for our server', async () => {
    const hash = newHash();
    const { access_token, propel_auth_user } = (await handIn(hash, 7)).body;
    const { programs, providers } = product.deps;
    const made = await providers.authentication.createAccessToken(programs.headway, propel_auth_user.userId, 25);
    expect([await statusOf(access_token), await statusOf(made.accessToken)]).toEqual([200, 401]);
  });

  it('is another than a colleague’s, also when both came in the same second', async () => {
    const hash = newHash();
    const answers = await Promise.all([1, 7, 8, 9].map((id) => handIn(hash, id)));
    const tokens = answers.map(({ body }) => body.access_token as string);
    expect(new Set(tokens).size).toBe(4);
    const visitors = await Promise.all(tokens.map(async (token) => (await product.call('/api/store_visitor', { token })).body.owner_needed === null));
    expect(visitors).toEqual([true, false, false, false]);
  });

  it('keeps its own id when its token is renewed, and ends with all of them', async () => {
    const hash = newHash();
    const { access_token, propel_auth_user } = (await handIn(hash, 7)).body;
    const renewed = (await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: access_token, body: {} })).body.access_token;
    const { id } = await product.deps.database.receiver.findUniqueOrThrow({ where: { token: propel_auth_user.userId } });
    const rows = await product.deps.database.handedInToken.findMany({ where: { receiver_id: id } });
    expect([rows.length, new Set(rows.map(({ session_id }) => session_id)).size]).toEqual([2, 1]);
    await product.call('/api/receivers/handed_in_session_end', { method: 'POST', token: renewed, body: {} });
    expect([await statusOf(access_token), await statusOf(renewed)]).toEqual([401, 401]);
  });

  it('of a disabled user is refused, not renewed and not handed in again', async () => {
    const hash = newHash();
    const { access_token, propel_auth_user } = (await handIn(hash, 7)).body;
    expect(await statusOf(access_token)).toBe(200);
    await product.press('propelauth', 'disable_user', { program: 'HEADWAY', email: propel_auth_user.email, enabled: 'false' });
    expect((await product.call('/api/receivers/access_token_renewal', { method: 'POST', token: access_token, body: {} })).status).toBe(401);
    expect((await handIn(hash, 7)).status).toBe(401);
    await checkSessions(product.deps);
    expect(await statusOf(access_token)).toBe(401);
  });
});

describe('a person whom the provider lets in no more', () => {
  const press = (button: string, person: Person, fields: object) => product.press('propelauth', button, { program: 'HEADWAY', email: person.email, ...fields });

  it.each([
    ['disabled', (person: Person) => press('disable_user', person, { enabled: 'false' })],
    ['locked', (person: Person) => press('lock_user', person, { locked: 'true' })],
    [
      'deleted',
      (person: Person) =>
        fetch(`${product.sandboxUrl}/api/backend/v1/user/${person.receiver.token}`, {
          method: 'DELETE',
          headers: {
            authorization: `Bearer ${product.config.propelauth.apiKeys.HEADWAY}`,
            'x-propelauth-url': new URL(product.deps.programs.headway.authUrl).hostname,
          },
        }),
    ],
  ])('%s: has no access after the next check, and nobody else is signed out', async (_, take) => {
    const [person, bystander] = [await signUp(product), await signUp(product)];
    expect([await statusOf(person.token), await statusOf(bystander.token)]).toEqual([200, 200]);
    await take(person);
    await checkSessions(product.deps);
    expect([await statusOf(person.token), await statusOf(bystander.token)]).toEqual([401, 200]);
  });

  it('is found by the scheduled job, and let in again with a new token once enabled', async () => {
    const person = await signUp(product);
    expect(await statusOf(person.token)).toBe(200);
    await press('disable_user', person, { enabled: 'false' });
    await product.deps.queue.runSchedules(AbortSignal.timeout(60_000));
    // The job orders the next check, half a minute later: it would find what other tests leave for theirs.
    await product.deps.database.$executeRaw`DELETE FROM pgboss.job WHERE name = 'check-sessions' AND state = 'created'`;
    expect(await statusOf(person.token)).toBe(401);
    await press('disable_user', person, { enabled: 'true' });
    await signInAgain(person);
    expect(await statusOf(person.token)).toBe(401);
  });

  it('keeps access while the provider cannot be asked, and nobody is signed out by that', async () => {
    const person = await signUp(product);
    await signUp(product, { program: 'boost' });
    expect(await statusOf(person.token)).toBe(200);
    await press('disable_user', person, { enabled: 'false' });
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'propelauth', kind: 'error_500', path: '/api/backend/v1/user', remaining: 100 }),
    });
    const failure = await checkSessions(product.deps).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errors: [{ name: 'Unavailable' }, { name: 'Unavailable' }] });
    await fetch(`${product.sandboxUrl}/control/faults/propelauth`, { method: 'DELETE' });
    expect(await statusOf(person.token)).toBe(200);
    await checkSessions(product.deps);
    expect(await statusOf(person.token)).toBe(401);
  });

  it('is asked after with everybody else in one call, and only for half an hour after the last call', async () => {
    await product.deps.database.signIn.updateMany({ data: { seen_at: new Date(Date.now() - 31 * 60_000) } });
    const people = [await signUp(product), await signUp(product)];
    for (const { token } of people) await statusOf(token);
    const calls = async () => {
      const answer = await fetch(`${product.sandboxUrl}/control/journal?stand_in=propelauth&limit=1000`);
      const { entries }: { entries: { path: string }[] } = JSON.parse(await answer.text());
      return entries.filter(({ path }) => path.includes('/user/user_ids'));
    };
    const before = (await calls()).length;
    await checkSessions(product.deps);
    expect((await calls()).length - before).toBe(1);
  });

  it('is forgotten a day later, together with the ended sessions that stores handed in', async () => {
    const [gone, present] = [await signUp(product), await signUp(product)];
    await Promise.all([logOut(gone.token), logOut(present.token)]);
    const { signIn, handedInSession } = product.deps.database;
    const days = (count: number) => new Date(Date.now() - count * 86_400_000 - 1_000);
    await signIn.update({ where: { receiver_id: gone.receiver.id }, data: { seen_at: days(1), signed_out_at: days(1) } });
    const ended = (id: string, ends_at: Date) => ({
      id,
      is_owner: true,
      receiver_id: gone.receiver.id,
      started_at: new Date(ends_at.getTime() - 3_600_000),
      ends_at,
    });
    const [forgotten, kept] = [randomUUID(), randomUUID()];
    await handedInSession.createMany({ data: [ended(forgotten, days(1)), ended(kept, days(0))] });
    await purgeExpired(product.deps, newRun());
    const left = await signIn.findMany({ where: { receiver_id: { in: [gone.receiver.id, present.receiver.id] } } });
    expect(left.map(({ receiver_id }) => receiver_id)).toEqual([present.receiver.id]);
    expect((await handedInSession.findMany({ where: { receiver_id: gone.receiver.id } })).map(({ id }) => id)).toEqual([kept]);
  });
});

describe('a masquerade ends for good', () => {
  const look = (token: string) => product.call(`/api/receiver?token=${customer.receiver.id}`, { token });
  const begin = (token: string) => product.call(`/api/receiver?email=${encodeURIComponent(customer.email)}`, { token });
  const setFlags = (person: Person, flags: { admin?: boolean; support?: boolean }) =>
    product.deps.database.receiver.update({ where: { id: person.receiver.id }, data: flags });

  async function viewing(): Promise<Person> {
    const staff = await signUp(product, { staff: { admin: true, support: true } });
    expect((await begin(staff.token)).status).toBe(200);
    expect((await look(staff.token)).status).toBe(200);
    return staff;
  }

  it.each([
    ['the staff flags are', { admin: false, support: false }],
    ['one of them is', { admin: false }],
  ])('when %s withdrawn, also if they come back', async (_, flags) => {
    const staff = await viewing();
    await setFlags(staff, flags);
    await setFlags(staff, { admin: true, support: true });
    expect((await look(staff.token)).body.code).toBe('masquerade_over');
  });

  it('when the staff member logs out', async () => {
    const staff = await viewing();
    await logOut(staff.token);
    const token = await signInAgain(staff);
    expect((await look(token)).body.code).toBe('masquerade_over');
  });

  it('when the staff member is disabled', async () => {
    const staff = await viewing();
    const fields = { program: 'HEADWAY', email: staff.email };
    await product.press('propelauth', 'disable_user', { ...fields, enabled: 'false' });
    await checkSessions(product.deps);
    await product.press('propelauth', 'disable_user', { ...fields, enabled: 'true' });
    expect((await look(await signInAgain(staff))).body.code).toBe('masquerade_over');
  });

  it('when the flag is withdrawn in the instant in which it begins', async () => {
    for (let attempt = 0; attempt < 15; attempt += 1) {
      const staff = await signUp(product, { staff: { admin: true } });
      await Promise.all([begin(staff.token), setFlags(staff, { admin: false })]);
      await setFlags(staff, { admin: true });
      expect((await look(staff.token)).body.code).toBe('masquerade_over');
    }
  });

  it('and two colleagues may begin to view each other at once', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const [one, other] = [await signUp(product, { staff: { admin: true } }), await signUp(product, { staff: { admin: true } })];
      const view = (from: Person, at: Person) => product.call(`/api/receiver?email=${encodeURIComponent(at.email)}`, { token: from.token });
      expect((await Promise.all([view(one, other), view(other, one)])).map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});
