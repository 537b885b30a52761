import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import type { AuthorizationRequest, CardTransaction } from '../../server/providers/ports/cardIssuer.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import { followApprovals, planApprovals } from '../../server/services/card/purchases/followApprovals.ts';
import { storeCardTransaction } from '../../server/services/card/purchases/syncCardTransaction.ts';
import { readAccountFacts } from '../../server/services/mail/accountFacts.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { readDifferences, settleDifference } from '../../server/services/staff/differences.ts';
import { ask } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { decideInTime, purchaseQuestion } from '../support/decideInTime.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

/** No webhook of the issuer comes. */
let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  await ask(`${product.sandboxUrl}/control/webhooks/lithic`, { method: 'PATCH', body: { held: true } });
});
afterAll(() => product.stop());

const powerCents = 10_000;

/** Makes a merchant with $100 to spend. */
async function newMerchant(): Promise<Cardholder> {
  const merchant = await newCardholder(product, { initial_spend_limit: BigInt(powerCents) });
  await eventually('spending power at the issuer', async () => {
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    return card.spend_limit === BigInt(powerCents);
  });
  return merchant;
}

const question = (merchant: Cardholder, amount: number, different: Partial<AuthorizationRequest> = {}) =>
  purchaseQuestion(merchant, amount, { eventToken: randomUUID(), ...different });
const decide = async (request: AuthorizationRequest) => (await decideInTime(product.deps, request)).result;

/** The transaction that the issuer makes of questions, with one authorization for each event token. */
function reported({ token, cardToken, amountCents, merchant }: AuthorizationRequest, eventTokens: readonly string[], isDeclined = false): CardTransaction {
  const at = new Date();
  const held = isDeclined ? cents(0) : cents(amountCents * eventTokens.length);
  return {
    ...{ token, cardToken, merchant, accountToken: 'account', currency: 'USD', foreign: null },
    status: isDeclined ? 'DECLINED' : 'PENDING',
    result: isDeclined ? 'DECLINED' : 'APPROVED',
    amountCents: isDeclined ? amountCents : held,
    heldCents: held,
    settledCents: cents(0),
    createdAt: at,
    updatedAt: at,
    events: eventTokens.map((eventToken) => ({
      token: eventToken,
      type: 'AUTHORIZATION',
      result: isDeclined ? 'DECLINED' : 'APPROVED',
      detailedResults: [],
      amountCents,
      createdAt: at,
    })),
  };
}

/** Returns the product as it is some minutes later, with an issuer that knows these transactions. */
function later(minutes: number, known: readonly CardTransaction[] | 'as it is' = 'as it is') {
  const clock = () => new Date(Date.now() + minutes * 60_000);
  const { cardIssuer } = product.deps.providers;
  const getTransaction = async (token: string) =>
    (known === 'as it is' ? undefined : known.find((one) => one.token === token)) ?? cardIssuer.getTransaction(token);
  return { ...product.deps, clock, providers: { ...product.deps.providers, cardIssuer: { ...cardIssuer, getTransaction } } };
}

const openOf = ({ receiver }: Cardholder) => product.deps.database.authorizationDecision.count({ where: { receiver_id: receiver.id, is_open: true } });

describe('an approval that the issuer has not reported', () => {
  it('counts for as long as that is so: an hour later, and a month later', async () => {
    const merchant = await newMerchant();
    expect(await decide(question(merchant, powerCents))).toBe('APPROVED');
    for (const ageMs of [3_700_000, 30 * 86_400_000]) {
      await product.deps.database.authorizationDecision.updateMany({
        where: { receiver_id: merchant.receiver.id, result: 'APPROVED' },
        data: { decided_at: new Date(Date.now() - ageMs) },
      });
      expect(await decide(question(merchant, 1))).toBe('INSUFFICIENT_FUNDS');
    }
  });

  it('is not available on home, on the page of the limit or of the card, nor in a letter’s figures', async () => {
    const merchant = await newMerchant();
    await recomputeSpendingPower(product.deps, merchant.scope, 'test');
    expect(await decide(question(merchant, 3_000))).toBe('APPROVED');
    const read = async (path: string) => (await product.call(`/api${path}`, { token: merchant.token })).body;
    expect(await read('/receiver')).toMatchObject({
      totalSpendPowerCents: 10_000,
      totalOutstandingCents: 0,
      approvedCents: 3_000,
      availableSpendPowerCents: 7_000,
      availableSpendPowerRatio: 0.7,
    });
    const { token } = merchant.receiver;
    expect(await read(`/users/${token}/spending_power`)).toMatchObject({
      total_cents: 10_000,
      outstanding_cents: 0,
      approved_cents: 3_000,
      available_cents: 7_000,
    });
    expect((await read(`/users/${token}/cards`)).cards).toMatchObject([{ left_cents: 7_000 }]);
    const { power } = await readAccountFacts(product.deps, merchant);
    expect(power?.availableSpendPowerCents).toBe(7_000);
  });

  it('ends when the issuer reports its authorization, and counts by what is in the books then', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, 6_000);
    expect(await decide(purchase)).toBe('APPROVED');
    await storeCardTransaction(product.deps, merchant.scope, reported(purchase, [purchase.eventToken ?? '']));
    expect(await openOf(merchant)).toBe(0);
    expect(await decide(question(merchant, 4_001))).toBe('INSUFFICIENT_FUNDS');
    expect(await decide(question(merchant, 4_000))).toBe('APPROVED');
  });

  it('ends when the issuer declined the purchase after all', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, powerCents);
    expect(await decide(purchase)).toBe('APPROVED');
    await storeCardTransaction(product.deps, merchant.scope, reported(purchase, [purchase.eventToken ?? ''], true));
    expect(await decide(question(merchant, powerCents))).toBe('APPROVED');
  });

  it('of an increment counts until the increment is reported, and not only its purchase', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, 3_000);
    const increment = { ...purchase, eventToken: randomUUID() };
    expect([await decide(purchase), await decide(increment)]).toEqual(['APPROVED', 'APPROVED']);
    await storeCardTransaction(product.deps, merchant.scope, reported(purchase, [purchase.eventToken ?? '']));
    expect(await openOf(merchant)).toBe(1);
    expect(await decide(question(merchant, 4_001))).toBe('INSUFFICIENT_FUNDS');
    await storeCardTransaction(product.deps, merchant.scope, reported(purchase, [purchase.eventToken ?? '', increment.eventToken]));
    expect(await openOf(merchant)).toBe(0);
    expect(await decide(question(merchant, 4_001))).toBe('INSUFFICIENT_FUNDS');
    expect(await decide(question(merchant, 4_000))).toBe('APPROVED');
  });
});

