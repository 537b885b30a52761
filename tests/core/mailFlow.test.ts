import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDraws } from '../../server/services/repayment/planDraws.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
  // Purchases settle when a test says so.
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const subjects = async ({ email }: Cardholder) => (await inboxOf(product, email)).map(({ subject }) => subject).toReversed();
const arrives = (merchant: Cardholder, subject: string, times = 1) =>
  eventually(`the mail “${subject}”`, async () => (await subjects(merchant)).filter((one) => one === subject).length === times);

/** Waits until this much may be spent, as the issuer and the newest run of spending power have it. */
const available = ({ receiver }: Cardholder, amount: number) =>
  eventually(`${amount} available`, async () => {
    const newest = await product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: receiver.id }, orderBy: { id: 'desc' } });
    const card = await product.deps.database.card.findFirst({ where: { receiver_id: receiver.id } });
    return newest?.available_cents === BigInt(amount) && card?.spend_limit === card?.wanted_spend_limit;
  });

describe('spending power that runs out', () => {
  it('is told of at each threshold, at most once a week', async () => {
    const merchant = await newCardholder(product, { net_terms: 30 });
    await available(merchant, 100_000);
    const first = await spend(product, merchant, 80_000);
    await arrives(merchant, '75% of your spending power is used');
    await product.press('lithic', 'void', { token: first.token });
    await available(merchant, 100_000);
    // The threshold is reached again within the week: no second letter.
    const second = await spend(product, merchant, 76_000);
    await available(merchant, 24_000);
    await spend(product, merchant, 15_000, { settle: true });
    await arrives(merchant, '90% of your spending power is used');
    await product.press('lithic', 'void', { token: second.token });
    await available(merchant, 85_000);
    await product.advanceDays(5);
    const third = await spend(product, merchant, 61_000);
    await available(merchant, 24_000);
    await product.press('lithic', 'void', { token: third.token });
    await available(merchant, 85_000);
    await product.advanceDays(3);
    await spend(product, merchant, 62_000);
    await arrives(merchant, '75% of your spending power is used', 2);
    await spend(product, merchant, 23_000);
    await arrives(merchant, 'All of your spending power is used');
    expect(await subjects(merchant)).toEqual([
      '75% of your spending power is used',
      '90% of your spending power is used',
      '75% of your spending power is used',
      'All of your spending power is used',
    ]);
  });
});

describe('a repayment', () => {
  it('is mailed when it has failed, and when the next attempt arrives, with a word that the card works again', async () => {
    const merchant = await newCardholder(product);
    await available(merchant, 100_000);
    const { token } = await spend(product, merchant, 20_000, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    await untilDebited(product);
    await planDraws(product.deps, 'headway', newRun());
    const drawn = await eventually('the draw', () =>
      product.deps.database.draw.findFirst({ where: { receiver_id: merchant.receiver.id, transfer_id: { not: null } } }),
    );
    await product.press('plaid', 'fail_repayment', { transfer_id: drawn.transfer_id, code: 'R01' });
    await arrives(merchant, 'Your repayment of $200.00 failed, so your card is paused');
    await eventually('the held card', () => product.deps.database.card.findFirst({ where: { receiver_id: merchant.receiver.id, is_held: true } }));
    await advanceBankingDays(product, 2);
    await planDraws(product.deps, 'headway', newRun());
    await eventually('the second draw', () =>
      product.deps.database.draw.findFirst({ where: { receiver_id: merchant.receiver.id, attempt: 2, transfer_id: { not: null } } }),
    );
    await advanceBankingDays(product, 3);
    const reopened = await eventually('the open card', () =>
      product.deps.database.card.findFirst({ where: { receiver_id: merchant.receiver.id, is_held: false, state: 'OPEN' } }),
    );
    await arrives(merchant, 'We received your repayment of $200.00');
    await arrives(merchant, `Your card ending in ${reopened.last_four} works again`);
    expect((await subjects(merchant)).toSorted()).toEqual([
      'We received your repayment of $200.00',
      `Your card ending in ${reopened.last_four} works again`,
      'Your repayment of $200.00 failed, so your card is paused',
    ]);
  });
});

describe('what staff do', () => {
  it('is mailed to the customer: a lock as the pause that it is, other changes by what they mean', async () => {
    const merchant = await newCardholder(product);
    await available(merchant, 100_000);
    const admin = await signUp(product, { staff: { admin: true } });
    const act = async (path: string, body: object, method = 'POST') => {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await product.call(`/api/staff/receivers/${merchant.receiver.token}/${path}`, { method, token: admin.token, body, headers });
      expect(answer.status).toBe(200);
    };
    const { last_four } = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });

    await act('actions/lock_account', { reason: 'asked by the customer' });
    await arrives(merchant, `We paused your card ending in ${last_four}`);
    await act('actions/unlock_account', { reason: 'asked by the customer' });
    await arrives(merchant, `Your card ending in ${last_four} works again`);
    await arrives(merchant, 'Support changed something on your account');
    await act('spending_power_override', { override_cents: 250_000, expires_at: null, reason: 'asked by the customer' }, 'PUT');
    await arrives(merchant, 'Support changed something on your account', 2);
    const texts = (await inboxOf(product, merchant.email)).map(({ text }) => text).join();
    expect(texts).toContain('Your account is locked. Until that is settled the card cannot be used');
    expect(texts).toContain('We unlocked your account.');
    expect(texts).toContain('We set your spending power.');
    expect(texts).toContain('It is $2,500.00 until we change it, whatever you sell.');
    expect(texts).not.toContain('We locked your account.');

    await act('closing', { reason: 'asked by the customer', confirmation: 'Corner Bakery' });
    await act('spending_power_override', { override_cents: 300_000, expires_at: null, reason: 'asked by the customer' }, 'PUT');
    await arrives(merchant, 'Support changed something on your account', 4);
    const [held] = (await inboxOf(product, merchant.email)).map(({ text }) => text).filter((text) => text.includes('It is $3,000.00'));
    expect(held).toContain(
      'That counts only once nothing stops your account, and until then nothing can be bought. Your account is closed to purchases for good.',
    );
  });
});
