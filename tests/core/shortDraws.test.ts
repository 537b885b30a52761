import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { addBusinessDays, type IsoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { Unavailable } from '../../server/providers/failure.ts';
import { lookAtDraw, lookAtDrawsToday } from '../../server/services/repayment/drawOutlook.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { reportReturn } from '../../server/services/repayment/reportReturn.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { receivable } from '../support/activity.ts';
import { addReceivableRows } from '../support/activityRows.ts';
import { advanceBankingDays, programDay, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { bankIds, pickAccount } from '../support/linkWindow.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCardholder(product, { net_terms: 3, net_terms_type: 'business' });
  const limit = BigInt(merchant.receiver.initial_spend_limit);
  await eventually('the first limit', async () => (await product.deps.database.card.findFirst({ where: own() }))?.spend_limit === limit);
});

const own = () => ({ receiver_id: merchant.receiver.id });
const path = (rest: string) => `/api/users/${merchant.receiver.token}/${rest}`;
const setBalance = (available: number) => product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available });
const plan = async () => (await product.call(path('draw_plan'), { token: merchant.token })).body;
const drawn = async () =>
  (await product.deps.database.draw.findMany({ where: own(), orderBy: { attempt: 'asc' } })).map(({ part, amount_cents, debit_date, status }) => ({
    part,
    amount: Number(amount_cents),
    on: utcDate(debit_date),
    isOnItsWay: status === 'pending' || status === 'posted',
  }));

/** Buys for $200, and returns the day of its draw. */
async function buy(): Promise<IsoDate> {
  const { token } = await spend(product, merchant, 20_000, { settle: true });
  const bought = await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  return utcDate(bought.repayment_date);
}

/** Does what the job of a day's draws does. */
async function drawToday(): Promise<void> {
  await lookAtDrawsToday(product.deps, merchant.scope);
  await planDueDraws(product.deps, merchant.scope);
  await sendOpenDraws(product.deps, merchant.scope);
}

async function goTo(day: IsoDate): Promise<void> {
  while (programDay(product) < day) await advanceBankingDays(product, 1);
}

const next = (day: IsoDate, days: number) => addBusinessDays(day, days, product.deps.isBankHoliday);
const arrange = (body: object) => product.call(path('draw_arrangement'), { method: 'POST', token: merchant.token, body });
const choose = (body: object) => product.call(path('draw_preference'), { method: 'PUT', token: merchant.token, body });

