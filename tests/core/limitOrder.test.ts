import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { pushSpendLimit } from '../../server/services/card/state/pushSpendLimit.ts';
import { requestSpendingPower } from '../../server/services/spendingPower/requestSpendingPower.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product, { initial_spend_limit: 10_000n });
  await atIssuer(10_000);
  // A job that has sent a limit looks once more whether it is still the wanted one, and would send the next.
  await eventually('the end of the first sending', async () => {
    const [left] = await product.deps.database.$queryRaw<{ jobs: number }[]>`
      SELECT count(*)::integer AS jobs FROM pgboss.job
      WHERE name = 'push-spend-limit' AND state < 'completed' AND data ->> 'receiver_id' = ${merchant.receiver.id}`;
    return left?.jobs === 0;
  });
});
afterAll(() => product.stop());

const card = () => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
const limitAtIssuer = async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).spendLimitCents;
const atIssuer = (cents: number) => eventually(`a limit of ${cents} at the issuer`, async () => (await limitAtIssuer()) === cents);

/** Sets what the merchant may spend, and waits until that is computed. */
async function allow(cents: bigint): Promise<void> {
  await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { initial_spend_limit: cents } });
  await inTransaction(product.deps.database, (transaction) => requestSpendingPower(product.deps, transaction, merchant.scope, 'test'));
  await eventually('the wanted limit', async () => (await card()).wanted_spend_limit === cents);
}

it('a limit that rises on a card that nobody uses is sent later in the day; one that falls is sent at once', async () => {
  await product.deps.database.card.updateMany({ where: { receiver_id: merchant.receiver.id }, data: { created_at: new Date(Date.now() - 60 * 86_400_000) } });
  await allow(20_000n);
  const waiting = await product.deps.database.$queryRaw<{ later: boolean }[]>`
    SELECT start_after > now() AS later FROM pgboss.job WHERE name = 'spread-spend-limit' AND data ->> 'receiver_id' = ${merchant.receiver.id}`;
  expect(waiting).toHaveLength(1);
  expect(await limitAtIssuer()).toBe(10_000);
  await pushSpendLimit(product.deps, merchant.scope);
  expect(await limitAtIssuer()).toBe(20_000);

  await allow(5_000n);
  await atIssuer(5_000);
});

it('a limit that was nothing rises at once, also on a card that nobody uses: whoever is told that the card works again can spend', async () => {
  const { database } = product.deps;
  await database.card.updateMany({ where: { receiver_id: merchant.receiver.id }, data: { created_at: new Date(Date.now() - 60 * 86_400_000) } });
  const lock = async (is_locked: boolean) => {
    await database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked, initial_spend_limit: 5_000n } });
    await inTransaction(database, (transaction) => requestSpendingPower(product.deps, transaction, merchant.scope, 'test'));
  };
  await lock(true);
  // The issuer reads 0 as no limit, and 1 as a card that never had any.
  await atIssuer(2);
  await lock(false);
  await atIssuer(5_000);
});
