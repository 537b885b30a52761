import { randomUUID } from 'node:crypto';
import { ACHClass, Configuration, CountryCode, PlaidApi, Products, type SignalEvaluateRequest, TransferNetwork, TransferType } from 'plaid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOfDay } from '../../../server/sandbox/core/measures.ts';
import { newHousehold, openAccount } from '../../../server/sandbox/plaid/household/account.ts';
import { bankingDaysAfter, dayOf, daysAfter, isBankingDay } from '../../../server/sandbox/plaid/household/bankingDays.ts';
import { takingsOf } from '../../../server/sandbox/plaid/household/takings.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let plaid: PlaidApi;

const client = ({ url, config }: OpenSandbox) =>
  new PlaidApi(
    new Configuration({
      basePath: `${url}/plaid`,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': config.plaid.clientId, 'PLAID-SECRET': config.plaid.secret }, proxy: false },
    }),
  );

beforeAll(async () => {
  sandbox = await openSandbox();
  plaid = client(sandbox);
  await sandbox.press('plaid', 'quotas', { percent: 0 });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.press('plaid', 'signal_support', { with: 'supported' }));

async function refusal(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await call;
  } catch (error) {
    const { response } = error as { response: { status: number; data: { error_code: string } } };
    return { status: response.status, code: response.data.error_code };
  }
  throw new Error('the call went through');
}

interface Linked {
  access_token: string;
  item_id: string;
  account_id: string;
}

/** A bank that was linked without the window: its first account has $25.50 at Lowtide (ins_903), $182,430.25 at First Harbor (ins_901). */
async function linked(bank_id = 'ins_903'): Promise<Linked> {
  return (await sandbox.press('plaid', 'link_bank', { bank_id })).body.result as Linked;
}

const question = ({ access_token, account_id }: Linked, amount: number, more: Partial<SignalEvaluateRequest> = {}): SignalEvaluateRequest => ({
  access_token,
  account_id,
  client_transaction_id: randomUUID(),
  amount,
  ...more,
});
const evaluated = async (bank: Linked, amount: number, more?: Partial<SignalEvaluateRequest>) => {
  const { request_id: _request, ...answer } = (await plaid.signalEvaluate(question(bank, amount, more))).data;
  return answer;
};

