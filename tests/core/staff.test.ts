import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { addTransferRows } from '../support/activityRows.ts';
import { kybForm } from '../support/businessForms.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let support: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  support = await signUp(product, { staff: { support: true } });
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());

const act = (staff: Person | undefined, customer: Person, action: string, body: Record<string, unknown> = {}) =>
  product.call(`/api/staff/receivers/${customer.receiver.token}/actions/${action}`, {
    method: 'POST',
    token: staff?.token,
    body: { reason: 'asked by the customer', confirmation: 'Corner Shop', ...body },
    headers: { 'idempotency-key': randomUUID() },
  });

/** A customer with something in every field that an action may clear. */
async function customerWithEverything(): Promise<Person> {
  const person = await signUp(product);
  const receiver = await product.deps.database.receiver.update({
    where: { id: person.receiver.id },
    data: {
      business_name: 'Corner Shop',
      business_address: '1 Main St, New York, NY 10001',
      ein_encrypted: product.deps.secrets.encrypt('123456789', { table: 'receiver', column: 'ein_encrypted', owner: person.receiver.id }),
      ein_last_four: '6789',
      accepted_privacy_policy: true,
      accepted_terms_and_conditions: true,
      accepted_card_holders_agreement: true,
      lithic_account_holder_token: randomUUID(),
      lithic_account_token: randomUUID(),
      lithic_card_token: randomUUID(),
      kyb_status: 'ACCEPTED',
      plaid_access_token: 'BLANK',
      plaid_item_id: 'BLANK',
      rutter_access_token: 'BLANK',
      card_request: 'virtual',
    },
  });
  return { ...person, receiver };
}

const stored = (person: Person) => product.deps.database.receiver.findUniqueOrThrow({ where: { id: person.receiver.id } });
const auditOf = (person: Person) => product.deps.database.auditLog.findMany({ where: { receiver_id: person.receiver.id }, orderBy: { sequence: 'asc' } });

const everyAction = [
  'mark_as_fraud',
  'lock_account',
  'unlock_account',
  'reset_kyb',
  'override_rutter',
  'reset_ein',
  'reset_onboarding',
  'update_bank',
  'reset_card',
  'reset_bank',
  'download_repayment_csv',
  'add_receivables',
];

describe('who may do what to a customer', () => {
  // Written down from the roles: Mark as Fraud is support's, Add Receivables anybody's on the staff, the rest is admin's.
  const may: Readonly<Record<string, readonly string[]>> = {
    support: ['mark_as_fraud', 'add_receivables'],
    admin: everyAction.filter((action) => action !== 'mark_as_fraud'),
  };
  it.each(everyAction)('%s', async (action) => {
    const customer = await customerWithEverything();
    const another = await signUp(product);
    expect((await act(undefined, customer, action)).status).toBe(401);
    expect((await act(another, customer, action)).status).toBe(403);
    expect((await act(customer, customer, action)).status).toBe(403);
    expect((await act(support, customer, action)).status).toBe(may.support?.includes(action) ? 200 : 403);
    expect((await act(admin, customer, action)).status).toBe(may.admin?.includes(action) ? 200 : 403);
    const rows = await auditOf(customer);
    const refused = rows.filter((row) => row.outcome === 'refused').map((row) => [row.actor_email, row.action]);
    const expected = [support, admin]
      .filter((staff) => !may[staff === admin ? 'admin' : 'support']?.includes(action))
      .map((staff) => [staff.email, `admin action ${action}`]);
    expect(refused).toEqual(expected);
  });
});

describe('Mark as Fraud with the override', () => {
  const override = { override_fraud: true };

  it('is for admins too, and is written down as such', async () => {
    const customer = await customerWithEverything();
    expect((await act(admin, customer, 'mark_as_fraud', override)).status).toBe(200);
    expect(await stored(customer)).toMatchObject({ is_fraud: true });
    expect((await auditOf(customer)).at(-1)).toMatchObject({ actor_email: admin.email, details: { action: 'mark_as_fraud', override_fraud: true } });
  });
});

