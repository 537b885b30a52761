import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteContract } from '../../server/contract/define.ts';
import { can } from '../../server/domain/access/access.ts';
import { routes } from '../../server/http/routes/index.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import type { Answer } from '../support/ask.ts';
import { callAbout, cardOf, handleOf, type Named, named } from '../support/callAbout.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { expectAnswers, type Row } from '../support/rightsTable.ts';

let product: TestProduct;
let merchant: Person;
let another: Person;
let foreigner: Person;
let support: Person;
let admin: Person;
let former: Person;

beforeAll(async () => {
  product = await testProduct();
  merchant = await signUp(product);
  another = await signUp(product);
  foreigner = await signUp(product, { program: 'boost' });
  support = await signUp(product, { staff: { support: true } });
  admin = await signUp(product, { staff: { admin: true } });
  await product.deps.database.card.createMany({
    data: [merchant, another, foreigner].map(({ receiver }) => ({
      receiver_id: receiver.id,
      token: cardOf(receiver),
      account_token: 'account',
      type: 'VIRTUAL',
      state: 'CLOSED',
      last_four: '4242',
      name_on_card: 'Corner Bakery',
      spend_limit: 1n,
      created_at: new Date(),
    })),
  });
  await indexOwners(product.deps.database);
  for (const { receiver } of [merchant, another, foreigner]) {
    const link = { receiver_id: receiver.id, handle: handleOf(receiver), linked_at: new Date() };
    const token = (table: 'bank_link' | 'commerce_link') => product.deps.secrets.encrypt('token', { table, column: 'access_token', owner: receiver.id });
    await product.deps.database.bankLink.create({ data: { ...link, item_id: 'item', access_token: token('bank_link') } });
    await product.deps.database.commerceLink.create({
      data: { ...link, source: 'rutter', connection_id: 'store', platform: 'SHOPIFY', access_token: token('commerce_link') },
    });
  }
  former = await formerStaff();
});

/** Makes somebody of the staff who was let in a moment ago. */
async function formerStaff(): Promise<Person> {
  const person = await signUp(product, { staff: { support: true } });
  await masquerade(person, merchant);
  await product.deps.database.receiver.update({ where: { id: person.receiver.id }, data: { support: false } });
  return person;
}

/** Opens a customer's view, like the page with `masqueradeAs`. */
async function masquerade(staff: Person, customer: Person): Promise<void> {
  const answer = await product.call(`/api/receiver?email=${encodeURIComponent(customer.email)}`, { token: staff.token });
  expect(answer.status).toBe(200);
}
afterAll(() => product.stop());

const ask = (contract: RouteContract, about: Named, caller: Person | undefined) => callAbout(product, contract, about, caller?.token);

const withoutRequestId = ({ body }: Answer) => ({ ...body, request_id: '' });
const nobody = (): Named => ({ id: randomUUID(), token: randomUUID() });

const contracts = routes.map((route) => route.contract);
const closed = contracts.filter((contract) => contract.who !== 'anyone');
const isForStaff = (contract: RouteContract) => contract.who === 'staff' || contract.who === 'admin';

/** Begun once for all calls; the call that ends it comes last. */
const endsMasquerade = ({ path }: RouteContract) => path.endsWith('/masquerade_end');
const inOrder = closed.toSorted((one, other) => Number(endsMasquerade(one)) - Number(endsMasquerade(other)));

const statusOf = async (answer: Promise<Answer>) => (await answer).status;

/** Those who are let in nowhere by a call that is not open, whoever it is about. */
function strangers(contract: RouteContract): Row[] {
  return [
    { caller: 'nobody, without a token', ask: () => statusOf(ask(contract, merchant.receiver, undefined)), expected: 401 },
    { caller: 'a merchant with a token of another program', ask: () => statusOf(ask(contract, foreigner.receiver, foreigner)), expected: 401 },
  ];
}

/** Those whom a call of the staff's refuses. */
function withoutTheFlag(contract: RouteContract): Row[] {
  const asMerchant = async () => {
    const { status, body } = await ask(contract, merchant.receiver, merchant);
    return [status, body.code];
  };
  return [
    ...(isForStaff(contract) ? [{ caller: 'a merchant', ask: asMerchant, expected: [403, 'forbidden'] }] : []),
    ...(contract.who === 'admin' ? [{ caller: 'support', ask: () => statusOf(ask(contract, merchant.receiver, support)), expected: 403 }] : []),
  ];
}

/** Whether staff who opened the merchant's view may make a call there: what their role may, and nothing that is the merchant's alone. */
function isLetIn(contract: RouteContract, staff: Person): boolean {
  const isMerchantsAlone = contract.method !== 'GET' && contract.masquerade === 'refused';
  const mayByRole =
    (contract.who !== 'admin' || staff === admin) && (!contract.action || can(callerOf(staff.receiver), contract.action, { ...merchant.receiver }));
  return mayByRole && !isMerchantsAlone;
}