const now = async () => new Date(((await (await fetch(`${sandbox.url}/control/clock`)).json()) as { now: string }).now);
async function advance(days: number): Promise<void> {
  const answer = await fetch(`${sandbox.url}/control/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ days }),
  });
  expect(answer.status).toBe(200);
}
async function advanceTo(day: string): Promise<void> {
  while (dayOf(await now()) < day) await advance(1);
}
const advanceBankingDays = async (days: number) => advanceTo(bankingDaysAfter(dayOf(await now()), days));

async function transfer({ access_token, account_id }: Linked, amount: string, ach_class: ACHClass = ACHClass.Ccd): Promise<string> {
  const order = { type: TransferType.Debit, network: TransferNetwork.Ach, ach_class, amount, user: { legal_name: 'Acme Goods LLC' } };
  const { authorization } = (await plaid.transferAuthorizationCreate({ access_token, account_id, ...order })).data;
  expect(authorization.decision).toBe('approved');
  return (await plaid.transferCreate({ access_token, account_id, authorization_id: authorization.id, description: 'HEADWAY' })).data.transfer.id;
}
const transferOf = async (transfer_id: string) => (await plaid.transferGet({ transfer_id })).data.transfer;
const balanceOf = async ({ access_token, account_id }: Linked) =>
  (await plaid.accountsBalanceGet({ access_token, options: { account_ids: [account_id] } })).data.accounts[0]?.balances;

describe('the risk of a debit', () => {
  it('of a balance that stays is told by the balance beside the amount', async () => {
    const bank = await linked();
    // Covered twice over; exactly covered is as likely as not; half covered.
    const [plenty, exact, short] = [await evaluated(bank, 12.75), await evaluated(bank, 25.5), await evaluated(bank, 51)];
    expect(plenty).toMatchObject({
      scores: { bank_initiated_return_risk: { score: 1 }, customer_initiated_return_risk: { score: 1 } },
      core_attributes: { available_balance: 25.5, current_balance: 25.5, is_savings_or_money_market_account: false },
      ruleset: { ruleset_key: 'default', result: 'ACCEPT' },
      warnings: [],
    });
    expect(exact).toMatchObject({ scores: { bank_initiated_return_risk: { score: 50 } }, ruleset: { result: 'REVIEW' } });
    expect(short).toMatchObject({ scores: { bank_initiated_return_risk: { score: 99 } }, ruleset: { result: 'REROUTE' } });
  });

  it('is the same for the same id, and an id is not taken for another transaction', async () => {
    const bank = await linked();
    const client_transaction_id = randomUUID();
    const first = await evaluated(bank, 20, { client_transaction_id });
    await sandbox.press('plaid', 'set_balance', { item_id: bank.item_id, available: 1 });
    expect(await evaluated(bank, 20, { client_transaction_id })).toEqual(first);
    expect(await evaluated(bank, 20)).not.toEqual(first);
    const used = { status: 400, code: 'CLIENT_TRANSACTION_ID_ALREADY_IN_USE' };
    expect(await refusal(evaluated(bank, 20.01, { client_transaction_id }))).toEqual(used);
    expect(await refusal(evaluated(await linked(), 20, { client_transaction_id }))).toEqual(used);
  });

  it.each<[string, object, string]>([
    ['an id that is too long', { client_transaction_id: 'x'.repeat(37) }, 'INVALID_FIELD'],
    ['no id', { client_transaction_id: undefined }, 'MISSING_FIELDS'],
    ['an empty id', { client_transaction_id: '' }, 'INVALID_FIELD'],
    ['an amount as text', { amount: '10.00' }, 'INVALID_FIELD'],
    ['no money', { amount: 0 }, 'INVALID_FIELD'],
    ['less than no money', { amount: -1 }, 'INVALID_FIELD'],
    ['parts of a cent', { amount: 10.005 }, 'INVALID_FIELD'],
    ['a field that it does not know', { idempotency_key: 'k' }, 'UNKNOWN_FIELDS'],
    ['a payment method that it does not know', { default_payment_method: 'WIRE' }, 'INVALID_FIELD'],
    ['rules that nobody made', { ruleset_key: 'mine' }, 'INVALID_FIELD'],
    ['an account of another link', { account_id: 'x' }, 'INVALID_ACCOUNT_ID'],
    ['a link that is not there', { access_token: `access-sandbox-${randomUUID()}` }, 'ITEM_NOT_FOUND'],
  ])('is not told for %s', async (_what, given, code) => {
    const asked = { ...question(await linked(), 10), ...given } as SignalEvaluateRequest;
    expect(await refusal(plaid.signalEvaluate(asked))).toEqual({ status: 400, code });
  });

  it('takes every field of the description', async () => {
    const user = {
      name: { given_name: 'Ada', family_name: 'Byron' },
      phone_number: '+14151234567',
      email_address: 'ada@example.com',
      address: { city: 'Omaha' },
    };
    const more = {
      client_user_id: 'user-1',
      is_recurring: true,
      default_payment_method: 'STANDARD_ACH',
      ruleset_key: 'default',
      user,
      device: { ip_address: '192.0.2.1' },
    };
    expect((await evaluated(await linked(), 10, more)).ruleset).toMatchObject({ result: 'ACCEPT' });
  });

  it('needs a bank that supports it, and a link that was asked for it', async () => {
    const bank = await linked();
    await sandbox.press('plaid', 'signal_support', { with: 'unsupported' });
    expect(await refusal(evaluated(bank, 10))).toEqual({ status: 400, code: 'PRODUCTS_NOT_SUPPORTED' });
    await sandbox.press('plaid', 'signal_support', { with: 'supported' });
    const linkedFor = async (...initial_products: Products[]) => {
      const { public_token } = (await plaid.sandboxPublicTokenCreate({ institution_id: 'ins_901', initial_products })).data;
      const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;
      const account_id = (await plaid.accountsGet({ access_token })).data.accounts[0]?.account_id ?? '';
      return { access_token, account_id, item_id: '' };
    };
    expect(await refusal(evaluated(await linkedFor(Products.Auth), 10))).toEqual({ status: 400, code: 'ADDITIONAL_CONSENT_REQUIRED' });
    expect((await evaluated(await linkedFor(Products.Auth, Products.Signal), 10)).ruleset).toMatchObject({ result: 'ACCEPT' });
  });

  it('of a bank that cannot be read is not known, and says so', async () => {
    const bank = await linked('ins_901');
    await plaid.sandboxItemResetLogin({ access_token: bank.access_token });
    expect(await evaluated(bank, 10)).toMatchObject({
      scores: { bank_initiated_return_risk: { score: 50 } },
      core_attributes: { available_balance: null, current_balance: null },
      ruleset: { result: 'REVIEW' },
      warnings: [{ warning_code: 'ITEM_LOGIN_REQUIRED' }],
    });
  });

  it('is not told to a client who may not ask', async () => {
    const other = await openSandbox('http://127.0.0.1:9', { PLAID_SIGNAL: 'off' });
    try {
      const { access_token, account_id } = (await other.press('plaid', 'link_bank', { bank_id: 'ins_901' })).body.result as Linked;
      const asked = client(other).signalEvaluate({ access_token, account_id, client_transaction_id: 'one', amount: 1 });
      expect(await refusal(asked)).toEqual({ status: 400, code: 'INVALID_PRODUCT' });
    } finally {
      await other.stop();
    }
  });

  it('asks to be told how an evaluated debit ended, as often as one likes, and of no other', async () => {
    const client_transaction_id = randomUUID();
    await evaluated(await linked(), 10, { client_transaction_id });
    const returned = { client_transaction_id, return_code: 'R01', returned_at: '2026-11-21T17:27:15Z' };
    for (let time = 0; time < 2; time += 1) expect((await plaid.signalReturnReport(returned)).status).toBe(200);
    expect((await plaid.signalDecisionReport({ client_transaction_id, initiated: true, days_funds_on_hold: 0 })).status).toBe(200);
    expect(await refusal(plaid.signalReturnReport({ ...returned, return_code: 'R1' }))).toEqual({ status: 400, code: 'INVALID_FIELD' });
    expect(await refusal(plaid.signalReturnReport({ ...returned, returned_at: 'yesterday' }))).toEqual({ status: 400, code: 'INVALID_FIELD' });
    const unknown = { client_transaction_id: randomUUID() };
    expect(await refusal(plaid.signalReturnReport({ ...returned, ...unknown }))).toEqual({ status: 400, code: 'INVALID_FIELD' });
    expect(await refusal(plaid.signalDecisionReport({ ...unknown, initiated: false }))).toEqual({ status: 400, code: 'INVALID_FIELD' });
  });

  it('is asked five times a minute of one bank', async () => {
    await sandbox.press('plaid', 'quotas', { percent: 100 });
    const bank = await linked();
    const ask = () => refusal(evaluated(bank, 10)).catch(() => 'answered' as const);
    const answers = [await ask()];
    // They may fall into two minutes.
    while (answers.at(-1) === 'answered' && answers.length < 11) answers.push(await ask());
    expect(answers.at(-1)).toEqual({ status: 429, code: 'RATE_LIMIT' });
    expect(answers.length).toBeGreaterThan(5);
    await sandbox.press('plaid', 'quotas', { percent: 0 });
  });
});

describe('a balance that lives', () => {
  it('is that of the household’s model, day by day', async () => {
    const bank = await linked('ins_901');
    const from = dayOf(await now());
    const openedOn = new Date(startOfDay(new Date(from)).getTime() - 365 * 86_400_000);
    const takings = takingsOf({ seed: 'seven:store', profile: 'steady', platform: 'SHOPIFY', openedOn });
    const model = openAccount(newHousehold({ seed: 'seven', profile: 'tight', from, takings }), takings);
    expect((await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'tight', seed: 'seven' })).status).toBe(200);
    for (let day = 0; day < 10; day += 1) {
      const { closingCents, availableCents } = model.live();
      expect(await balanceOf(bank)).toMatchObject({ current: closingCents / 100, available: availableCents / 100 });
      await advance(1);
    }
  });

  it('goes down by a debit on the day on which it settles, and up again when the debit is disputed', async () => {
    const [one, other] = [await linked('ins_901'), await linked('ins_901')];
    for (const { item_id } of [one, other]) await sandbox.press('plaid', 'live_balance', { item_id, profile: 'comfortable', seed: 'same' });
    const difference = async () => Math.round(((await balanceOf(other))?.current ?? 0) * 100 - ((await balanceOf(one))?.current ?? 0) * 100);
    const id = await transfer(one, '12.34');
    await advanceBankingDays(1);
    expect([(await transferOf(id)).status, await difference()]).toEqual(['posted', 0]);
    await advanceBankingDays(1);
    expect([(await transferOf(id)).status, await difference()]).toEqual(['settled', 1_234]);
    await sandbox.press('plaid', 'fail_repayment', { transfer_id: id, code: 'R29' });
    expect(await difference()).toBe(0);
  });

  it('lets a debit come back by itself when it falls short by the day on which the debit settles', async () => {
    const bank = await linked('ins_901');
    const opened = (await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'failing', seed: 'broke' })).body.result as {
      openingCents: number;
    };
    expect(opened.openingCents).toBeGreaterThan(0);
    // Two debits of nearly all that is there: each is covered today, both are not.
    const available = (await balanceOf(bank))?.available ?? 0;
    const amount = (available * 0.8).toFixed(2);
    const [first, second] = [await transfer(bank, amount), await transfer(bank, amount)];
    const risk = await evaluated(bank, Number(amount));
    expect(risk.scores?.bank_initiated_return_risk?.score).toBeGreaterThan(60);
    await advanceBankingDays(2);
    const settledOn = dayOf(await now());
    expect([(await transferOf(first)).status, (await transferOf(second)).status]).toEqual(['settled', 'settled']);
    const afterSettled = (await balanceOf(bank))?.current ?? 0;
    expect(afterSettled).toBeGreaterThan(-available);
    await advanceTo(bankingDaysAfter(settledOn, 2));
    const ends = [await transferOf(first), await transferOf(second)];
    const returned = ends.filter(({ status }) => status === 'returned');
    expect(returned).toHaveLength(1);
    expect(['R01', 'R09']).toContain(returned[0]?.failure_reason?.ach_return_code);
  });

  it('stays at what it is when it is stopped, and where it was set', async () => {
    const bank = await linked('ins_901');
    await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'comfortable', seed: 'a' });
    await advance(1);
    const lived = await balanceOf(bank);
    await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'still' });
    await advance(7);
    expect(await balanceOf(bank)).toEqual(lived);
    await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'comfortable', seed: 'a' });
    await sandbox.press('plaid', 'set_balance', { item_id: bank.item_id, available: 12_345 });
    await advance(7);
    expect(await balanceOf(bank)).toMatchObject({ available: 123.45, current: 123.45 });
  });

  it('receives the takings of a connected store, and refuses one that is not there', async () => {
    const bank = await linked('ins_901');
    const opened = await sandbox.press('shopify', 'install', { handle: 'cash-flow', profile: 'seasonal' });
    expect(opened.status).toBe(200);
    const live = (store: string) => sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'comfortable', seed: 'a', store });
    const { body, status } = await live('shopify:cash-flow.myshopify.com');
    expect(status).toBe(200);
    const from = dayOf(await now());
    const openedOn = new Date(startOfDay(new Date(from)).getTime() - 365 * 86_400_000);
    const takings = takingsOf({ seed: 'cash-flow.myshopify.com', profile: 'seasonal', platform: 'SHOPIFY', openedOn });
    expect(body.result).toMatchObject(newHousehold({ seed: 'a', profile: 'comfortable', from, takings }));
    for (const store of ['shopify:nowhere.myshopify.com', 'rutter:none', 'bigcommerce:none', 'elsewhere']) expect((await live(store)).status).toBe(400);
    expect((await sandbox.press('plaid', 'live_balance', { item_id: bank.item_id, profile: 'rich' })).status).toBe(400);
    expect((await sandbox.press('plaid', 'live_balance', { item_id: 'none' })).status).toBe(404);
  });
});

describe('a return that comes later', () => {
  const later = (transfer_id: string, code: string, days: number) => sandbox.press('plaid', 'return_later', { transfer_id, code, days });
  async function settled(bank: Linked, achClass?: ACHClass): Promise<{ id: string; on: string }> {
    const id = await transfer(bank, '10.00', achClass);
    await advanceBankingDays(2);
    expect((await transferOf(id)).status).toBe('settled');
    return { id, on: dayOf(await now()) };
  }

  it('comes on its day and not before, of a person’s account as late as 60 days after', async () => {
    const { id, on } = await settled(await linked('ins_906'), ACHClass.Web);
    expect((await later(id, 'R10', 61)).status).toBe(400);
    expect((await later(id, 'R29', 1)).status).toBe(400);
    expect(await later(id, 'R10', 60)).toMatchObject({ status: 200, body: { result: { on: daysAfter(on, 60) } } });
    await advance(59);
    expect((await transferOf(id)).status).toBe('funds_available');
    await advance(1);
    expect(await transferOf(id)).toMatchObject({ status: 'returned', failure_reason: { ach_return_code: 'R10' } });
  });

  it('comes of a business’s account within two banking days, and never as a person’s', async () => {
    const { id, on } = await settled(await linked('ins_901'));
    const last = bankingDaysAfter(on, 2);
    const days = (Date.parse(last) - Date.parse(on)) / 86_400_000;
    expect((await later(id, 'R29', days + 1)).status).toBe(400);
    for (const code of ['R05', 'R07', 'R10']) expect((await later(id, code, 1)).status).toBe(400);
    expect((await later(id, 'R99', 1)).status).toBe(400);
    expect((await later(id, 'R29', -1)).status).toBe(400);
    expect((await later(id, 'R29', days)).status).toBe(200);
    await advanceTo(last);
    expect(isBankingDay(last)).toBe(true);
    expect(await transferOf(id)).toMatchObject({ status: 'returned', failure_reason: { ach_return_code: 'R29' } });
  });

  it('comes at once when its day is today, and not of what has not settled or is over', async () => {
    const bank = await linked('ins_901');
    const pending = await transfer(bank, '10.00');
    expect((await later(pending, 'R01', 0)).status).toBe(400);
    await advanceBankingDays(2);
    expect((await later(pending, 'R01', 0)).status).toBe(200);
    expect((await transferOf(pending)).status).toBe('returned');
    expect((await later(pending, 'R01', 1)).status).toBe(400);
    const { id } = await settled(bank);
    await advance(2);
    expect((await later(id, 'R01', 1)).status).toBe(400);
  });
});

it('a link token may name the product in each of its lists', async () => {
  const base = { client_name: 'Headway', language: 'en', country_codes: [CountryCode.Us], user: { client_user_id: 'user-1' }, products: [Products.Auth] };
  expect((await plaid.linkTokenCreate({ ...base, optional_products: [Products.Signal] })).status).toBe(200);
  expect((await plaid.linkTokenCreate({ ...base, additional_consented_products: [Products.Signal] })).status).toBe(200);
});
