import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { UnreadableContent } from '../../server/db/storedJson.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { storeOutcome } from '../../server/services/kyb/settleSubmission.ts';
import { answerPrivacyRequest } from '../../server/services/privacy/answerPrivacyRequest.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { handleWebhookEvent } from '../../server/services/webhooks/handleWebhookEvent.ts';
import { kybForm } from '../support/businessForms.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { decideInTime } from '../support/decideInTime.ts';
import { eventually } from '../support/eventually.ts';
import { newMerchant } from '../support/merchant.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
let support: Person;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  support = await signUp(product, { staff: { support: true } });
});
afterAll(() => product.stop());

const json = (content: unknown) => JSON.stringify(content);
const customerPage = async ({ receiver }: Pick<Person, 'receiver'>) =>
  product.call(`/api/staff/receivers/${receiver.token}`, { token: support.token, host: support.host });

describe('a stored run of spending power', () => {
  const inputs = {
    version: 1,
    gross_sales_cents: 900_000,
    returned_cents: 0,
    history_days: 80,
    shown_days: null,
    full_advance_rate_basis_points: 8_000,
    advance_rate_basis_points: 8_000,
    concentration_basis_points: 10_000,
    freshness_basis_points: 7_500,
    initial_spend_limit_cents: 50_000,
    cap_cents: 25_000_000,
    override_min_cents: null,
    override_max_cents: null,
    override_spend_limit_cents: null,
    blocks: [],
  };
  const terms = [
    { key: 'sales', label: 'Sales of the last 90 days', change_cents: 900_000, subtotal_cents: 900_000 },
    { key: 'returns', label: 'Refunds and chargebacks', change_cents: 0, subtotal_cents: 900_000 },
    { key: 'month', label: 'Average of one month', change_cents: -562_500, subtotal_cents: 337_500 },
    { key: 'advance_rate', label: 'Advance rate of 80%', change_cents: -67_500, subtotal_cents: 270_000 },
    { key: 'freshness', label: 'Older store data counts 75%', change_cents: -67_500, subtotal_cents: 202_500 },
  ];

  interface StoredRun {
    daysAgo: number;
    total: number;
    inputs?: unknown;
    terms?: unknown;
  }

  async function store({ receiver }: Person, run: StoredRun): Promise<void> {
    const taken_at = new Date(product.deps.clock().getTime() - run.daysAgo * dayMs);
    await product.deps.database.$executeRaw`
      INSERT INTO spending_power_snapshot (receiver_id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at)
      VALUES (${receiver.id}::uuid, ${run.total}, 0, ${run.total}, ${json('inputs' in run ? run.inputs : inputs)}::jsonb, ${json(run.terms ?? terms)}::jsonb, 'test', ${taken_at})`;
  }

  /** Leaves out the texts, which address the merchant, and tell staff of the customer. */
  const withoutWords = (answer: unknown): unknown =>
    JSON.parse(json(answer), (key, value) => (['text', 'label', 'in_short'].includes(key) ? undefined : value));

  /** Returns what the merchant is shown, and expects the same on the customer's page of staff, in other words. */
  async function shown(merchant: Person) {
    const own = await product.call(`/api/users/${merchant.receiver.token}/spending_power`, { token: merchant.token, host: merchant.host });
    const page = await customerPage(merchant);
    expect([own.status, page.status]).toEqual([200, 200]);
    // The expected sales of the running month go down by the millisecond.
    const { expected_sales_cents, ...figures } = page.body.spending_power;
    expect(withoutWords({ ...own.body, expected_sales_cents: typeof own.body.expected_sales_cents })).toEqual(
      withoutWords({ ...figures, expected_sales_cents: typeof expected_sales_cents }),
    );
    expect(json(figures)).not.toMatch(/\byou(r|rs)?\b/i);
    expect(own.text).not.toMatch(/NaN|undefined|null of|\$-/);
    return own.body;
  }

  it('is read as it is: its steps, its reasons, and what changed after it', async () => {
    const merchant = await signUp(product);
    await store(merchant, { daysAgo: 1, total: 180_000, inputs: { ...inputs, gross_sales_cents: 800_000 } });
    await store(merchant, { daysAgo: 0, total: 202_500 });
    const answer = await shown(merchant);
    expect(answer).toMatchObject({ total_cents: 202_500, available_cents: 202_500, terms });
    expect(answer.reasons).toEqual([{ cost_cents: 67_500, text: 'Your store’s data is not up to date, so it counts 75%. Connect your store again.' }]);
    expect(answer.changes.map(({ text }: { text: string }) => text)).toEqual([
      '+$225.00: Sales of the last 90 days rose from $8,000.00 to $9,000.00.',
      '+$1,800.00: Your limit was worked out for the first time.',
    ]);
    expect(answer.expected_sales_cents).toEqual(expect.any(Number));
  });

  const { freshness_basis_points: _, ...withoutFreshness } = inputs;
  it.each<[string, unknown]>([
    ['of a newer version', { ...inputs, version: 2 }],
    ['without a version', { ...inputs, version: undefined }],
    ['of a version that is none', { ...inputs, version: 'two' }],
    ['without one of the inputs', withoutFreshness],
    ['with text for an amount', { ...inputs, cap_cents: '25000000' }],
    ['with a part of a cent', { ...inputs, gross_sales_cents: 900_000.5 }],
    ['with a block that nobody knows', { ...inputs, blocks: ['asleep'] }],
    ['with a list for its inputs', [inputs]],
    ['with nothing for its inputs', null],
  ])('%s shows its figures and steps, and the change of the total alone', async (_, stored) => {
    const merchant = await signUp(product);
    await store(merchant, { daysAgo: 2, total: 180_000, inputs: { ...inputs, gross_sales_cents: 800_000 } });
    await store(merchant, { daysAgo: 1, total: 150_000, inputs: stored });
    await store(merchant, { daysAgo: 0, total: 202_500, inputs: stored });
    const answer = await shown(merchant);
    expect(answer).toMatchObject({ total_cents: 202_500, outstanding_cents: 0, available_cents: 202_500, terms, reasons: [], expected_sales_cents: null });
    expect(answer.changes.map(({ change_cents, text }: { change_cents: number; text: string }) => [change_cents, text])).toEqual([
      [52_500, '+$525.00: Your total limit rose from $1,500.00 to $2,025.00.'],
      [-30_000, '−$300.00: Your total limit fell from $1,800.00 to $1,500.00.'],
      [180_000, '+$1,800.00: Your limit was worked out for the first time.'],
    ]);
  });

  it.each<[string, unknown]>([
    ['an object', { sales: 900_000 }],
    ['steps without amounts', [{ key: 'sales', label: 'Sales', subtotal_cents: null }]],
    ['text', 'none'],
  ])('with %s for its steps shows its figures without them', async (_, stored) => {
    const merchant = await signUp(product);
    await store(merchant, { daysAgo: 0, total: 202_500, terms: stored });
    expect(await shown(merchant)).toMatchObject({ total_cents: 202_500, available_cents: 202_500, terms: [] });
  });

  it('carries its version from now on, and is read as it was written', async () => {
    const merchant = await signUp(product);
    await recomputeSpendingPower(product.deps, receiverScope(merchant.receiver.id), 'test');
    const rows = await product.deps.database.$queryRaw<{ version: string | null }[]>`
      SELECT inputs ->> 'version' AS version FROM spending_power_snapshot WHERE receiver_id = ${merchant.receiver.id}::uuid`;
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set(['1']));
    expect((await shown(merchant)).reasons.length).toBeGreaterThan(0);
  });
});