describe('a draw for which the account looks short', () => {
  it('is told with what can be done, and on its day only what is safe is drawn, the rest on the next banking day', async () => {
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    const { short_draw } = await plan();
    expect(short_draw).toMatchObject({ debit_date: day, amount_cents: 20_000, safe_cents: 15_000, missing_cents: 5_000 });
    expect(short_draw.days).toEqual([next(day, 1), next(day, 2), next(day, 3)]);
    await goTo(day);
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 15_000, on: day, isOnItsWay: true }]);
    await drawToday();
    expect(await drawn()).toHaveLength(1);
    await setBalance(50_000);
    await goTo(next(day, 1));
    await drawToday();
    expect((await drawn())[1]).toEqual({ part: 2, amount: 5_000, on: next(day, 1), isOnItsWay: true });
    const keys = await product.deps.database.draw.findMany({ where: own(), orderBy: { attempt: 'asc' }, select: { business_key: true } });
    expect(keys.map(({ business_key }) => business_key)).toEqual([`draw:${merchant.receiver.id}:${day}:1:1`, `draw:${merchant.receiver.id}:${day}:2:2`]);
    const receiver = (await product.call('/api/receiver', { token: merchant.token })).body;
    expect(receiver.paymentSchedule.map((entry: { payment_due_date: { seconds: number } }) => entry.payment_due_date.seconds)).toEqual([
      Date.parse(`${day}T00:00:00Z`) / 1_000,
    ]);
  });

  it('is drawn in part, and its rest waits for the money, for two banking days at most', async () => {
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await goTo(day);
    await drawToday();
    await setBalance(0);
    for (const later of [1, 2]) {
      await goTo(next(day, later));
      await drawToday();
    }
    expect(await drawn()).toHaveLength(1);
    await goTo(next(day, 3));
    await drawToday();
    expect((await drawn()).map(({ part, amount, on }) => [part, amount, on])).toEqual([
      [1, 15_000, day],
      [2, 5_000, next(day, 3)],
    ]);
  });

  it('leaves on the account what the store sells in two days', async () => {
    const sale = (number: number) =>
      receivable({ id: `rutter:${number}`, amount_cents: cents(28_000), created_at: new Date(product.deps.clock().getTime() - (number + 1) * 86_400_000) });
    await addReceivableRows(product.deps.database, merchant.receiver.id, [sale(0), sale(1)]);
    const day = await buy();
    await setBalance(22_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    // $560 in four weeks are $20 a day.
    expect((await plan()).short_draw).toMatchObject({ amount_cents: 20_000, safe_cents: 18_000 });
  });

  it('is drawn whole once the money is there on its day', async () => {
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await setBalance(30_000);
    await goTo(day);
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 20_000, on: day, isOnItsWay: true }]);
  });

  it('is drawn whole when the bank cannot be asked: what we cannot know does not keep us', async () => {
    const day = await buy();
    await goTo(day);
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 20_000, on: day, isOnItsWay: true }]);
  });

  it('can be moved, once, and comes on that day', async () => {
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    expect((await arrange({ choice: 'move', debit_date: day, to: next(day, 4) })).status).toBe(409);
    const moved = await arrange({ choice: 'move', debit_date: day, to: next(day, 2) });
    expect(moved.body).toMatchObject({ short_draw: null, arrangements: [{ due_date: day, first_on: next(day, 2), rest_on: null }] });
    const again = await arrange({ choice: 'move', debit_date: next(day, 2), to: next(day, 3) });
    expect([again.status, again.body.code]).toEqual([409, 'draw_not_movable']);
    await goTo(day);
    await drawToday();
    expect(await drawn()).toEqual([]);
    await setBalance(50_000);
    await goTo(next(day, 2));
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 20_000, on: next(day, 2), isOnItsWay: true }]);
    // The due date has not moved, and neither has what it earns: 1 % of $200.
    await advanceBankingDays(product, 3);
    await eventually('its funds', () => product.deps.database.draw.findFirst({ where: { ...own(), status: 'funds_available' } }));
    await untilFinal(product);
    await planDueDraws(product.deps, merchant.scope);
    expect(await product.deps.database.bankTransfer.count({ where: { ...own(), amount_cents: 200n } })).toBe(1);
  });

  it('is told as well where the balance is enough and the score alone is bad, and no more once it is moved', async () => {
    const day = await buy();
    await setBalance(100_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    expect((await plan()).short_draw).toBeNull();
    const where = { receiver_id_debit_date: { receiver_id: merchant.receiver.id, debit_date: new Date(day) } };
    await product.deps.database.drawOutlook.update({ where, data: { score: 90, looks_short: true } });
    const { short_draw } = await plan();
    expect(short_draw).toMatchObject({ debit_date: day, amount_cents: 20_000, missing_cents: 0 });
    expect(short_draw.days).toHaveLength(3);
    const arranged = await arrange({ choice: 'move', debit_date: day, to: next(day, 1) });
    expect([arranged.status, arranged.body.short_draw]).toEqual([200, null]);
  });

  it('is told of in the details of its purchase as it was arranged', async () => {
    const day = await buy();
    const { token } = await product.deps.database.cardTransaction.findFirstOrThrow({ where: own() });
    const repayment = async () => (await product.call(path(`transactions/card/${token}`), { token: merchant.token })).body.repayment;
    expect(await repayment()).toMatchObject({ date: day, debit_date: day });
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await arrange({ choice: 'move', debit_date: day, to: next(day, 1) });
    expect(await repayment()).toMatchObject({
      date: day,
      debit_date: null,
      debit_reason: `What is due ${formatDay(day)} is drawn on ${formatDay(next(day, 1))}.`,
    });
  });

  it('is paid in part now, from the same account, of which as much is missing afterward', async () => {
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await product.call(path('pay_now'), {
      method: 'POST',
      token: merchant.token,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { pay: 'amount', amount_cents: 7_000 },
    });
    expect((await plan()).short_draw).toMatchObject({ debit_date: day, amount_cents: 13_000, safe_cents: 8_000, missing_cents: 5_000 });
  });

  it('that came back is reported to the provider that was asked about it, once', async () => {
    const day = await buy();
    await lookAtDraw(product.deps, merchant.scope, day);
    await goTo(day);
    await drawToday();
    await advanceBankingDays(product, 3);
    const draw = await eventually('the draw that arrived', () => product.deps.database.draw.findFirst({ where: { ...own(), status: 'funds_available' } }));
    const evaluations = await product.deps.database.drawEvaluation.findMany({ where: own(), select: { provider_key: true, reported_at: true } });
    expect(evaluations).toEqual([{ provider_key: draw.provider_key, reported_at: null }]);
    await product.press('plaid', 'fail_repayment', { transfer_id: draw.transfer_id ?? '', code: 'R01' });
    const reported = () => product.deps.database.drawEvaluation.findFirst({ where: { ...own(), reported_at: { not: null } } });
    const first = await eventually('the report', reported);
    await reportReturn(product.deps, merchant.scope, draw.id);
    expect((await reported())?.reported_at).toEqual(first.reported_at);
  });
});