describe('what is the customer’s alone', () => {
  const asked: [string, (customer: Person) => { path: string; method?: string; body?: unknown }][] = [
    [
      'accepting an agreement',
      ({ receiver }) => ({ path: `/api/users/${receiver.token}/agreements/privacy_policy`, method: 'POST', body: { version: '2026-01-01' } }),
    ],
    ['submitting KYB', ({ receiver }) => ({ path: `/api/users/${receiver.token}/kyb`, method: 'POST', body: { form: kybForm() } })],
    ['asking for the card number', ({ receiver }) => ({ path: `/api/lithic_card_embedded?token=card-of-${receiver.id}&showPan=true` })],
  ];
  it.each(asked)('%s is refused to staff who view the account', async (_, request) => {
    const customer = await signUp(product);
    const { id: receiverId } = customer.receiver;
    await product.deps.database.card.create({
      data: {
        receiver_id: receiverId,
        token: `card-of-${receiverId}`,
        account_token: 'account',
        type: 'VIRTUAL',
        state: 'CLOSED',
        last_four: '4242',
        name_on_card: 'Corner Shop',
        spend_limit: 1n,
        created_at: new Date(),
      },
    });
    await indexOwners(product.deps.database);
    const before = await stored(customer);
    for (const staff of [support, admin]) {
      await product.call(`/api/receiver?email=${encodeURIComponent(customer.email)}`, { token: staff.token });
      const { path, ...options } = request(customer);
      const answer = await product.call(path, { ...options, token: staff.token, headers: options.method ? { 'idempotency-key': randomUUID() } : {} });
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    expect(await stored(customer)).toEqual(before);
    const refused = (await auditOf(customer)).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ actor_email }) => actor_email)).toEqual([support.email, admin.email]);
  });
});

