import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireDraw } from '../../server/contract/payments.ts';
import { startOfDay } from '../../server/domain/basics/dates.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { advanceBankingDays, programDay, untilDebited, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  // Purchases settle when a test says so.
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const own = () => ({ receiver_id: merchant.receiver.id });

async function payments(query = ''): Promise<{ draws: { id: string }[] } & Record<string, unknown>> {
  const answer = await product.call(`/api/users/${merchant.receiver.token}/payments${query}`, { token: merchant.token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const bank = async () => {
  const { institution_name, account_name, mask } = await product.deps.database.bankLink.findFirstOrThrow({ where: { ...own(), unlinked_at: null } });
  return { institution_name, account_name, mask };
};

async function buy(amount: number): Promise<void> {
  const { token } = await spend(product, merchant, amount, { settle: true });
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
}

async function drawToday(): Promise<void> {
  await planDueDraws(product.deps, merchant.scope);
  await sendOpenDraws(product.deps, merchant.scope);
}

const drawIs = (status: string) => eventually(`a draw that is ${status}`, () => product.deps.database.draw.findFirst({ where: { ...own(), status } }));

const hasCashback = (amount: number) =>
  eventually(`cashback of ${amount}`, async () => {
    const row = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...own(), account: 'cashback' } } });
    return Number(row?.balance_cents ?? 0) === amount;
  });

/** Draws $200 and has the bank send it back the next banking day. */
async function sentBack(code: string): Promise<void> {
  await buy(20_000);
  await drawToday();
  const { transfer_id } = await drawIs('pending');
  await advanceBankingDays(product, 1);
  await product.press('plaid', 'fail_repayment', { transfer_id: transfer_id ?? '', code });
  await drawIs('returned');
}

