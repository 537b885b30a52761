import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteContract } from '../../server/contract/define.ts';
import { eventStream } from '../../server/contract/events.ts';
import type { Receiver } from '../../server/db/generated/client.ts';
import { routes } from '../../server/http/routes/index.ts';
import { EventStreams } from '../../server/services/events/eventStreams.ts';
import { openEvents } from '../../server/services/events/openEvents.ts';
import { startHandedInSession } from '../../server/services/handIn/handedInSession.ts';
import { isReportFile } from '../../server/services/reports/reportFile.ts';
import { identifyCaller } from '../../server/services/signIn/identifyCaller.ts';
import type { Answer } from '../support/ask.ts';
import { named } from '../support/callAbout.ts';
import { eventually } from '../support/eventually.ts';
import { handInShop, shopToken } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { expectAnswers } from '../support/rightsTable.ts';
import { openShop, type TestShop } from '../support/shops.ts';

/** The stand-in's people of a new store. */
const [owner, mia, leo] = ['42', '43', '44'];

const choices = ['everything', 'setup', 'nothing'] as const;
type Choice = (typeof choices)[number];

interface Store extends TestShop {
  receiver: Receiver;
}

let product: TestProduct;
/** A store for each choice of the owner's about what the staff see. */
let stores: Readonly<Record<Choice, Store>>;
beforeAll(async () => {
  product = await testProduct();
  stores = { everything: await openStore('everything'), setup: await openStore('setup'), nothing: await openStore('nothing') };
});
afterAll(() => product.stop());

async function openStore(staff_access: Choice): Promise<Store> {
  const opened = await openShop(product);
  return { ...opened, receiver: await product.deps.database.receiver.update({ where: { id: opened.receiverId }, data: { staff_access } }) };
}

const handInAs = (sub: string, at: TestShop = stores.everything) => handInShop(product, at.shop, shopToken(product, at.shop, { sub }));
const tokenOf = async (sub: string, at?: TestShop): Promise<string> => (await handInAs(sub, at)).body.access_token;
const visitor = async (token: string) => (await product.call('/api/store_visitor', { token })).body;

/** Returns the token of a session of somebody of the store. Some calls end their session: each of those gets one that no other call has. */
const sessions = new Map<string, Promise<string>>();
function sessionFor(name: string, person: 'owner' | 'staff', { shop, receiver }: Store): Promise<string> {
  const key = `${shop} ${person} ${/end$|renewal$/.test(name) ? randomUUID() : ''}`;
  const made =
    sessions.get(key) ??
    startHandedInSession(product.deps, product.deps.programs.headway, receiver, {
      platformUserId: key,
      isOwner: person === 'owner',
      ofStore: { platform: 'shopify', store: shop },
    });
  sessions.set(key, made);
  return made;
}

async function askAs(person: 'owner' | 'staff', contract: RouteContract, store: Store): Promise<Answer> {
  const { path, method, subject } = contract;
  const token = await sessionFor(path, person, store);
  const name = store.receiver.token;
  const address = path.replace(/:(\w+)/g, (_, parameter: string) => (subject?.in === 'params' && subject.name === parameter ? name : 'something'));
  const query = subject?.in === 'query' && subject.by === 'either' ? `?${subject.name}=${name}` : '';
  return product.call(`${address}${query}`, { method, token, ...(method !== 'GET' && { body: {}, headers: { 'idempotency-key': randomUUID() } }) });
}

/** Every call about a merchant's own account, with the settings of the owner by which staff may make it; written by hand. */
const allowedAt: Readonly<Record<string, readonly string[]>> = {
  'POST /api/receivers/access_token_renewal': ['everything', 'setup', 'nothing'],
  'POST /api/receivers/handed_in_session_end': ['everything', 'setup', 'nothing'],
  'POST /api/receivers/hand_over': ['everything', 'setup', 'nothing'],
  'POST /api/session/end': ['everything', 'setup', 'nothing'],
  'GET /api/store_visitor': ['everything', 'setup', 'nothing'],
  'GET /api/programs/current/terms': ['everything', 'setup'],
  'GET /api/users/:id/kyb_status': ['everything', 'setup'],
  'GET /api/receiver': ['everything'],
  'GET /api/events': ['everything'],
  'GET /api/users/:id/plaid_account': ['everything'],
  'GET /api/users/:token/debit_authorization': ['everything'],
  'GET /api/users/:token/commerce': ['everything'],
  'GET /api/lithic_card': ['everything'],
  'GET /api/users/:token/pay_now': ['everything'],
  'GET /api/users/:token/draw_plan': ['everything'],
  'GET /api/users/:token/bank/fallback': ['everything'],
  'GET /api/users/:token/credit': ['everything'],
  'GET /api/users/:token/spending_power': ['everything'],
  'GET /api/users/:token/limit_history': ['everything'],
  'GET /api/users/:token/insights/spending': ['everything'],
  'GET /api/users/:token/insights/subscriptions': ['everything'],
  'GET /api/users/:token/insights/money_back': ['everything'],
  'GET /api/users/:token/cash_flow': ['everything'],
  'GET /api/users/:token/limit_levers': ['everything'],
  'GET /api/users/:token/limit_what_if': ['everything'],
  'GET /api/users/:token/declines': ['everything'],
  'GET /api/users/:token/decline_history': ['everything'],
  'GET /api/users/:token/shop': ['everything'],
  'GET /api/users/:token/calendar': ['everything'],
  'GET /api/users/:token/payments': ['everything'],
  'GET /api/users/:token/transactions': ['everything'],
  'GET /api/users/:token/transactions_csv': ['everything'],
  'GET /api/users/:token/transactions/:tab/:id': ['everything'],
  'GET /api/card_csv': ['everything'],
  'GET /api/bank_csv': ['everything'],
  'GET /api/rutter_store': ['everything'],
  'GET /api/users/:token/statements': ['everything'],
  'GET /api/users/:token/statements/:month': ['everything'],
  'GET /api/users/:token/card_months': ['everything'],
  'GET /api/users/:token/receivables_csv': ['everything'],
  'GET /api/users/:token/accounting_import': ['everything'],
  'GET /api/users/:token/team': ['everything'],
  'GET /api/users/:token/cards': ['everything'],
  'GET /api/users/:token/cards/:card': ['everything'],
  'GET /api/users/:token/cards_csv': ['everything'],
  'GET /api/users/:token/card_requests': ['everything'],
};