describe('a stored webhook', () => {
  async function store(body: unknown): Promise<{ provider: string; event_id: string }> {
    const key = { provider: 'lithic', event_id: randomUUID() };
    await product.deps.database.$executeRaw`
      INSERT INTO webhook_inbox (provider, event_id, type, body, received_at)
      VALUES (${key.provider}, ${key.event_id}, 'card.updated', ${json(body)}::jsonb, ${product.deps.clock()})`;
    return key;
  }
  const handle = (key: Awaited<ReturnType<typeof store>>) => handleWebhookEvent(product.deps, key, receiverScope);
  const rowOf = (key: Awaited<ReturnType<typeof store>>) => product.deps.database.webhookInbox.findUniqueOrThrow({ where: { provider_event_id: key } });

  it('is handled', async () => {
    const merchant = await newCardholder(product);
    const key = await store({ version: 1, about: 'card', token: merchant.cardToken });
    await handle(key);
    expect(await rowOf(key)).toMatchObject({ receiver_id: merchant.receiver.id, attempts: 1, error: null, handled_at: expect.any(Date) });
  });

  it.each([
    { version: 1, about: 'shop', shop: 'corner.myshopify.com' },
    { version: 1, about: 'other' },
  ])('of %j leads to nothing, and is no failure', async (body) => {
    const key = await store(body);
    await handle(key);
    expect(await rowOf(key)).toMatchObject({ error: null, handled_at: expect.any(Date) });
  });

  it.each<[string, (token: string) => object, string]>([
    ['of a newer version', (token) => ({ version: 2, about: 'card', token }), 'is of version 2'],
    ['about what nobody knows yet', (token) => ({ version: 1, about: 'card_program', token }), 'cannot be read: about'],
    ['that is damaged', (token) => ({ version: 1, about: 'card_transaction', token: 7, card_token: token }), 'cannot be read: token'],
  ])('%s is kept, seen by staff as a failure at the customer, and handled once it can be read', async (_, body, error) => {
    const merchant = await newCardholder(product);
    const key = await store(body(merchant.cardToken));
    await expect(handle(key)).rejects.toThrow(UnreadableContent);
    expect(await rowOf(key)).toMatchObject({ handled_at: null, attempts: 1, body: body(merchant.cardToken) });
    const seen = async () => (await customerPage(merchant)).body.inbox.find(({ event_id }: { event_id: string }) => event_id === key.event_id);
    expect(await seen()).toMatchObject({ handled_at: null, attempts: 1, error: expect.stringContaining(error) });

    await product.deps.database.webhookInbox.update({
      where: { provider_event_id: key },
      data: { body: { version: 1, about: 'card', token: merchant.cardToken } },
    });
    const replay = await product.call(`/api/staff/receivers/${merchant.receiver.token}/inbox/${key.provider}/${key.event_id}/replay`, {
      method: 'POST',
      token: support.token,
      body: {},
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(replay.status).toBe(200);
    await eventually('its handling', async () => (await seen()).handled_at !== null);
  });

  it.each([[['card']], ['card'], [null], [{ version: 2, token: 'nobody’s' }]])('of %j, which names nobody here, is kept as a failure', async (body) => {
    const key = await store(body);
    await expect(handle(key)).rejects.toThrow(UnreadableContent);
    expect(await rowOf(key)).toMatchObject({ receiver_id: null, handled_at: null, attempts: 1, error: expect.stringContaining('UnreadableContent') });
  });

  it('that fails is seen at its customer, too', async () => {
    const merchant = await newCardholder(product);
    await product.deps.database.card.updateMany({ where: { receiver_id: merchant.receiver.id }, data: { token: 'unknown-to-the-issuer' } });
    await indexOwners(product.deps.database);
    const key = await store({ version: 1, about: 'card', token: 'unknown-to-the-issuer' });
    await expect(handle(key)).rejects.toThrow();
    expect(await rowOf(key)).toMatchObject({ receiver_id: merchant.receiver.id, handled_at: null, attempts: 1, error: expect.any(String) });
  });
});

describe('a stored decision about a purchase', () => {
  const question = ({ cardToken }: Cardholder, token: string) => ({
    token,
    eventToken: null,
    cardToken,
    kind: 'purchase' as const,
    amountCents: cents(100),
    cashCents: cents(0),
    wallet: null,
    merchant: { descriptor: 'FJORD TEXTILES IMPORT', city: 'NEW YORK', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null },
    createdAt: new Date(),
  });

  async function store({ receiver, cardToken }: Cardholder, token: string, answer: unknown, result = 'APPROVED'): Promise<void> {
    await product.deps.database.$executeRaw`
      INSERT INTO authorization_decision (receiver_id, transaction_token, card_token, kind, amount_cents, cash_cents, merchant_descriptor, merchant_category_code, result, answer, decided_at)
      VALUES (${receiver.id}::uuid, ${token}, ${cardToken}, 'purchase', 100, 0, 'FJORD TEXTILES IMPORT', '5131', ${result}, ${json(answer)}::jsonb, ${product.deps.clock()})`;
  }
  const decisionsOf = ({ receiver }: Cardholder) => product.deps.database.authorizationDecision.findMany({ where: { receiver_id: receiver.id } });

  const ask = (merchant: Cardholder, token: string) => decideInTime(product.deps, question(merchant, token));

  it.each(['APPROVED', 'CARD_PAUSED'])('%s gives the same answer again', async (result) => {
    const merchant = await newCardholder(product);
    const token = randomUUID();
    await store(merchant, token, { version: 1, result, token }, result);
    expect(await ask(merchant, token)).toEqual({ result, token });
  });

  it.each<[string, (token: string) => unknown]>([
    ['of a newer version', (token) => ({ version: 2, result: 'APPROVED', token })],
    ['without a version', (token) => ({ result: 'APPROVED', token })],
    ['without a result', (token) => ({ version: 1, token })],
    ['about another purchase', () => ({ version: 1, result: 'APPROVED', token: randomUUID() })],
    ['that says otherwise than its row', (token) => ({ version: 1, result: 'CARD_PAUSED', token })],
    ['that is text', () => 'APPROVED'],
    ['that is nothing', () => null],
  ])('%s approves nothing, and stays the only one', async (_, answer) => {
    const merchant = await newCardholder(product);
    const token = randomUUID();
    await store(merchant, token, answer(token));
    const before = await decisionsOf(merchant);
    for (const attempt of [1, 2]) {
      await expect(ask(merchant, token), `attempt ${attempt}`).rejects.toThrow(UnreadableContent);
    }
    expect(await decisionsOf(merchant)).toEqual(before);
  });

  it('carries its version, of which the issuer is told nothing', async () => {
    const merchant = await newCardholder(product);
    const token = randomUUID();
    const answers = [await ask(merchant, token), await ask(merchant, token)];
    expect(answers.map((answer) => Object.keys(answer).sort())).toEqual([
      ['result', 'token'],
      ['result', 'token'],
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await decisionsOf(merchant)).toMatchObject([{ answer: { version: 1, result: answers[0]?.result, token } }]);
  });
});

describe('a stored verification form', () => {
  async function withDraft(draft?: (stored: Record<string, unknown>) => unknown) {
    const merchant = await newMerchant(product);
    await merchant.walkTo('KYB');
    const typed = kybForm('Half a Bakery');
    await merchant.done(merchant.send('kyb', { method: 'PUT', body: { form: typed, page: 2 } }));
    const application = await product.deps.database.kybApplication.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    if (draft) await setDraft(merchant.id, draft(application.draft as Record<string, unknown>));
    return { merchant, typed };
  }
  const setDraft = (id: string, draft: unknown) =>
    product.deps.database.$executeRaw`UPDATE kyb_application SET draft = ${json(draft)}::jsonb WHERE receiver_id = ${id}::uuid`;
  const draftOf = async (id: string) => (await product.deps.database.kybApplication.findFirstOrThrow({ where: { receiver_id: id } })).draft;

  it('that is damaged is filled in anew', async () => {
    const { merchant, typed } = await withDraft((stored) => ({ ...stored, form: { nature_of_business: 7 } }));
    expect(await merchant.done(merchant.send('kyb'))).toMatchObject({ page: 0, form: { nature_of_business: '' }, may_submit: true });
    await merchant.done(merchant.submitKyb(typed));
    expect((await merchant.stored()).business_name).toBe('Half a Bakery');
  });

  it('of a newer version is neither shown as empty nor overwritten', async () => {
    const { merchant, typed } = await withDraft((stored) => ({ ...stored, version: 2 }));
    const before = await draftOf(merchant.id);
    expect((await merchant.send('kyb')).status).toBe(503);
    expect((await merchant.send('kyb', { method: 'PUT', body: { form: typed, page: 0 } })).status).toBe(503);
    expect(await draftOf(merchant.id)).toEqual(before);
  });

  it('that the issuer has and nobody can read is not taken over into the record', async () => {
    const { merchant, typed } = await withDraft();
    await merchant.done(merchant.submitKyb(typed));
    // The issuer's two events about the submission; one handled later would move the application on.
    const { lithic_account_holder_token: holder } = await merchant.stored();
    const handled = { body: { path: ['token'], equals: holder ?? '' }, handled_at: { not: null } };
    await eventually('the events of the submission', async () => (await product.deps.database.webhookInbox.count({ where: handled })) === 2);
    await setDraft(merchant.id, { page: 0 });
    await product.deps.database.kybApplication.updateMany({
      where: { receiver_id: merchant.id },
      data: { status: 'submitting', lithic_account_holder_token: null },
    });
    const application = await product.deps.database.kybApplication.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await expect(storeOutcome(product.deps, receiverScope(merchant.id), application)).rejects.toThrow(UnreadableContent);
    expect((await merchant.stored()).business_name).toBe('Half a Bakery');
  });
});

describe('what else is stored as JSON', () => {
  it('documents that the issuer asks for, damaged, are none until it says them again', async () => {
    const merchant = await newMerchant(product);
    await merchant.walkTo('KYB');
    await product.press('lithic', 'kyb_mode', { mode: 'at_once' });
    await merchant.done(merchant.submitKyb());
    await product.deps.database.$executeRaw`UPDATE kyb_application SET required_documents = '{"about": 7}'::jsonb WHERE receiver_id = ${merchant.id}::uuid`;
    expect(await merchant.done(merchant.send('kyb'))).toMatchObject({ documents: [] });
  });

  it('details of the timeline and of the audit log that are no object are shown without one', async () => {
    const customer = await signUp(product);
    const { id } = customer.receiver;
    const { database } = product.deps;
    for (const details of ['"ACCEPTED"', '["a", "b"]', 'null', '{"status": "ACCEPTED"}']) {
      await database.$executeRaw`INSERT INTO timeline_event (receiver_id, kind, details) VALUES (${id}::uuid, 'kyb_status_changed', ${details}::jsonb)`;
      await database.$executeRaw`INSERT INTO audit_log (receiver_id, actor_role, action, details) VALUES (${id}::uuid, 'system', 'test', ${details}::jsonb)`;
    }
    const { status, body } = await customerPage(customer);
    expect(status).toBe(200);
    const texts: string[] = body.timeline.filter(({ kind }: { kind: string }) => kind === 'kyb_status_changed').map(({ text }: { text: string }) => text);
    const plain = 'The verification of the business changed';
    expect(texts.toSorted()).toEqual([plain, plain, plain, `${plain}: status accepted`]);
    const audit = await product.call(`/api/staff/receivers/${customer.receiver.token}/audit`, { token: support.token });
    expect(audit.status).toBe(200);
    const shown = audit.body.entries.filter(({ action }: { action: string }) => action === 'test').map(({ details }: { details: unknown }) => details);
    expect(shown).toEqual([{ status: 'ACCEPTED' }, { details: null }, { details: ['a', 'b'] }, { details: 'ACCEPTED' }]);
  });

  it('a job without its ids does nothing, and fails until somebody looks at it', async () => {
    await product.deps.queue.send('recompute-spending-power', JSON.parse('{"cause": "nobody’s"}'));
    const runs = await product.deps.database.spendingPowerSnapshot.count();
    const failed = await eventually('its failure', async () => {
      const [job] = await product.deps.database.$queryRaw<{ message: string }[]>`
        SELECT output ->> 'message' AS message FROM pgboss.job WHERE data ->> 'cause' = 'nobody’s' AND state IN ('retry', 'failed')`;
      return job;
    });
    expect(failed.message).toBe('the data of the job is invalid: receiver_id');
    expect(await product.deps.database.spendingPowerSnapshot.count()).toBe(runs);
  });

  it('a privacy request that is damaged stays to be answered', async () => {
    const key = { platform: 'shopify', event_id: randomUUID() };
    await product.deps.database.$executeRaw`
      INSERT INTO privacy_request (platform, event_id, topic, store, body, due_at)
      VALUES (${key.platform}, ${key.event_id}, 'customers/redact', 'corner.myshopify.com', '{"version": 1, "customer_id": "1"}'::jsonb, now())`;
    await expect(answerPrivacyRequest(product.deps, key)).rejects.toThrow('what a platform asks about a customer cannot be read: order_ids');
    expect(await product.deps.database.privacyRequest.findUnique({ where: { platform_event_id: key } })).toMatchObject({ done_at: null });
  });
});
