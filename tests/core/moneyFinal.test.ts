import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { decideAuthorization } from '../../server/services/card/purchases/decideAuthorization.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { at } from '../support/correspondent.ts';
import { morning, newDebtorOf } from '../support/debtor.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  // Without a worker: each test says what happens, and when.
  product = await testProduct({ ROLE: 'sandbox' });
});
afterAll(() => product.stop());

/** A merchant with a limit of $1,000. */
async function newDebtor() {
  const debtor = await newDebtorOf(product, { initial_spend_limit: 100_000n });
  const { id, scope, cardToken } = debtor;
  const where = { receiver_id: id };
  await indexOwners(product.deps.database);
  return {
    ...debtor,
    /** The issuer asks about a purchase. Returns its answer and our reason. */
    async asks(amount: number, instant: string) {
      const deps = at(product.deps, instant);
      const token = randomUUID();
      await recomputeSpendingPower(deps, scope, 'test');
      const merchant = { descriptor: 'ACME', city: 'OSLO', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null };
      const cash = { kind: 'purchase' as const, cashCents: cents(0), wallet: null };
      const asked = { token, eventToken: null, cardToken, ...cash, amountCents: cents(amount), merchant, createdAt: new Date(instant) };
      const { result } = await decideAuthorization(deps, asked);
      const decision = await product.deps.database.authorizationDecision.findFirstOrThrow({ where: { ...where, transaction_token: token } });
      // No approval is left that the issuer would report.
      await product.deps.database.authorizationDecision.updateMany({ where, data: { is_open: false } });
      return [result, decision.reason];
    },
    differences: () => product.deps.database.reconciliationDifference.findMany({ where }),
    /** The letters that were ordered until an instant, the newest first. */
    async letters(instant: string): Promise<string[]> {
      const ordered = await product.deps.database.$queryRaw<{ kind: string; about: string }[]>`
        SELECT data ->> 'kind' AS kind, data ->> 'about' AS about FROM pgboss.job
        WHERE name = 'send-letter' AND data ->> 'receiver_id' = ${id} ORDER BY created_on, id`;
      for (const { kind, about } of ordered) await debtor.letter(kind as Parameters<typeof debtor.letter>[0], about, instant);
      return (await debtor.inbox()).map(({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`);
    },
  };
}

describe('a merchant whose purchase of $900.00 is refunded in the second in which its debit of $895.03 is settled', () => {
  async function refunded() {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    // Another shop gave $4.97 back.
    await debtor.buys(-497, morning('2026-06-04'), { from: 'NIMBUS' });
    expect((await debtor.paysNow(morning('2026-06-10'))).amount_cents).toBe(89_503);
    await debtor.bankSays('settled', '2026-06-12T14:00:00Z');
    await debtor.buys(-90_000, '2026-06-12T14:00:00Z', { from: 'SOMETHING ELSE' });
    return debtor;
  }

  it('is paid out no more than the $4.97 that cannot come back, and owes what was bought with the rest when the debit comes back', async () => {
    const debtor = await refunded();
    await expect(debtor.paysOut(90_000, '2026-06-12T14:00:01Z')).rejects.toMatchObject({ code: 'amount_changed' });
    expect(await debtor.credit('2026-06-12T14:00:01Z')).toEqual([497, 89_503, '2026-06-18', 0]);
    await debtor.paysOut(497, '2026-06-12T14:00:01Z');
    // Nor can the credit be spent beside the limit of $1,000.00 until then.
    expect(await debtor.asks(100_001, '2026-06-12T14:00:02Z')).toEqual(['INSUFFICIENT_FUNDS', 'over_spending_power']);
    expect(await debtor.asks(100_000, '2026-06-12T14:00:03Z')).toEqual(['APPROVED', null]);
    await debtor.buys(50_000, '2026-06-12T15:00:00Z');

    await debtor.bankSays('returned', morning('2026-06-15'));
    expect(await debtor.differences()).toMatchObject([
      { subject: 'returned_after_payout', ours: { amount_cents: 497 }, theirs: { code: 'R01' }, resolved_at: null },
    ]);
    expect(await debtor.isHeld(morning('2026-06-15'))).toBe(true);
    expect(await debtor.asks(100, morning('2026-06-15'))).toEqual([expect.any(String), 'unpaid_draw']);
    expect(await debtor.draws()).toMatchObject([{ amount_cents: 89_503n, status: 'returned', open_cents: 50_000n }]);
  });

  it('is paid all of it once the debit is final, and owes it, held, where the bank sends the debit back all the same', async () => {
    const debtor = await refunded();
    await debtor.paysOut(497, '2026-06-12T14:00:01Z');
    await debtor.bankSaysOfPayout('settled', morning('2026-06-16'));
    expect(await debtor.credit(morning('2026-06-17'))).toEqual([0, 89_503, '2026-06-18', 0]);
    expect(await debtor.credit(morning('2026-06-18'))).toEqual([89_503, 0, null, 0]);
    await debtor.paysOut(89_503, morning('2026-06-18'));
    expect(await debtor.asks(100_000, morning('2026-06-18'))).toEqual(['APPROVED', null]);

    await debtor.bankSays('returned', morning('2026-06-22'));
    expect(await debtor.differences()).toMatchObject([{ subject: 'returned_after_payout', ours: { amount_cents: 89_503 }, resolved_at: null }]);
    expect(await debtor.isHeld(morning('2026-06-22'))).toBe(true);
    expect(await debtor.asks(100, morning('2026-06-22'))).toEqual([expect.any(String), 'unpaid_draw']);
  });
});

describe('the cashback on a purchase of $900.00 that was paid in time', () => {
  it('is not credited once the purchase is refunded, and not paid out', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    expect((await debtor.paysNow(morning('2026-06-10'))).cashback_cents).toBe(900);
    await debtor.bankSays('settled', morning('2026-06-12'));
    await debtor.buys(-90_000, morning('2026-06-15'));
    for (const day of ['2026-06-18', '2026-07-06']) await debtor.plans(morning(day));
    expect(await debtor.rows()).toEqual([]);
    await expect(debtor.paysOut(90_900, morning('2026-07-06'))).rejects.toMatchObject({ code: 'amount_changed' });
    expect(await debtor.credit(morning('2026-07-06'))).toEqual([90_000, 0, null, 0]);
  });

  it('goes when the repayment comes back, and is not promised a second time', async () => {
    const debtor = await newDebtor();
    await debtor.buys(90_000, morning('2026-06-03'));
    await debtor.plans(morning('2026-07-03'));
    await debtor.bankSays('settled', morning('2026-07-08'));
    await debtor.plans(morning('2026-07-14'));
    expect(await debtor.credit(morning('2026-07-14'))).toEqual([0, 0, null, 900]);

    await debtor.bankSays('returned', morning('2026-07-20'));
    const booked = [
      [900, '2026-07-03', '2026-07-14'],
      [-900, '2026-07-03', '2026-07-20'],
    ];
    expect(await debtor.rows()).toEqual(booked);
    // The cashback, which had paid nothing yet, has paid nothing of it either.
    expect(await debtor.draws()).toMatchObject([{ status: 'returned', open_cents: 90_000n }]);
    expect(await debtor.schedule(morning('2026-07-20'))).toEqual([['2026-07-03', 90_000, 0]]);
    expect(await debtor.paysNow(morning('2026-07-20'))).toMatchObject({ amount_cents: 90_000, cashback_cents: 0 });
    await debtor.bankSays('settled', morning('2026-07-22'));
    await debtor.plans(morning('2026-07-28'));
    expect(await debtor.rows()).toEqual(booked);
    expect(await debtor.credit(morning('2026-07-28'))).toEqual([0, 0, null, 0]);
  });
});

it('a failed debit of $200.00, of which a refund pays $1.00, is debited for the rest as a new debit, told of before, and the account opens when that settles', async () => {
  const debtor = await newDebtor();
  await debtor.buys(20_000, morning('2026-06-03'));
  await debtor.plans(morning('2026-07-03'));
  await debtor.bankSays('returned', morning('2026-07-07'));
  const [told] = await debtor.letters(morning('2026-07-07'));
  expect(told).toContain('We try once more on Jul 9, 2026.');

  await debtor.buys(-100, morning('2026-07-08'));
  expect((await debtor.letters(morning('2026-07-08')))[0]).toContain('We debit $199.00 of your failed repayment on Jul 10, 2026');
  await debtor.plans(morning('2026-07-09'));
  expect(await debtor.draws()).toHaveLength(1);
  await debtor.plans(morning('2026-07-10'));
  const [first, rest] = await debtor.draws();
  expect(rest).toMatchObject({ amount_cents: 19_900n, retry_of: first?.id, attempt: 2 });
  // It is sent as the debit of another amount.
  await sendOpenDraws(at(product.deps, morning('2026-07-10')), debtor.scope);
  expect((await debtor.draws())[1]).toMatchObject({ status: 'pending', presentment: 1 });
  expect(await debtor.isHeld(morning('2026-07-10'))).toBe(true);
  await debtor.bankSays('settled', morning('2026-07-14'));
  expect(await debtor.isHeld(morning('2026-07-14'))).toBe(false);
  expect((await debtor.draws())[0]).toMatchObject({ open_cents: 0n });
  expect(await debtor.asks(100, morning('2026-07-14'))).toEqual(['APPROVED', null]);
});