const contracts = routes.map((route) => route.contract);
const ofMerchants = named(contracts.filter(({ who }) => who === 'receiver'));
const ofOurStaff = named(contracts.filter(({ who }) => who === 'staff' || who === 'admin'));

const whatOf = ({ status, body }: Answer): string => (status === 401 || status === 403 ? `${status} ${body.code}: ${body.detail}` : 'let in');

function expectedOfStaff(name: string, choice: Choice): string {
  const allowed = allowedAt[name];
  if (allowed === undefined) return '403 forbidden: Only the owner of the store can do this. Ask Sam Turner to open the app.';
  if (allowed.includes(choice)) return 'let in';
  return '403 forbidden: The owner of the store has not opened this to its staff. Ask Sam Turner to change it in Settings.';
}

describe('every call about a merchant’s own account', () => {
  it.each(ofMerchants)('%s is open to the owner of the store, and to its staff only as the owner decided', (name, contract) =>
    expectAnswers(name, [
      { caller: 'the owner', ask: async () => whatOf(await askAs('owner', contract, stores.everything)), expected: 'let in' },
      ...choices.map((choice) => ({
        caller: `staff who see ${choice}`,
        ask: async () => whatOf(await askAs('staff', contract, stores[choice])),
        expected: expectedOfStaff(name, choice),
      })),
    ]),
  );

  it('knows each of the calls that staff may make, and no other', () => {
    expect(Object.keys(allowedAt).filter((name) => !ofMerchants.some(([known]) => known === name))).toEqual([]);
  });
});

describe('the staff of a store, whatever flags its account has', () => {
  const flag = (isSet: boolean) =>
    product.deps.database.receiver.update({ where: { id: stores.everything.receiverId }, data: { admin: isSet, support: isSet } });
  beforeAll(() => flag(true));
  afterAll(() => flag(false));

  it.each(ofOurStaff)('are closed out of %s', async (_name, contract) => {
    expect((await askAs('staff', contract, stores.everything)).status).toBe(403);
  });
});