describe('the payments so far', () => {
  beforeEach(async () => {
    merchant = await newCardholder(product);
    await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: own() })).spend_limit === 100_000n);
    await untilDebited(product);
  });

  it('are none before anything was bought; the bank is named', async () => {
    expect(await payments()).toEqual({ bank: await bank(), cashback_cents: 0, draws: [], page: 1, pages: 1, total: 0 });
  });

  it('say of each its day, amount, bank and state; cashback is summed to the cent', async () => {
    await buy(20_000);
    await drawToday();
    await drawIs('pending');
    const day = programDay(product);
    const scheduled = { kind: 'scheduled', debit_date: day, amount_cents: 20_000, bank: await bank(), failure: null };
    expect(await payments()).toMatchObject({ cashback_cents: 0, total: 1, draws: [{ ...scheduled, state: 'under_way', row_id: expect.any(String) }] });
    await advanceBankingDays(product, 3);
    await drawIs('funds_available');
    expect((await payments()).cashback_cents).toBe(0);
    await untilFinal(product);
    await planDueDraws(product.deps, merchant.scope);
    // One percent of $200.00.
    await hasCashback(200);
    expect((await payments()).cashback_cents).toBe(200);
    expect((await payments()).draws).toMatchObject([{ ...scheduled, state: 'paid', settles_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);

    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 30 } });
    await buy(12_345);
    const body = { pay: 'all', amount_cents: 12_145 };
    const path = `/api/users/${merchant.receiver.token}/pay_now`;
    const paid = await product.call(path, { method: 'POST', token: merchant.token, headers: { 'idempotency-key': randomUUID() }, body });
    expect(paid.status).toBe(202);
    await drawIs('pending');
    // The day that the bank names is the one that was promised.
    expect((await payments()).draws[0]).toMatchObject({ state: 'under_way', settles_on: paid.body.settles_on });
    await advanceBankingDays(product, 3);
    await eventually('the settled payment', async () => (await product.deps.database.draw.count({ where: { ...own(), status: 'funds_available' } })) === 2);
    expect((await payments()).draws[0]).toMatchObject({ kind: 'pay_now', amount_cents: 12_145, state: 'paid' });
    await untilFinal(product);
    // $2.00, and one percent of the $121.45 that were paid of the second purchase: the cashback of the first had paid $2.00 of it.
    await planDueDraws(product.deps, merchant.scope);
    await hasCashback(321);
    expect((await payments()).cashback_cents).toBe(321);
  });

  it('settled on the day that was told before, also once the bank has made the money available on a later day', async () => {
    await buy(20_000);
    await drawToday();
    await drawIs('pending');
    const [told] = (await payments()).draws as WireDraw[];
    await advanceBankingDays(product, 2);
    await drawIs('settled');
    expect((await payments()).draws).toMatchObject([{ state: 'paid', settles_on: told?.settles_on }]);
    await advanceBankingDays(product, 1);
    await drawIs('funds_available');
    expect((await payments()).draws).toMatchObject([{ state: 'paid', settles_on: told?.settles_on }]);
  });

  it.each([
    ['R01', 'There was not enough money in the account.', /^It is debited once more on [A-Z][a-z]{2} \d{1,2}, 2\d{3}\. You can also pay now\.$/, 'pay_now'],
    ['R02', 'The account is closed.', /^This account is no longer debited\. Link another one, then pay now\.$/, 'link_bank'],
    [
      'R07',
      'You withdrew the authorization for debits at your bank.',
      /^Nothing more is debited until you authorize debits again\. Then pay now\.$/,
      'authorize_debits',
    ],
  ])('that came back with %s say why, what follows and what helps', async (code, reason, follows, remedy) => {
    await sentBack(code);
    const { draws } = await payments();
    expect(draws).toMatchObject([{ state: 'failed', failure: { reason, follows: expect.stringMatching(follows), remedy } }]);
    expect((await payments()).bank === null).toBe(code === 'R02');
  });

  it('of the merchant’s own that came back say that it is owed, until another pays it', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 30 } });
    await buy(20_000);
    const failedPayment = async () => ((await payments()).draws as WireDraw[]).find(({ state }) => state === 'failed');
    const payNow = () =>
      product.call(`/api/users/${merchant.receiver.token}/pay_now`, {
        method: 'POST',
        token: merchant.token,
        headers: { 'idempotency-key': randomUUID() },
        body: { pay: 'amount', amount_cents: 5_000 },
      });
    expect((await payNow()).status).toBe(202);
    const { transfer_id } = await drawIs('pending');
    await product.press('plaid', 'fail_repayment', { transfer_id: transfer_id ?? '', code: 'R23' });
    const failed = await eventually('the payment that failed', failedPayment);
    expect(failed.failure).toMatchObject({ follows: 'It is not debited again by itself: pay now.', remedy: 'pay_now' });
    expect((await payNow()).status).toBe(202);
    expect((await failedPayment())?.failure).toMatchObject({ follows: 'It has been paid since. There is nothing to do.', remedy: null });
  });

  it('come ten a page, newest first, and leave out what never reached the bank', async () => {
    const day = (place: number) => startOfDay(`2026-01-${String(place + 1).padStart(2, '0')}` as Parameters<typeof startOfDay>[0]);
    await product.deps.database.draw.createMany({
      data: Array.from({ length: 23 }, (_, place) => ({
        ...own(),
        due_date: day(place),
        debit_date: day(place),
        amount_cents: BigInt(place + 1),
        business_key: `test:${place}`,
        provider_key: randomUUID(),
        status: place === 22 ? 'cancelled' : 'funds_available',
        ...(place < 22 && { transfer_id: `transfer-${place}`, sent_at: day(place), finished_at: day(place) }),
      })),
    });
    const first = await payments();
    expect([first.page, first.pages, first.total, first.draws.length]).toEqual([1, 3, 22, 10]);
    expect(first.draws[0]).toMatchObject({ debit_date: '2026-01-22', amount_cents: 22, state: 'paid' });
    const last = await payments('?page=9');
    expect([last.page, last.draws.length]).toEqual([3, 2]);
    expect(last.draws.at(-1)).toMatchObject({ debit_date: '2026-01-01' });
    expect((await product.call(`/api/users/${merchant.receiver.token}/payments?page=0`, { token: merchant.token })).status).toBe(400);
  });
});