describe('parameters of the page', () => {
  it.each(['admin', 'boss=true', 'debug', 'onboardingStep=-1', 'admin&boss=true&debug&onboardingStep=-1'])(
    '%s of a merchant changes nothing',
    async (noise) => {
      const merchant = await customerWithEverything();
      const own = `/api/staff/receivers/${merchant.receiver.token}`;
      const before = await stored(merchant);
      const body = { override_cents: 900_000, expires_at: null, reason: 'I would like more' };
      const refused = [
        await product.call(`${own}/actions/unlock_account?${noise}`, {
          method: 'POST',
          token: merchant.token,
          body: { reason: 'please' },
          headers: { 'idempotency-key': randomUUID() },
        }),
        await product.call(`${own}/spending_power_override?${noise}`, { method: 'PUT', token: merchant.token, body }),
        await product.call(`${own}/audit?${noise}`, { token: merchant.token }),
        await product.call(`/api/users/${merchant.receiver.token}?${noise}`, {
          method: 'PATCH',
          token: merchant.token,
          body: { admin: true, is_locked: false, override_spend_limit: 1 },
        }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(await stored(merchant)).toEqual(before);
    },
  );
});

describe('what an action does', () => {
  const cleared = {
    reset_kyb: ['lithic_account_holder_token', 'ein'],
    reset_ein: ['ein'],
    reset_card: ['lithic_card_token', 'card_request'],
    reset_bank: ['plaid_access_token', 'plaid_item_id'],
    reset_onboarding: [
      'rutter_access_token',
      'plaid_access_token',
      'plaid_item_id',
      'lithic_account_holder_token',
      'ein',
      'accepted_privacy_policy',
      'accepted_terms_and_conditions',
      'accepted_card_holders_agreement',
      'lithic_account_token',
      'lithic_card_token',
      'business_name',
      'business_address',
      'card_request',
    ],
  };
  it.each(Object.entries(cleared))('%s clears its fields and no other, and says so', async (action, fields) => {
    const customer = await customerWithEverything();
    const before = (await product.call('/api/receiver', { token: customer.token })).body;
    const answer = await act(admin, customer, action);
    expect(answer.status).toBe(200);
    const after = (await product.call('/api/receiver', { token: customer.token })).body;
    const touched = cleared.reset_onboarding.filter((field) => before[field] !== after[field]);
    expect(touched.toSorted()).toEqual(fields.toSorted());
    for (const field of fields) expect([null, false]).toContain(after[field]);
    expect(answer.body.changed.map(({ field }: { field: string }) => field).toSorted()).toEqual(fields.toSorted());
  });

  it('flags, locks and skips', async () => {
    const customer = await customerWithEverything();
    await act(support, customer, 'mark_as_fraud');
    await act(admin, customer, 'lock_account');
    expect(await stored(customer)).toMatchObject({ is_fraud: true, is_locked: true });
    await act(admin, customer, 'unlock_account');
    expect((await stored(customer)).is_locked).toBe(false);
    const fresh = await signUp(product);
    await act(admin, fresh, 'override_rutter');
    expect((await stored(fresh)).rutter_access_token).toBe('BLANK');
  });

  it('asks for the business name before what cannot be taken back, and does nothing without it', async () => {
    const customer = await customerWithEverything();
    const answer = await act(admin, customer, 'reset_onboarding', { confirmation: 'Corner' });
    expect([answer.status, answer.body.code]).toEqual([422, 'confirmation_needed']);
    expect((await stored(customer)).business_name).toBe('Corner Shop');
  });

  it('asks for a reason', async () => {
    const customer = await customerWithEverything();
    expect((await act(admin, customer, 'lock_account', { reason: ' ' })).body.errors[0].path).toBe('reason');
  });

  it('is written down with both identities and the reason', async () => {
    const customer = await customerWithEverything();
    await act(admin, customer, 'reset_ein');
    expect((await auditOf(customer)).at(-1)).toMatchObject({
      receiver_id: customer.receiver.id,
      actor_id: admin.receiver.id,
      actor_role: 'admin',
      action: 'admin action reset_ein',
      reason: 'asked by the customer',
      details: { action: 'reset_ein', fields: ['ein'] },
    });
  });
});

describe('the audit log of what staff do', () => {
  const entries = async (person: Person) => (await auditOf(person)).map(({ action, outcome }) => `${action}: ${outcome}`);

  it('names the action, and has no “done” of a refused one', async () => {
    const customer = await customerWithEverything();
    expect((await act(support, customer, 'lock_account')).status).toBe(403);
    expect(await entries(customer)).toEqual(['admin action lock_account: refused']);
  });

  it('has nothing of an action whose confirmation is missing', async () => {
    const customer = await customerWithEverything();
    expect((await act(admin, customer, 'reset_kyb', { confirmation: 'Corner' })).status).toBe(422);
    expect(await entries(customer)).toEqual([]);
  });

  it('has one entry of a repeated lock, also of twenty at once, and none of an unlock of what is open', async () => {
    const customer = await customerWithEverything();
    expect((await act(admin, customer, 'unlock_account')).status).toBe(200);
    expect(await entries(customer)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(admin, customer, 'lock_account')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await entries(customer)).toEqual(['admin action lock_account: done']);
    await act(admin, customer, 'unlock_account');
    await act(admin, customer, 'unlock_account');
    expect(await entries(customer)).toEqual(['admin action lock_account: done', 'admin action unlock_account: done']);
  });

  it('says of an effect on the customer’s own pages how it ended', async () => {
    const customer = await customerWithEverything();
    await product.call(`/api/receiver?email=${encodeURIComponent(customer.email)}`, { token: admin.token });
    const patch = (body: object) => product.call(`/api/users/${customer.receiver.token}`, { method: 'PATCH', token: admin.token, body });
    expect((await patch({ admin: true })).status).toBe(403);
    expect((await patch({ gets_monday_email: false })).status).toBe(200);
    const [, , ...effects] = await entries(customer);
    const call = 'PATCH /api/users/:token';
    expect(effects).toEqual([`${call}: refused`, `${call}: begun`, 'update receiver: done', `${call}: done`]);
    const { rows } = { rows: (await auditOf(customer)).filter(({ action }) => action === call) };
    expect(rows.every(({ masquerade_id }) => masquerade_id !== null)).toBe(true);
  });
});

describe('staff on their own account', () => {
  const everyEffect = (own: string): [string, string, object][] => [
    ...everyAction.map((action): [string, string, object] => [
      'POST',
      `${own}/actions/${action}`,
      { reason: 'I would like more', confirmation: 'Corner Shop', override_fraud: true },
    ]),
    ['PUT', `${own}/spending_power_override`, { override_cents: 900_000, expires_at: null, reason: 'I would like more' }],
    ['DELETE', `${own}/spending_power_override`, { reason: 'I would like more' }],
    ['POST', `${own}/manual_rows`, { transaction_type: 'statement_credit', amount_cents: 90_000, reason: 'I would like more' }],
    ['POST', `${own}/notes`, { text: 'A trusted customer.' }],
    ['POST', `${own}/inbox/lithic/event/replay`, {}],
  ];

  it.each([
    ['an admin', { admin: true }],
    ['support', { support: true }],
    ['both', { admin: true, support: true }],
  ])('%s has no effect on it: each is refused with words, and written down as refused', async (_, flags) => {
    const person = await customerWithEverything();
    await product.deps.database.receiver.update({ where: { id: person.receiver.id }, data: flags });
    const before = await stored(person);
    const effects = everyEffect(`/api/staff/receivers/${person.receiver.token}`);
    for (const [method, path, body] of effects) {
      const { status, body: problem } = await product.call(path, { method, token: person.token, body, headers: { 'idempotency-key': randomUUID() } });
      expect([path, status, problem.detail]).toEqual([path, 403, 'This is your own account. Ask a colleague: staff never act on their own.']);
    }
    expect(await stored(person)).toEqual(before);
    expect(await product.deps.database.spendingPowerOverride.count({ where: { receiver_id: person.receiver.id } })).toBe(0);
    const rows = await auditOf(person);
    expect(rows.map(({ outcome }) => outcome)).toEqual(effects.map(() => 'refused'));
    expect(rows[0]).toMatchObject({ actor_id: person.receiver.id, action: 'admin action mark_as_fraud' });
  });

  it('cannot be viewed as a customer’s, which is written down too', async () => {
    const person = await signUp(product, { staff: { admin: true } });
    const answer = await product.call(`/api/receiver?email=${encodeURIComponent(person.email)}`, { token: person.token });
    expect([answer.status, answer.body.detail]).toEqual([403, 'This is your own account.']);
    expect(await auditOf(person)).toMatchObject([{ action: 'masquerade', outcome: 'refused' }]);
  });
});

describe('the override of spending power', () => {
  const put = (staff: Person, customer: Person, body: Record<string, unknown>) =>
    product.call(`/api/staff/receivers/${customer.receiver.token}/spending_power_override`, {
      method: 'PUT',
      token: staff.token,
      body: { reason: 'trusted', expires_at: null, ...body },
    });

  it('is an admin’s alone, and support’s attempt is written down', async () => {
    const customer = await signUp(product);
    expect((await put(support, customer, { override_cents: 100 })).status).toBe(403);
    expect((await put(customer, customer, { override_cents: 100 })).status).toBe(403);
    expect(await auditOf(customer)).toMatchObject([
      { actor_email: support.email, action: 'PUT /api/staff/receivers/:token/spending_power_override', outcome: 'refused' },
    ]);
  });

  it('replaces spending power until it is cleared, and keeps who set it and why', async () => {
    const customer = await signUp(product);
    expect((await put(admin, customer, { override_cents: 123_400 })).status).toBe(200);
    const path = `/api/staff/receivers/${customer.receiver.token}/spending_power_override`;
    expect((await product.call(path, { token: admin.token })).body).toMatchObject({
      override_cents: 123_400,
      expires_at: null,
      history: [{ override_cents: 123_400, reason: 'trusted', set_by: admin.email }],
    });
    expect((await stored(customer)).override_spend_limit).toBe(123_400n);
    expect((await product.call(path, { method: 'DELETE', token: admin.token, body: { reason: 'no longer' } })).status).toBe(200);
    expect((await product.call(path, { token: admin.token })).body.override_cents).toBeNull();
  });

  it('leaves a floor and a ceiling alone, which it names, unless it is told to remove them', async () => {
    const customer = await signUp(product);
    const where = { id: customer.receiver.id };
    const bounds = { spending_power_override_min: 30_000n, spending_power_override_max: 90_000n };
    await product.deps.database.receiver.update({ where, data: bounds });
    const path = `/api/staff/receivers/${customer.receiver.token}/spending_power_override`;
    const clear = (body: object) => product.call(path, { method: 'DELETE', token: admin.token, body: { reason: 'no longer', ...body } });
    const shown = async () => (await product.call(path, { token: admin.token })).body;

    expect((await put(admin, customer, { override_cents: 500 })).status).toBe(200);
    expect(await stored(customer)).toMatchObject({ override_spend_limit: 500n, ...bounds });
    expect(await shown()).toMatchObject({ override_cents: 500, floor_cents: 30_000, ceiling_cents: 90_000, bounds_expire_at: null });
    expect((await clear({})).status).toBe(200);
    expect(await stored(customer)).toMatchObject({ override_spend_limit: null, ...bounds });

    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const refused = await put(admin, customer, { override_cents: 700, expires_at });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          path: 'drops_bounds',
          message: 'A temporary override takes the place of a floor of $300.00 and a ceiling of $900.00.',
          fix: 'Send drops_bounds=true to remove it, or set the override without an end.',
        },
      ],
    ]);
    expect(await stored(customer)).toMatchObject({ override_spend_limit: null, ...bounds });

    expect((await clear({ drops_bounds: true })).status).toBe(200);
    expect(await stored(customer)).toMatchObject({ spending_power_override_min: null, spending_power_override_max: null });
    expect((await auditOf(customer)).at(-1)).toMatchObject({ details: { dropped: 'a floor of $300.00 and a ceiling of $900.00' } });
  });

  it('with an end lets go by itself', async () => {
    const customer = await signUp(product);
    const past = new Date(Date.now() - 1_000).toISOString();
    await put(admin, customer, { override_cents: 5_000, expires_at: past });
    const path = `/api/staff/receivers/${customer.receiver.token}/spending_power_override`;
    expect((await product.call(path, { token: admin.token })).body.override_cents).toBeNull();
  });
});

