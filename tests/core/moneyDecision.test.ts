import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { lockReceiver } from '../../server/db/queries/lockReceiver.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { AuthorizationRequest } from '../../server/providers/ports/cardIssuer.ts';
import { decideAuthorization } from '../../server/services/card/decideAuthorization.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const power = (total: bigint) => ({ initial_spend_limit: total });

async function newMerchant(total = 10_000n): Promise<Cardholder> {
  const merchant = await newCardholder(product, power(total));
  await eventually('spending power at the issuer', async () => {
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
    return card.spend_limit === total;
  });
  return merchant;
}

const question = ({ cardToken }: Cardholder, amount: number, different: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
  token: randomUUID(),
  eventToken: null,
  cardToken,
  kind: 'purchase',
  amountCents: cents(amount),
  cashCents: cents(0),
  merchant: { descriptor: 'FJORD TEXTILES IMPORT', city: 'NEW YORK', state: 'NY', country: 'USA', mcc: '5131' },
  createdAt: new Date(),
  ...different,
});

/** Asks again where a busy machine could not decide in time, as the issuer does: nothing is approved then. */
const ask = (request: AuthorizationRequest) => eventually('a decision', () => decideAuthorization(product.deps, request).catch(() => undefined));
const decisionsOf = ({ receiver }: Cardholder) =>
  product.deps.database.authorizationDecision.findMany({ where: { receiver_id: receiver.id }, orderBy: { decided_at: 'asc' } });

describe('the decision about a purchase', () => {
  it('approves the last cent and not one more, and keeps what was missing', async () => {
    const merchant = await newMerchant();
    expect((await ask(question(merchant, 10_000))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
    expect(await decisionsOf(merchant)).toMatchObject([
      { result: 'APPROVED', reason: null, short_by_cents: null, amount_cents: 10_000n },
      { result: 'INSUFFICIENT_FUNDS', reason: 'over_spending_power', short_by_cents: 1n, merchant_descriptor: 'FJORD TEXTILES IMPORT' },
    ]);
  });

  it('is the same for the same question, whatever changed since, and however many ask it at once', async () => {
    const merchant = await newMerchant();
    const request = question(merchant, 9_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(request)));
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    answers.push(await ask(request));
    expect(new Set(answers.map((answer) => answer.result))).toEqual(new Set(['APPROVED']));
    expect(await decisionsOf(merchant)).toHaveLength(1);
  });

  it('lets one of twenty win that race for the last dollar', async () => {
    const merchant = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(question(merchant, 10_000))));
    expect(answers.filter((answer) => answer.result === 'APPROVED')).toHaveLength(1);
  });

  it('counts an approved purchase once: until the issuer tells of it by itself, then as it stands in the books', async () => {
    const merchant = await newMerchant();
    expect((await spend(product, merchant, 6_000)).status).toBe('PENDING');
    await eventually('the hold in the books', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'pending', balance_cents: 6_000n } }),
    );
    expect((await ask(question(merchant, 4_000))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('lets an approval go that the issuer never told of, after an hour', async () => {
    const merchant = await newMerchant();
    await ask(question(merchant, 10_000));
    await product.deps.database.authorizationDecision.updateMany({
      where: { receiver_id: merchant.receiver.id },
      data: { decided_at: new Date(Date.now() - 3_660_000) },
    });
    expect((await ask(question(merchant, 10_000))).result).toBe('APPROVED');
  });

  it.each([
    ['locked', { is_locked: true }, 'CARD_PAUSED', 'account_held'],
    ['marked as fraud', { is_fraud: true }, 'SUSPECTED_FRAUD', 'fraud'],
    ['black-listed', { is_black_listed: true }, 'CARD_PAUSED', 'account_held'],
  ])('refuses everything on an account that is %s, from that moment on', async (_, flag, result, reason) => {
    const merchant = await newMerchant();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: flag });
    expect((await ask(question(merchant, 100))).result).toBe(result);
    expect(await decisionsOf(merchant)).toMatchObject([{ reason }]);
  });

  it('takes nothing for a credit or a question for the balance', async () => {
    const merchant = await newMerchant();
    expect((await ask(question(merchant, 50_000, { kind: 'credit' }))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 50_000, { kind: 'balance_inquiry' }))).result).toBe('APPROVED');
    expect((await ask(question(merchant, 10_000))).result).toBe('APPROVED');
  });

  it('refuses a card that is nobody’s here, and keeps nothing', async () => {
    const before = await product.deps.database.authorizationDecision.count();
    expect(await ask(question({ cardToken: randomUUID() } as Cardholder, 100))).toMatchObject({ result: 'CARD_PAUSED' });
    expect(await product.deps.database.authorizationDecision.count()).toBe(before);
  });
});

describe('the issuer that asks over HTTP', () => {
  it('gets our decision, and tells of the refused purchase with our reason', async () => {
    const merchant = await newMerchant();
    // Room at the issuer, so that it is our answer that decides.
    await product.deps.providers.cardIssuer.setSpendLimit(merchant.cardToken, cents(90_000_000));
    expect(await spend(product, merchant, 10_001)).toMatchObject({ status: 'DECLINED', result: 'INSUFFICIENT_FUNDS' });
    expect(await spend(product, merchant, 10_000)).toMatchObject({ status: 'PENDING', result: 'APPROVED' });
    await eventually('the refused purchase in the mirror', () =>
      product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id, status: 'DECLINED', is_counted: false } }),
    );
    expect((await decisionsOf(merchant)).map((row) => row.result)).toEqual(['INSUFFICIENT_FUNDS', 'APPROVED']);
  });

  it('gets one approval for two cards’ worth of purchases that race over HTTP', async () => {
    const merchant = await newMerchant();
    await product.deps.providers.cardIssuer.setSpendLimit(merchant.cardToken, cents(90_000_000));
    const bought = await Promise.all(Array.from({ length: 6 }, () => spend(product, merchant, 7_000)));
    expect(bought.filter(({ status }) => status === 'PENDING')).toHaveLength(1);
  });

  it('gets no answer that could approve when we cannot decide in time, and declines', async () => {
    const merchant = await newMerchant();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = inTransaction(
      product.deps.database,
      async (transaction) => {
        await lockReceiver(transaction, merchant.scope);
        await held;
      },
      { timeout: 15_000 },
    );
    const bought = await spend(product, merchant, 100);
    release();
    await holding;
    expect(bought.status).toBe('DECLINED');
    expect((await decisionsOf(merchant)).filter(({ result }) => result === 'APPROVED')).toEqual([]);
  });

  it('is not believed without its signature', async () => {
    const merchant = await newMerchant();
    const answer = await product.call('/webhooks/lithic/authorization', { method: 'POST', body: { token: randomUUID(), card: { token: merchant.cardToken } } });
    expect([answer.status, answer.text]).toEqual([401, '']);
  });
});
