import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCardholder } from '../support/cardholder.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

it('what staff have to settle begins with what has waited longest, and says when there is more than a page', async () => {
  const merchant = await newCardholder(product);
  const staff = await signUp(product, { staff: { support: true } });
  const found = (minute: number) => ({
    ...{ receiver_id: merchant.receiver.id, provider: 'plaid', subject: 'stray_transfer', external_id: `transfer ${minute}` },
    ...{ theirs: { amount_cents: 100, direction: 'debit' }, found_at: new Date(Date.UTC(2026, 0, 1, 0, minute)) },
  });
  const listed = async () => (await product.call('/api/staff/differences', { token: staff.token })).body;
  await product.deps.database.reconciliationDifference.createMany({ data: Array.from({ length: 200 }, (_, place) => found(200 - place)) });
  expect((await listed()).has_more).toBe(false);
  await product.deps.database.reconciliationDifference.create({ data: found(0) });
  const { differences, has_more } = await listed();
  expect(differences.map(({ reference }: { reference: string }) => reference)).toEqual(Array.from({ length: 200 }, (_, minute) => `transfer ${minute}`));
  expect(has_more).toBe(true);
});