/** Those who ask about somebody else. */
function aboutAnother(contract: RouteContract): Row[] {
  const asAnother = async () => {
    const [others, nobodys] = [await ask(contract, merchant.receiver, another), await ask(contract, nobody(), another)];
    return { others: others.status, nobodys: nobodys.status, areAlike: isDeepStrictEqual(withoutRequestId(others), withoutRequestId(nobodys)) };
  };
  const inMasquerade = (caller: string, staff: Person): Row => ({
    caller: `${caller} in the merchant’s view`,
    ask: async () => ({ 401: 'signed out', 403: 'refused' })[await statusOf(ask(contract, merchant.receiver, staff))] ?? 'let in',
    expected: isLetIn(contract, staff) ? 'let in' : 'refused',
  });
  return [
    ...(isForStaff(contract) ? [] : [{ caller: 'another merchant', ask: asAnother, expected: { others: 404, nobodys: 404, areAlike: true } }]),
    { caller: 'an admin, about a customer of another program', ask: () => statusOf(ask(contract, foreigner.receiver, admin)), expected: 404 },
    inMasquerade('support', support),
    inMasquerade('an admin', admin),
    {
      caller: 'staff whose flag was withdrawn after they opened the merchant’s view',
      ask: () => statusOf(ask(contract, merchant.receiver, former)),
      expected: isForStaff(contract) ? 403 : 404,
    },
  ];
}

describe('every route that is not open', () => {
  beforeAll(async () => {
    for (const staff of [support, admin]) await masquerade(staff, merchant);
  });

  it.each(named(inOrder))('%s answers each caller as it may', (name, contract) =>
    expectAnswers(name, [...strangers(contract), ...withoutTheFlag(contract), ...(contract.subject ? aboutAnother(contract) : [])]),
  );
});

describe('what staff do', () => {
  it('is in the audit log of the customer, with who, what and from where, refusals included', async () => {
    const customer = await signUp(product);
    await masquerade(support, customer);
    await product.call(`/api/receiver?token=${customer.receiver.id}`, { token: support.token });
    await product.call(`/api/users/${customer.receiver.token}`, { method: 'PATCH', token: support.token, body: { accepted_privacy_policy: true } });
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: customer.receiver.id }, orderBy: { sequence: 'asc' } });
    expect(rows.map((row) => [row.actor_id, row.actor_role, row.action, row.outcome])).toEqual([
      [support.receiver.id, 'support', 'masquerade', 'done'],
      [support.receiver.id, 'support', 'GET /api/receiver', 'done'],
      [support.receiver.id, 'support', 'PATCH /api/users/:token', 'begun'],
      [support.receiver.id, 'support', 'PATCH /api/users/:token', 'refused'],
    ]);
    expect(rows.every((row) => row.request_id && row.ip_address?.includes('127.'))).toBe(true);
    expect((await product.deps.database.receiver.findUniqueOrThrow({ where: { id: customer.receiver.id } })).accepted_privacy_policy).toBe(false);
  });

  it('a merchant who asks to masquerade is refused whether or not there is such a customer, and that is written down', async () => {
    const curious = await signUp(product);
    const [known, unknown] = await Promise.all(
      [merchant.email, 'nobody@example.com'].map((email) => product.call(`/api/receiver?email=${encodeURIComponent(email)}`, { token: curious.token })),
    );
    expect([known?.status, unknown?.status]).toEqual([403, 403]);
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: curious.receiver.id } });
    expect(rows.map((row) => [row.action, row.outcome, row.actor_role])).toEqual(Array(2).fill(['masquerade', 'refused', 'merchant']));
  });

  it('support sees the customer of that email', async () => {
    const answer = await product.call(`/api/receiver?email=${encodeURIComponent(merchant.email.toUpperCase())}`, { token: support.token });
    expect(answer.body).toMatchObject({ id: merchant.receiver.id, email: merchant.email });
  });
});

describe('a masquerade', () => {
  it('has to be begun, ends after 60 minutes by itself, and may be begun again', async () => {
    const customer = await signUp(product);
    const look = () => product.call(`/api/receiver?token=${customer.receiver.id}`, { token: support.token });
    expect((await look()).body.code).toBe('masquerade_over');
    await masquerade(support, customer);
    expect((await look()).status).toBe(200);
    await product.deps.database.$executeRaw`
      UPDATE masquerade_session SET started_at = started_at - interval '60 minutes', expires_at = expires_at - interval '60 minutes' WHERE receiver_id = ${customer.receiver.id}::uuid`;
    const over = await look();
    expect([over.status, over.body.code]).toEqual([403, 'masquerade_over']);
    await masquerade(support, customer);
    expect((await look()).status).toBe(200);
  });

  it('ends when its staff member leaves it', async () => {
    const customer = await signUp(product);
    await masquerade(support, customer);
    const end = () => product.call(`/api/staff/receivers/${customer.receiver.token}/masquerade_end`, { method: 'POST', token: support.token, body: {} });
    expect([(await end()).body, (await end()).body]).toEqual([{ ended: true }, { ended: false }]);
    expect((await product.call(`/api/receiver?token=${customer.receiver.id}`, { token: support.token })).body.code).toBe('masquerade_over');
  });

  it('of one staff member lets no other in', async () => {
    const customer = await signUp(product);
    await masquerade(support, customer);
    expect((await product.call(`/api/receiver?token=${customer.receiver.id}`, { token: admin.token })).body.code).toBe('masquerade_over');
  });
});

describe('bodies', () => {
  it.each(named(contracts.filter((contract) => contract.method !== 'GET')))('%s takes no form and no plain text', async (_name, contract) => {
    const path = contract.path.replace(/:(\w+)/g, merchant.receiver.token);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await product.call(path, { method: contract.method, token: merchant.token, body: 'a=1', headers: { 'content-type': type } });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('that are too large, or no JSON, are refused and say so', async () => {
    const patch = (body: string) => product.call(`/api/users/${merchant.receiver.token}`, { method: 'PATCH', token: merchant.token, body });
    expect((await patch(JSON.stringify({ business_name: 'x'.repeat(300_000) }))).status).toBe(413);
    expect((await patch('{"business_name":')).status).toBe(400);
    expect((await patch('[]')).status).toBe(400);
  });
});
