import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPayment } from '../../server/domain/repayment/schedule.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

describe('the answer about a receiver', () => {
  const shown = async ({ token }: Cardholder) => (await product.call('/api/receiver', { token })).body;

  it('tells what may be spent, what is owed and what is due when, and they fit together', async () => {
    const merchant = await newCardholder(product, { net_terms: 30, net_terms_type: 'calendar' });
    const fresh = await eventually('the first limit', async () => {
      const answer = await shown(merchant);
      return answer.totalSpendPowerCents === 100_000 && answer;
    });
    expect(fresh).toMatchObject({ availableSpendPowerCents: 100_000, totalOutstandingCents: 0, availableSpendPowerRatio: 1, paymentSchedule: [] });

    // The issuer declines what is above the limit that it knows of.
    const { cardIssuer } = product.deps.providers;
    await eventually('the limit at the issuer', async () => (await cardIssuer.getCard(merchant.cardToken)).spendLimitCents === 100_000);
    await spend(product, merchant, 25_000, { settle: true });
    const answer = await eventually('the purchase', async () => {
      const seen = await shown(merchant);
      return seen.totalOutstandingCents === 25_000 && seen;
    });
    expect(answer).toMatchObject({ totalSpendPowerCents: 100_000, availableSpendPowerCents: 75_000, availableSpendPowerRatio: 0.75 });
    const { created_at } = await product.deps.database.cardTransaction.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    const due = new Date(Date.UTC(created_at.getUTCFullYear(), created_at.getUTCMonth(), created_at.getUTCDate() + 30));
    expect(answer.paymentSchedule).toEqual([
      { payment_due_date: { seconds: due.getTime() / 1_000 }, total_owed_cents: 25_000, potential_cashback: expect.any(Number) },
    ]);
    const due_date = due.toISOString().slice(0, 10);
    expect(nextPayment(answer.paymentSchedule)).toMatchObject({ date: due_date, amount_cents: 25_000 });
    // The tests' day is November 16, 2026, and December 16 is a Wednesday.
    expect(answer.next_debit).toEqual({ debit_date: '2026-12-16', amount_cents: 25_000, due_dates: [due_date] });

    const change = (data: object) => product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data });
    await change({ is_locked: true });
    expect((await shown(merchant)).next_debit).toBeNull();
    await change({ is_locked: false });
    await product.deps.database.debitAuthorization.updateMany({
      where: { receiver_id: merchant.receiver.id },
      data: { ended_at: product.deps.clock(), ended_reason: 'revoked_by_merchant' },
    });
    expect((await shown(merchant)).next_debit).toBeNull();
  });

  it('has the starting limit for its total before spending power was found out for the first time', async () => {
    const { token } = await signUp(product);
    expect((await product.call('/api/receiver', { token })).body).toMatchObject({
      totalSpendPowerCents: 100_000,
      availableSpendPowerCents: 100_000,
      availableSpendPowerRatio: 1,
      totalOutstandingCents: 0,
      store_reading: null,
      store_problem: null,
    });
  });

  it('is the caller’s own by id, by token and without a name', async () => {
    const { token, receiver } = await signUp(product);
    const ids = await Promise.all(
      ['', `?token=${receiver.id}`, `?token=${receiver.token}`].map(async (query) => (await product.call(`/api/receiver${query}`, { token })).body.id),
    );
    expect(ids).toEqual([receiver.id, receiver.id, receiver.id]);
  });
});