describe('the people of a store', () => {
  // The calls above were more hand-ins than an address may make in a minute.
  beforeAll(() => product.deps.database.rateLimit.deleteMany());

  it('are told apart by what the platform says of them, not by what they say', async () => {
    const other = await openShop(product);
    expect(await visitor(await tokenOf(owner, other))).toEqual({ may_see: 'everything', owner_needed: null, setup_needs: null, completion: null });
    for (const staff of [mia, leo]) {
      const seen = await visitor(await tokenOf(staff, other));
      expect([seen.may_see, seen.owner_needed]).toEqual(['everything', 'Only the owner of the store can do this. Ask Sam Turner to open the app.']);
    }
  });

  it('have the rights of the owner from the next session on once the store is theirs, and no longer once it is not', async () => {
    const other = await openShop(product);
    const before = await tokenOf(mia, other);
    await product.press('shopify', 'transfer_ownership', { shop: other.shop, staff: mia });
    expect((await visitor(before)).owner_needed).not.toBeNull();
    expect((await visitor(await tokenOf(mia, other))).owner_needed).toBeNull();
    expect((await visitor(await tokenOf(owner, other))).owner_needed).toBe('Only the owner of the store can do this. Ask Mia Chen to open the app.');
  });

  it('see what the owner sets, from the next call on', async () => {
    const other = await openShop(product);
    const [owners, staffs] = [await tokenOf(owner, other), await tokenOf(mia, other)];
    const set = (token: string, staff_access: string) =>
      product.call(`/api/users/${other.userId}/staff_access`, { method: 'PUT', token, body: { staff_access } });
    expect((await product.call('/api/receiver', { token: staffs })).body).toMatchObject({
      abilities: ['view_account', 'download_reports'],
      staff_access: 'everything',
    });
    expect((await set(staffs, 'everything')).status).toBe(403);
    expect((await set(owners, 'setup')).body).toEqual({ staff_access: 'setup' });
    expect((await product.call('/api/receiver', { token: staffs })).status).toBe(403);
    expect((await visitor(staffs)).completion.length).toBeGreaterThan(0);
    await set(owners, 'nothing');
    expect(await visitor(staffs)).toEqual({
      may_see: 'nothing',
      owner_needed: 'The owner of the store has not opened this to its staff. Ask Sam Turner to change it in Settings.',
      setup_needs: null,
      completion: null,
    });
  });

  it('hear of no more changes once the owner closes the account to them', async () => {
    const other = await openShop(product);
    const staffs = await tokenOf(mia, other);
    const caller = await identifyCaller(product.deps, product.deps.programs.headway, staffs);
    const events = new EventStreams(product.deps.changeFeed, new Registry(), { beatMs: 50 });
    const opening = { caller, view: { scope: caller.scope, receiver: caller.receiver, isOwn: true }, program: product.deps.programs.headway };
    const rest = { accessToken: staffs, wants: eventStream, left: () => new AbortController().signal };
    const stream = await openEvents({ ...product.deps, events }, { ...opening, ...rest });
    if (!isReportFile(stream) || typeof stream.body === 'string' || Buffer.isBuffer(stream.body)) throw new Error('no stream was opened');
    const told = stream.body[Symbol.asyncIterator]();
    expect((await told.next()).value).toBe(': open\n\n');
    // Other changes by the opening of the shop may be told before.
    await eventually('a beat', async () => (await told.next()).value === ': beat\n\n');
    await product.deps.database.receiver.update({ where: { id: other.receiverId }, data: { staff_access: 'nothing' } });
    await eventually('the end', async () => (await told.next()).done === true);
  });

  it('use up no limit of calls but their own', async () => {
    const other = await openShop(product);
    const [owners, mias, leos] = [await tokenOf(owner, other), await tokenOf(mia, other), await tokenOf(leo, other)];
    const visit = async (token: string) => (await product.call('/api/store_visitor', { token })).status;
    expect(await visit(mias)).toBe(200);
    const data = { points: 600, expire: BigInt(Date.now() + 60_000) };
    await product.deps.database.rateLimit.updateMany({ where: { key: { startsWith: 'caller:' } }, data });
    expect([await visit(mias), await visit(leos), await visit(owners)]).toEqual([429, 200, 200]);
  });

  it('see no address of a calendar feed, which would be good after they have left', async () => {
    const other = await openShop(product);
    const [owners, staffs] = [await tokenOf(owner, other), await tokenOf(mia, other)];
    await product.call(`/api/users/${other.userId}/calendar/feed`, { method: 'POST', token: owners, body: {} });
    const feedOf = async (token: string) => (await product.call(`/api/users/${other.userId}/calendar`, { token })).body.feed_url;
    expect([typeof (await feedOf(owners)), await feedOf(staffs)]).toEqual(['string', null]);
  });

  it('cannot make the store open an account of their own', async () => {
    const other = await openShop(product);
    const { token, userId } = { token: await tokenOf(owner), userId: stores.everything.userId };
    const answer = await product.call(`/api/users/${userId}/platform_accounts`, {
      method: 'POST',
      token,
      body: { handed_in_access_token: await tokenOf(mia, other) },
    });
    expect([answer.status, answer.body.detail]).toEqual([409, 'Only the owner of the store can connect it to an account.']);
  });

  it('see amounts beside an order as the owner decided', async () => {
    const other = await openShop(product);
    const blockFor = async (sub: string) => (await product.call('/shopify/ext/order?id=1', { token: shopToken(product, other.shop, { sub }) })).body.state;
    expect([await blockFor(owner), await blockFor(mia)]).toEqual(['not_onboarded', 'not_onboarded']);
    await product.deps.database.receiver.update({ where: { id: other.receiverId }, data: { staff_access: 'nothing' } });
    expect([await blockFor(owner), await blockFor(mia)]).toEqual(['not_onboarded', 'hidden']);
  });

  it('are known for a day while the platform does not answer, and strangers are not let in', async () => {
    const other = await openShop(product);
    await tokenOf(mia, other);
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'shopify', kind: 'error_500', path: '/shopify/admin/oauth/access_token', remaining: 100 }),
    });
    const [known, unknown] = [await handInAs(mia, other), await handInAs(leo, other)];
    await fetch(`${product.sandboxUrl}/control/faults/shopify`, { method: 'DELETE' });
    expect([known.status, unknown.status]).toEqual([200, 503]);
    expect((await visitor(known.body.access_token)).owner_needed).not.toBeNull();
  });
});