describe('the repayments that an admin downloads', () => {
  const ask = (staff: Person, customer: Person, query = '', accept = 'text/csv') =>
    product.call(`/api/staff/receivers/${customer.receiver.token}/repayment_csv${query}`, { token: staff.token, headers: { accept } });

  /** Repayments of $10, $20 and $40 in the first instant that counts, on July 4, 2026, and the day after; and one before all of them. */
  async function customerWithRepayments(): Promise<Person> {
    const customer = await signUp(product);
    const repayments = [
      ['2022-12-31T23:59:59Z', 500],
      ['2023-01-01T00:00:00Z', 1_000],
      ['2026-07-04T12:00:00Z', 2_000],
      ['2026-07-05T12:00:00Z', 4_000],
    ] as const;
    const rows = repayments.map(([at, amount]) => ({
      id: randomUUID(),
      name: 'Repayment',
      status: 'settled' as const,
      amount_cents: cents(amount),
      created_at: new Date(at),
      is_manual: false,
      transaction_type: null,
    }));
    await addTransferRows(product.deps.database, customer.receiver.id, rows);
    return customer;
  }

  it('begin with 2023 and end with the present, or with the one that the page shows', async () => {
    const customer = await customerWithRepayments();
    const now = await ask(admin, customer);
    expect([now.status, now.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('Headway-repayment.csv')]);
    expect(now.text).toMatch(/Funds Recouperated/);
    expect(now.text).toMatch(/Total debited,\$70\.00/);
    expect(now.text).toMatch(/Start,01\/01\/2023/);
    const earlier = await ask(admin, customer, '?now=2026-07-05T00:00:00.000Z');
    expect(earlier.text).toMatch(/Total debited,\$30\.00/);
    expect(earlier.text).toMatch(/End,07\/04\/2026/);
    expect((await ask(admin, customer, '', 'application/json')).body.transfers).toHaveLength(3);
  });

  it('are an admin’s alone, and written down', async () => {
    const customer = await signUp(product);
    expect((await ask(support, customer)).status).toBe(403);
    expect((await ask(customer, customer)).status).toBe(403);
    await ask(admin, customer);
    expect((await auditOf(customer)).at(-1)).toMatchObject({ actor_email: admin.email, action: 'GET /api/staff/receivers/:token/repayment_csv' });
  });
});