describe('asking the issuer after approvals', () => {
  it('concerns those of more than ten minutes, a job for each receiver', async () => {
    const merchant = await newMerchant();
    await decide(question(merchant, 100));
    const jobs = () =>
      product.deps.database.$queryRaw<{ id: string }[]>`
        SELECT data ->> 'receiver_id' AS id FROM pgboss.job WHERE name = 'follow-approvals' AND data ->> 'receiver_id' = ${merchant.receiver.id}`;
    await planApprovals(later(9), newRun());
    expect(await jobs()).toEqual([]);
    await planApprovals(later(11), newRun());
    expect(await jobs()).toEqual([{ id: merchant.receiver.id }]);
  });

  it('stores a purchase that no webhook told of', async () => {
    const merchant = await newMerchant();
    const { token, status } = await spend(product, merchant, 6_000);
    expect(status).toBe('PENDING');
    expect(await openOf(merchant)).toBe(1);
    await followApprovals(later(11), merchant.scope);
    expect(await openOf(merchant)).toBe(0);
    expect(await product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id, token } })).toMatchObject({
      pending_cents: 6_000n,
    });
  });

  it('ends an approval of an increment that the issuer never made', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, 3_000);
    await decide(purchase);
    await decide({ ...purchase, eventToken: randomUUID() });
    await followApprovals(later(11, [reported(purchase, [purchase.eventToken ?? ''])]), merchant.scope);
    expect(await openOf(merchant)).toBe(0);
    expect(await decide(question(merchant, 7_000))).toBe('APPROVED');
  });

  it('leaves an approval whose purchase the issuer does not know, and lists it for staff after two days', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, 4_200);
    await decide(purchase);
    const listed = async () =>
      (await readDifferences(product.deps, callerOf(merchant.receiver))).differences.filter(({ customer }) => customer?.token === merchant.receiver.token);
    await followApprovals(later(47 * 60), merchant.scope);
    expect(await listed()).toEqual([]);
    for (const hours of [49, 50]) await followApprovals(later(hours * 60), merchant.scope);
    const today = new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'America/New_York' });
    const [difference, ...others] = await listed();
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ amount_cents: 4_200, reference: purchase.token, is_settled_by_hand: true });
    expect(difference?.text).toBe(
      `We approved a purchase of $42.00 at FJORD TEXTILES IMPORT on ${today} that Lithic does not know. It reserves spending power until this is settled. Look for it there first.`,
    );
    expect(await decide(question(merchant, 5_801))).toBe('INSUFFICIENT_FUNDS');

    const admin = callerOf({ ...merchant.receiver, admin: true });
    const origin = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };
    await settleDifference(product.deps, admin, { scope: merchant.scope, receiver: merchant.receiver, isOwn: false }, { id: difference?.id ?? '', origin });
    expect(await openOf(merchant)).toBe(0);
    expect(await decide(question(merchant, powerCents))).toBe('APPROVED');
  });

  it('takes an approval off the list when its purchase is reported late', async () => {
    const merchant = await newMerchant();
    const purchase = question(merchant, 4_200);
    await decide(purchase);
    await followApprovals(later(49 * 60), merchant.scope);
    const open = () => product.deps.database.reconciliationDifference.count({ where: { receiver_id: merchant.receiver.id, resolved_at: null } });
    expect(await open()).toBe(1);
    await storeCardTransaction(later(50 * 60), merchant.scope, reported(purchase, [purchase.eventToken ?? '']));
    expect(await open()).toBe(0);
  });
});
