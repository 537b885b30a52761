import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminAction } from '../../server/domain/staff/adminActions.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, linkBank, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await product.deps.database.card.findFirst({ where: ofMerchant() }))?.spend_limit === 100_000n);
});

const ofMerchant = () => ({ receiver_id: merchant.receiver.id });
const draws = () => product.deps.database.draw.findMany({ where: ofMerchant(), orderBy: [{ due_date: 'asc' }, { attempt: 'asc' }] });
const live = async () => (await draws()).filter(({ status }) => status !== 'cancelled').map(({ amount_cents }) => amount_cents);
const plan = () => planDueDraws(product.deps, merchant.scope);

async function act(action: AdminAction): Promise<void> {
  const { business_name: confirmation } = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
  const answer = await product.call(`/api/staff/receivers/${merchant.receiver.token}/actions/${action}`, {
    method: 'POST',
    token: admin.token,
    body: { reason: 'asked by phone', confirmation },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(`${answer.status} ${answer.status === 200 ? '' : answer.text}`).toBe('200 ');
}

async function buy(amount: number): Promise<void> {
  const { token } = await spend(product, merchant, amount, { settle: true });
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
}

describe('locking', () => {
  it('takes back what was only planned, and nothing is planned while it lasts', async () => {
    await buy(20_000);
    await untilDebited(product);
    await plan();
    await act('lock_account');
    expect(await draws()).toMatchObject([{ status: 'cancelled', failure_reason: 'The account was locked.' }]);
    await plan();
    expect(await live()).toEqual([]);
  });

  it('once over, lets what fell due meanwhile be drawn one due date a banking day, after its notice', async () => {
    await buy(1_000);
    await product.advanceDays(1);
    await buy(2_000);
    await untilDebited(product);
    await act('lock_account');
    await advanceBankingDays(product, 1);
    await act('unlock_account');
    await plan();
    expect(await live()).toEqual([]);
    await advanceBankingDays(product, 2);
    await plan();
    await plan();
    expect(await live()).toEqual([1_000n]);
    await advanceBankingDays(product, 1);
    await plan();
    expect(await live()).toEqual([1_000n, 2_000n]);
  });
});

describe('resets lose nothing', () => {
  it('Reset Bank keeps the debt, which waits for a bank and its authorization, and keeps the rows of the old ones', async () => {
    await buy(20_000);
    await untilDebited(product);
    await plan();
    await act('reset_bank');
    await plan();
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await draws()).toMatchObject([{ status: 'cancelled', transfer_id: null }]);
    expect(await product.deps.database.debitAuthorization.findMany({ where: ofMerchant() })).toMatchObject([{ ended_reason: 'bank_link_ended' }]);
    expect(await product.deps.database.bankLink.findMany({ where: ofMerchant() })).toMatchObject([{ item_id: merchant.bank.itemId }]);
    await linkBank(product, merchant.receiver.id);
    await plan();
    expect(await live()).toEqual([20_000n]);
  });

  it('Reset Card books what the old card bought before, and keeps the card’s row', async () => {
    const { token } = await spend(product, merchant, 7_500);
    await eventually('the held purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token } }));
    await act('reset_card');
    expect(await product.deps.database.receiver.findUnique({ where: { id: merchant.receiver.id } })).toMatchObject({ lithic_card_token: null });
    await product.press('lithic', 'settle', { token });
    await eventually('the purchase of the old card', () =>
      product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED', settled_cents: 7_500n } }),
    );
    const owed = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...ofMerchant(), account: 'owed' } } });
    expect(owed?.balance_cents).toBe(7_500n);
    expect(await product.deps.database.card.count({ where: { ...ofMerchant(), token: merchant.cardToken } })).toBe(1);
  });

  it('Reset Onboarding keeps the debt, the accepted agreements, the bank, the card and the verification in their tables', async () => {
    await buy(20_000);
    await product.deps.database.kybApplication.create({ data: { ...ofMerchant(), attempt: 1, status: 'draft' } });
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { lithic_account_holder_token: 'holder-1' } });
    const count = async () => [
      await product.deps.database.bankLink.count({ where: ofMerchant() }),
      await product.deps.database.card.count({ where: ofMerchant() }),
      await product.deps.database.cardTransaction.count({ where: ofMerchant() }),
      await product.deps.database.kybApplication.count({ where: ofMerchant() }),
      await product.deps.database.debitAuthorization.count({ where: ofMerchant() }),
    ];
    await act('reset_onboarding');
    expect(await count()).toEqual([1, 1, 1, 1, 1]);
    const owed = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...ofMerchant(), account: 'owed' } } });
    expect(owed?.balance_cents).toBe(20_000n);
  });
});
