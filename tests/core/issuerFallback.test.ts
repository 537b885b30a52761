import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { setIssuerFallback } from '../../server/services/card/controls/issuerFallback.ts';
import { ask } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const order = { name: 'Ads', color: 'teal', purpose: null, holder_id: null, kind: 'standard', is_physical: false, shipping_address: null };

let merchant: Cardholder;
/** Makes a merchant with $5,000 to spend. Cards of the tests before would be under rules too. */
beforeEach(async () => {
  await product.deps.database.cardControl.deleteMany();
  await setIssuerFallback(product.deps);
  merchant = await newCardholder(product, { initial_spend_limit: 500_000n });
});

const send = (path: string, body: object, method = 'POST') =>
  product.call(`/api/users/${merchant.receiver.token}/${path}`, { method, token: merchant.token, body, headers: { 'idempotency-key': randomUUID() } });

async function newCard(controls: object): Promise<Cardholder> {
  const { status, body, text } = await send('cards', { ...order, controls: { ...noControls, ...controls } });
  expect(status === 201 ? '' : text).toBe('');
  const cardToken: string = body.card.token;
  await untilLimited(product, { cardToken });
  return { ...merchant, cardToken };
}

/** Returns the rules that the issuer declines by. */
async function rulesInForce() {
  const { items } = await product.deps.providers.cardIssuer.listAuthRules();
  return items.filter(({ isActive }) => isActive).map(({ cardTokens, limit }) => [limit?.window, limit?.limitCents, [...cardTokens].toSorted()]);
}

/** Returns the methods of the calls about rules that the issuer has got. */
async function callsAboutRules(): Promise<string[]> {
  const { body } = await ask(`${product.sandboxUrl}/control/journal?stand_in=lithic&limit=500`, {});
  return (body.entries as { method: string; path: string }[]).filter(({ path }) => path.includes('/auth_rules')).map(({ method }) => method);
}

const tokens = (cards: readonly Cardholder[]) => cards.map(({ cardToken }) => cardToken).toSorted();

it('ten cards of three limits stand under three rules, and a second run changes nothing', async () => {
  const of = (controls: object, count: number) => Promise.all(Array.from({ length: count }, () => newCard(controls)));
  const small = await of({ per_week_cents: 20_000 }, 4);
  const large = await of({ per_week_cents: 60_000 }, 3);
  const yearly = await of({ in_all_cents: 60_000 }, 3);
  await newCard({ per_purchase_cents: 1_000 });
  await setIssuerFallback(product.deps);
  expect(new Set(await rulesInForce())).toEqual(
    new Set([
      ['WEEK', 50_000, tokens(small)],
      ['WEEK', 250_000, tokens(large)],
      ['YEAR', 250_000, tokens(yearly)],
    ]),
  );

  const before = await callsAboutRules();
  await setIssuerFallback(product.deps);
  const after = await callsAboutRules();
  const changes = (methods: readonly string[]) => methods.filter((method) => method !== 'GET').length;
  expect([changes(after), after.length]).toEqual([changes(before), before.length + 1]);
});

it('while we cannot answer, the issuer declines what is far above a card’s limit, and nothing that a raise allows', async () => {
  await product.press('lithic', 'unanswered', { outcome: 'own_rules' });
  await product.deps.providers.cardIssuer.setDecisionEndpoint(`http://127.0.0.1:${await freePort()}/nobody`);
  const card = await newCard({ per_week_cents: 20_000 });
  await setIssuerFallback(product.deps);
  // Twice the limit is $400, and the next step $500.
  expect(await spend(product, card, 50_001)).toMatchObject({ status: 'DECLINED', result: 'USER_TRANSACTION_LIMIT' });
  const { body } = await eventually('the decline', async () => {
    const answer = await product.call(`/api/users/${merchant.receiver.token}/declines`, { token: merchant.token });
    return answer.body.declines.length > 0 && answer;
  });
  expect(body.declines[0]).toMatchObject({
    amount_cents: 50_001,
    reason: 'This card may spend $200.00 a week; nothing has been spent since Monday.',
    remedy: 'raise',
    control: 'per_week',
    is_raised: false,
    suggested_raise: { control: 'per_week', amount_cents: 50_100, subject: null, label: 'Raise once to $501 until tonight' },
  });
  expect((await spend(product, card, 20_000)).result).toBe('APPROVED');

  const ends_at = new Date(product.deps.clock().getTime() + 3_600_000).toISOString();
  const raise = { control: 'per_week', amount_cents: 80_000, subject: null, ends_at };
  expect((await send(`cards/${card.cardToken}/raises`, raise)).status).toBe(201);
  await eventually('the rule of the raise', async () => JSON.stringify(await rulesInForce()) === JSON.stringify([['WEEK', 250_000, [card.cardToken]]]));
  expect((await spend(product, card, 60_000)).result).toBe('APPROVED');
  expect((await spend(product, card, 170_001)).result).toBe('USER_TRANSACTION_LIMIT');
});

it('a closed card leaves its rule, and a run that the issuer cut off is made good by the next', async () => {
  const [first, second] = [await newCard({ per_day_cents: 2_000 }), await newCard({ per_day_cents: 2_000 })];
  await ask(`${product.sandboxUrl}/control/faults`, { method: 'POST', body: { stand_in: 'lithic', kind: 'error_500', path: '/promote', remaining: 1_000 } });
  await expect(setIssuerFallback(product.deps)).rejects.toThrow('the issuer did not take all changes of its rules');
  expect(await rulesInForce()).toEqual([]);
  await fetch(`${product.sandboxUrl}/control/faults/lithic`, { method: 'DELETE' });
  await setIssuerFallback(product.deps);
  expect(await rulesInForce()).toEqual([['DAY', 5_000, tokens([first, second])]]);

  expect((await send(`cards/${first.cardToken}/closing`, {})).status).toBe(200);
  await setIssuerFallback(product.deps);
  expect(await rulesInForce()).toEqual([['DAY', 5_000, [second.cardToken]]]);
  expect((await send(`cards/${second.cardToken}/controls`, { controls: noControls }, 'PUT')).status).toBe(200);
  await eventually('no rule', async () => (await rulesInForce()).length === 0);
});
