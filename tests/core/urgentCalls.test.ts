import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { withUrgency } from '../../server/providers/urgency.ts';
import { newCardholder } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { newMerchant } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

/** Makes `count` calls at once, as a sweep does, and another for each that is answered, until the test has finished: a busy machine may take long. */
function sweep(count: number, call: () => Promise<unknown>): void {
  let isOver = false;
  const calls = Array.from({ length: count }, () =>
    withUrgency('sweep', async () => {
      while (!isOver) await call();
    }),
  );
  onTestFinished(async () => {
    isOver = true;
    await Promise.allSettled(calls);
  });
}

/** Waits until the calls of a name that a sweep may make are spent. */
const spent = (name: string, keptForOthers: number) =>
  eventually(`nothing left of ${name}`, async () => {
    const row = await product.deps.database.providerBudget.findUnique({ where: { name } });
    return row !== null && row.calls < keptForOthers + 1;
  });

it('a merchant freezes a card, and another sends an application, while sweeps have spent the issuer’s budget', async () => {
  const merchant = await newCardholder(product);
  await eventually('spending power at the issuer', async () => {
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    return card.spend_limit === 100_000n;
  });
  const applicant = await newMerchant(product);
  await applicant.walkTo('KYB');
  const { cardIssuer } = product.deps.providers;
  sweep(100, () => cardIssuer.setSpendLimit(merchant.cardToken, cents(100_000)));
  sweep(200, () => cardIssuer.findAccountHolder(merchant.receiver.id));
  // Of 15 writings a second 5 come at once, and of 30 readings 10; a sweep leaves 2 and 5 of them.
  await Promise.all([spent('lithic PATCH cards', 2), spent('lithic GET account_holders', 5)]);

  const change = (state: string) => product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token: merchant.cardToken, state } });
  const [frozen, application] = await Promise.all([change('PAUSED'), applicant.submitKyb()]);
  expect([frozen.status, application.status]).toEqual([200, 200]);
  expect(frozen.body.state).toBe('PAUSED');
  expect((await cardIssuer.getCard(merchant.cardToken)).state).toBe('PAUSED');

  const metrics = await product.deps.metrics.metrics();
  const made = (urgency: string, resource: string) =>
    new RegExp(`provider_budget_calls_total\\{provider="lithic",resource="${resource}",urgency="${urgency}",outcome="made"\\} [1-9]`).test(metrics);
  expect(made('sweep', 'PATCH cards')).toBe(true);
  expect(made('sweep', 'GET account_holders')).toBe(true);
  expect(made('card_state', 'PATCH cards')).toBe(true);
  expect(made('person', 'POST account_holders')).toBe(true);
  expect(metrics).not.toContain('outcome="given_up"');
});
