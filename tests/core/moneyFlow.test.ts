import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceBankingDays, untilDebited, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

async function balances({ receiver }: Cardholder): Promise<Record<string, number>> {
  const rows = await product.deps.database.ledgerBalance.findMany({ where: { receiver_id: receiver.id } });
  return Object.fromEntries(rows.filter((row) => row.balance_cents !== 0n).map((row) => [row.account, Number(row.balance_cents)]));
}

const cardOf = ({ receiver }: Cardholder) => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: receiver.id } });

describe('from purchase to repayment', () => {
  it('the books, the limit at the issuer and the draw follow what happens outside', async () => {
    const merchant = await newCardholder(product);
    await eventually('a limit of all spending power', async () => (await cardOf(merchant)).spend_limit === 100_000n);

    const bought = await spend(product, merchant, 30_000);
    await eventually('the hold', async () => (await balances(merchant)).pending === 30_000);
    await product.press('lithic', 'settle', { token: bought.token });
    await eventually('the debt', async () => (await balances(merchant)).owed === 30_000);
    expect(await balances(merchant)).toEqual({ owed: 30_000, card_network: -30_000 });
    const latest = await eventually('the run of spending power', () =>
      product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: merchant.receiver.id, available_cents: 70_000n } }),
    );
    expect(latest).toMatchObject({ total_cents: 100_000n, outstanding_cents: 30_000n, cause: 'card activity' });

    await untilDebited(product);
    await product.deps.queue.send('plan-draws', { program: 'headway' });
    const draw = await eventually('the draw', () =>
      product.deps.database.draw.findFirst({ where: { receiver_id: merchant.receiver.id, transfer_id: { not: null } } }),
    );
    expect(draw).toMatchObject({ status: 'pending', amount_cents: 30_000n, attempt: 1, kind: 'scheduled' });
    await advanceBankingDays(product, 3);
    await eventually('the settled repayment', async () => (await balances(merchant)).bank === 30_000);
    expect(await balances(merchant)).toEqual({ card_network: -30_000, bank: 30_000 });
    // The issuer's limit is over the card's life: what was spent, and what may be spent now. What was repaid can still come back.
    await eventually('the limit after it has settled', async () => (await cardOf(merchant)).spend_limit === 100_000n);

    await untilFinal(product);
    await product.deps.queue.send('plan-draws', { program: 'headway' });
    // Drawn on the first banking day from its due date on, in time, so 1 % comes back.
    await eventually('the cashback', async () => (await balances(merchant)).cashback === 300);
    expect(await balances(merchant)).toEqual({ owed: -300, card_network: -30_000, bank: 30_000, cashback: 300 });
    await eventually('the limit after it was paid', async () => (await cardOf(merchant)).spend_limit === 130_300n);
    expect(Number((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).spendLimitCents)).toBe(130_300);
  });
});