describe('staff at work', () => {
  it('find a customer of their program by a part of the email or the business name, and no other’s', async () => {
    const customer = await signUp(product, { email: `unusual.${randomUUID().slice(0, 8)}@example.com` });
    const foreign = await signUp(product, { program: 'boost', email: customer.email });
    await product.deps.database.receiver.updateMany({
      where: { id: { in: [customer.receiver.id, foreign.receiver.id] } },
      data: { business_name: 'Zanzibar 100% Spices_Ltd' },
    });
    const find = async (q: string) =>
      (await product.call(`/api/staff/receivers?q=${encodeURIComponent(q)}`, { token: support.token })).body.receivers.map(
        ({ token }: { token: string }) => token,
      );
    expect(await find(customer.email.slice(3, 14).toUpperCase())).toEqual([customer.receiver.token]);
    expect(await find('100% spices_')).toEqual([customer.receiver.token]);
    expect(await find('100_ spices')).toEqual([]);
  });

  it('see everything about a customer on one page, and leave notes for each other', async () => {
    const customer = await customerWithEverything();
    const note = await product.call(`/api/staff/receivers/${customer.receiver.token}/notes`, {
      method: 'POST',
      token: support.token,
      body: { text: 'Called, all well.' },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(note.status).toBe(200);
    await act(admin, customer, 'reset_ein');
    await product.deps.database.timelineEvent.create({
      data: { receiver_id: customer.receiver.id, kind: 'draw_sent', details: { draw_id: randomUUID(), amount_cents: 15_758 }, at: product.deps.clock() },
    });
    const { body } = await product.call(`/api/staff/receivers/${customer.receiver.token}`, { token: admin.token });
    expect(body.notes).toMatchObject([{ author_email: support.email, text: 'Called, all well.' }]);
    expect(body.timeline.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining([
        `${admin.email}: Reset EIN (asked by the customer): EIN`,
        'Staff changed the account: Reset EIN',
        'A repayment was sent to the bank: amount $157.58',
      ]),
    );
    expect(body.ledger).toEqual({ balances: {}, transfers: [] });
  });

  it('are seen by the customer: when they looked, and what they changed, without their names', async () => {
    const customer = await customerWithEverything();
    await product.call(`/api/receiver?email=${encodeURIComponent(customer.email)}`, { token: support.token });
    await act(admin, customer, 'lock_account');
    const { body } = await product.call(`/api/users/${customer.receiver.token}/access_log`, { token: customer.token });
    expect(body.visits).toMatchObject([
      { by: 'An administrator', looked_only: false, changes: [{ text: 'Locked your account' }] },
      { by: 'Support', looked_only: true, changes: [] },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/@/);
  });

  it('are never said to have only looked when they changed something, nor the other way about', async () => {
    const customer = await customerWithEverything();
    const own = `/api/staff/receivers/${customer.receiver.token}`;
    const send = (method: string, path: string, body: object) =>
      product.call(`${own}${path}`, { method, token: admin.token, body, headers: { 'idempotency-key': randomUUID() } });
    const visits = async () => (await product.call(`/api/users/${customer.receiver.token}/access_log`, { token: customer.token })).body.visits;
    expect((await send('POST', '/notes', { text: 'Called, all well.' })).status).toBe(200);
    // Windows that were opened and closed again, and a file.
    await act(admin, customer, 'update_bank');
    await act(admin, customer, 'add_receivables');
    await act(admin, customer, 'download_repayment_csv');
    expect(await visits()).toMatchObject([{ looked_only: true, changes: [] }]);
    expect((await send('POST', '/manual_rows', { transaction_type: 'statement_credit', amount_cents: 1_000, reason: 'goodwill' })).status).toBe(200);
    expect(await visits()).toMatchObject([{ looked_only: false, changes: [{ text: 'Credited your account by hand' }] }]);
    expect((await send('POST', '/manual_rows', { transaction_type: 'statement_credit', amount_cents: -1_000, reason: 'a slip' })).status).toBe(200);
    expect((await send('PUT', '/terms', { is_black_listed: true, reason: 'it does not pay' })).status).toBe(200);
    expect((await send('PUT', '/terms', { is_black_listed: false, reason: 'it pays' })).status).toBe(200);
    expect((await visits())[0].changes.slice(1)).toMatchObject([
      { text: 'Took back a credit of your account' },
      { text: 'Put your account on hold' },
      { text: 'Ended the hold on your account' },
    ]);
    // Of a later version, which this one does not know.
    const actor = { actor_id: admin.receiver.id, actor_email: admin.email, actor_role: 'admin' };
    const later = { ...actor, action: 'POST /api/users/:token/later', outcome: 'done', details: {}, at: product.deps.clock() };
    await product.deps.database.auditLog.create({ data: { receiver_id: customer.receiver.id, ...later } });
    expect((await visits())[0].changes.at(-1)).toMatchObject({ text: 'Changed your account' });
  });
});