describe('with a second bank, a draw for which the account looks short', () => {
  /** Links a second bank, and returns its account. */
  async function linkSecond(): Promise<string | null> {
    const window = {
      mode: 'link' as const,
      clientName: 'Headway',
      userId: merchant.receiver.id,
      webhookUrl: `${product.config.publicUrl}/webhooks/plaid`,
      microdeposits: { sameDay: false, automated: false },
      asksForTransactions: false,
    };
    const { linkToken } = await product.deps.providers.bank.createLinkToken(window);
    const { public_token, metadata } = await pickAccount(product, linkToken, bankIds.other);
    const body = { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion };
    const sent = { method: 'POST', token: merchant.token, body, headers: { 'idempotency-key': crypto.randomUUID() } };
    expect((await product.call(path('bank/fallback'), sent)).body.bank).toMatchObject({ institution_name: 'Cascade Credit Union', is_authorized: true });
    return body.account_id;
  }

  const debited = async () =>
    (await product.deps.database.draw.findMany({ where: own(), orderBy: { attempt: 'asc' } })).map(({ amount_cents, bank_account_id }) => [
      Number(amount_cents),
      bank_account_id,
    ]);

  it('comes whole from there by itself, where that can bear it', async () => {
    const second = await linkSecond();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    expect((await plan()).short_draw.other_bank).toMatchObject({ institution_name: 'Cascade Credit Union', mask: '7702' });
    await goTo(day);
    await drawToday();
    expect(await debited()).toEqual([[20_000, second]]);
  });

  it('does not come from there by a balance of before, where that bank cannot be asked today', async () => {
    const second = await linkSecond();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await goTo(day);
    const told = { balance_available_cents: 100_000n, balance_at: new Date(product.deps.clock().getTime() - 86_400_000) };
    await product.deps.database.bankLink.updateMany({ where: { ...own(), role: 'fallback' }, data: told });
    const { bank } = product.deps.providers;
    const getBalances: typeof bank.getBalances = async (token, account) => {
      if (account === second) throw new Unavailable({ provider: 'plaid', call: 'getBalances', code: 'INSTITUTION_DOWN', message: '' });
      return bank.getBalances(token, account);
    };
    await lookAtDrawsToday({ ...product.deps, providers: { ...product.deps.providers, bank: { ...bank, getBalances } } }, merchant.scope);
    await planDueDraws(product.deps, merchant.scope);
    expect(await drawn()).toMatchObject([{ part: 1, amount: 15_000, on: day }]);
  });

  it('comes from there when the merchant chooses it, and from the usual account once the second one is removed', async () => {
    await linkSecond();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    const chosen = await arrange({ choice: 'other_bank', debit_date: day });
    expect(chosen.body).toMatchObject({ short_draw: null, arrangements: [{ due_date: day, first_on: day, from_other_bank: true }] });
    expect((await product.call(path('bank/fallback'), { method: 'DELETE', token: merchant.token, body: {} })).status).toBe(200);
    // Nothing is arranged any more: it looks short again, and can be moved.
    expect(await plan()).toMatchObject({
      other_bank: null,
      arrangements: [],
      short_draw: { debit_date: day, days: [next(day, 1), next(day, 2), next(day, 3)] },
    });
    await setBalance(50_000);
    await goTo(day);
    await drawToday();
    expect(await debited()).toEqual([[20_000, merchant.bank.accountId]]);
  });

  it('is moved also where another draw of its day comes from the second bank, which stays so', async () => {
    await linkSecond();
    const first = await buy();
    await advanceBankingDays(product, 1);
    const day = await buy();
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { ...own(), role: 'fallback' } });
    const arranged = { due_date: new Date(first), first_on: new Date(day), bank_link_id: link.id, made_by: 'merchant', made_at: product.deps.clock() };
    await product.deps.database.drawArrangement.create({ data: { ...own(), ...arranged } });
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    expect((await plan()).short_draw).toMatchObject({ debit_date: day, amount_cents: 20_000, days: [next(day, 1), next(day, 2), next(day, 3)] });
    expect((await arrange({ choice: 'move', debit_date: day, to: next(day, 2) })).body.arrangements).toMatchObject([
      { due_date: first, first_on: day, from_other_bank: true },
      { due_date: day, first_on: next(day, 2), from_other_bank: false },
    ]);
  });

  it('comes from the usual account where the second one, which the merchant chose, may be debited no more', async () => {
    await linkSecond();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await arrange({ choice: 'other_bank', debit_date: day });
    const post = (rest: string, body: object) =>
      product.call(path(rest), { method: 'POST', token: merchant.token, body, headers: { 'idempotency-key': randomUUID() } });
    expect((await post('debit_authorization/revoke', {})).status).toBe(200);
    expect((await post('debit_authorization', { version: debitAuthorizationVersion })).status).toBe(200);
    expect((await plan()).arrangements).toMatchObject([{ due_date: day, from_other_bank: false }]);
    await setBalance(50_000);
    await goTo(day);
    await drawToday();
    expect(await debited()).toEqual([[20_000, merchant.bank.accountId]]);
  });

  it('comes from there still when our own limit kept it from being ordered at first', async () => {
    const second = await linkSecond();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await arrange({ choice: 'other_bank', debit_date: day });
    await goTo(day);
    await product.press('plaid', 'transfer_limit', { limit: 100 });
    await drawToday();
    await product.press('plaid', 'transfer_limit', { limit: 25_000_000 });
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 20_000, on: day, isOnItsWay: true }]);
    expect(await debited()).toEqual([[20_000, second]]);
  });

  it('does not come from there where a debit that is on its way takes the money, which is no burden on the usual account', async () => {
    const second = await linkSecond();
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { ...own(), role: 'fallback' } });
    await product.press('plaid', 'set_balance', { item_id: link.item_id, available: 30_000 });
    await buy();
    const day = await buy();
    await setBalance(15_000);
    await lookAtDraw(product.deps, merchant.scope, day);
    await goTo(day);
    const id = randomUUID();
    const keys = { id, business_key: `draw:${id}`, provider_key: id, transfer_id: id, created_at: product.deps.clock() };
    const made = { due_date: new Date('2026-09-01'), debit_date: new Date(day), amount_cents: 20_000n, part: 1, attempt: 1, status: 'pending' };
    await product.deps.database.draw.create({ data: { ...own(), ...made, ...keys, bank_link_id: link.id, bank_account_id: second } });
    await drawToday();
    expect(await debited()).toEqual(
      expect.arrayContaining([
        [20_000, second],
        [15_000, merchant.bank.accountId],
      ]),
    );
  });
});

describe('the days of draws that a merchant chooses', () => {
  it('bring everything on one day of the week, before it is due', async () => {
    const day = await buy();
    const weekday = new Date(`${next(day, -1)}T00:00:00Z`).getUTCDay();
    expect((await choose({ weekday })).body.preference).toEqual({ weekday });
    await goTo(next(day, -1));
    await drawToday();
    expect(await drawn()).toEqual([{ part: 1, amount: 20_000, on: next(day, -1), isOnItsWay: true }]);
  });

  it.each([[{ weekday: 6 }], [{ weekday: 5, early_from_cents: 20_000 }]])('are refused where %o is no choice', async (body) => {
    expect((await choose(body)).status).toBe(400);
  });
});
