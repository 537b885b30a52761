import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { lockReceiver } from '../../server/db/queries/lockReceiver.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { AuthorizationRequest } from '../../server/providers/ports/cardIssuer.ts';
import { type Cardholder, newCardholder, type Purchase, spend } from '../support/cardholder.ts';
import { decideInTime, purchaseQuestion } from '../support/decideInTime.ts';
import { eventually } from '../support/eventually.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { sampleRows } from '../support/sampleRows.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
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

const ask = (request: AuthorizationRequest) => decideInTime(product.deps, request);
const press = <T>(button: string, fields: Record<string, unknown>) => product.press<T>('lithic', button, fields);
const decisionsOf = ({ receiver }: Cardholder) =>
  product.deps.database.authorizationDecision.findMany({ where: { receiver_id: receiver.id }, orderBy: { decided_at: 'asc' } });

const endAuthorization = (receiver_id: string, ended_reason: string) =>
  product.deps.database.debitAuthorization.updateMany({ where: { receiver_id, ended_at: null }, data: { ended_at: product.deps.clock(), ended_reason } });

/** Adds a draw of $20.00 that the bank sent back. */
const returned = (receiver_id: string, different: Partial<Prisma.DrawUncheckedCreateInput> = {}) =>
  product.deps.database.draw.create({
    data: {
      ...{ receiver_id, due_date: new Date('2026-11-01'), debit_date: new Date('2026-11-01'), amount_cents: 2_000n, covers: [] },
      ...{ business_key: `draw:${randomUUID()}`, provider_key: randomUUID(), transfer_id: randomUUID() },
      ...{ status: 'returned', finished_at: product.deps.clock() },
      ...different,
    },
  });

describe('the decision about a purchase', () => {
  it('approves the last cent and not one more, and keeps what was missing', async () => {
    const merchant = await newMerchant();
    expect((await ask(purchaseQuestion(merchant, 10_000))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
    expect(await decisionsOf(merchant)).toMatchObject([
      { result: 'APPROVED', reason: null, short_by_cents: null, amount_cents: 10_000n },
      { result: 'INSUFFICIENT_FUNDS', reason: 'over_spending_power', short_by_cents: 1n, merchant_descriptor: 'FJORD TEXTILES IMPORT' },
    ]);
  });

  it('is the same for the same question, whatever changed since, and however many ask it at once', async () => {
    const merchant = await newMerchant();
    const request = purchaseQuestion(merchant, 9_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(request)));
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    answers.push(await ask(request));
    expect(new Set(answers.map((answer) => answer.result))).toEqual(new Set(['APPROVED']));
    expect(await decisionsOf(merchant)).toHaveLength(1);
  });

  it('lets one of twenty win that race for the last dollar', async () => {
    const merchant = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(purchaseQuestion(merchant, 10_000))));
    expect(answers.filter((answer) => answer.result === 'APPROVED')).toHaveLength(1);
  });

  it('counts an approved purchase once: until the issuer tells of it by itself, then as it stands in the books', async () => {
    const merchant = await newMerchant();
    expect((await spend(product, merchant, 6_000)).status).toBe('PENDING');
    await eventually('the hold in the books', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'pending', balance_cents: 6_000n } }),
    );
    expect((await ask(purchaseQuestion(merchant, 4_000))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it.each([
    ['locked', { is_locked: true }, 'CARD_PAUSED', 'account_held'],
    ['marked as fraud', { is_fraud: true }, 'SUSPECTED_FRAUD', 'fraud'],
    ['black-listed', { is_black_listed: true }, 'CARD_PAUSED', 'account_held'],
    ['of a business that the issuer refuses by now', { business_refused_at: new Date('2026-11-16T12:00:00Z') }, 'CARD_PAUSED', 'business_refused'],
  ])('refuses everything on an account that is %s, from that moment on', async (_, flag, result, reason) => {
    const merchant = await newMerchant();
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: flag });
    expect((await ask(purchaseQuestion(merchant, 100))).result).toBe(result);
    expect(await decisionsOf(merchant)).toMatchObject([{ reason }]);
  });

  it('takes nothing for a credit or a question for the balance', async () => {
    const merchant = await newMerchant();
    expect((await ask(purchaseQuestion(merchant, 50_000, { kind: 'credit' }))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 50_000, { kind: 'balance_inquiry' }))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 10_000))).result).toBe('APPROVED');
  });

  it.each<[string, (id: string) => Promise<unknown>, string]>([
    ['the merchant stopped the debits', (id) => endAuthorization(id, 'revoked_by_merchant'), 'debits_stopped'],
    [
      'a debit came back as not authorized, whatever ended the authorization first',
      async (id) => {
        await endAuthorization(id, 'bank_link_ended');
        await returned(id, { failure_code: 'R10' });
      },
      'debits_stopped',
    ],
    [
      'the account was asked to close',
      (id) => product.deps.database.receiver.update({ where: { id }, data: { closing_requested_at: product.deps.clock() } }),
      'closing',
    ],
    [
      'its EIN was found to back another account',
      (id) =>
        product.deps.database.identityClaim.create({
          data: {
            receiver_id: id,
            kind: 'ein',
            hash: `k:${'0'.repeat(64)}`,
            identity_encrypted: sampleRows.IdentityClaim.identity_encrypted,
            state: 'flagged',
            claimed_at: product.deps.clock(),
          },
        }),
      'shared_identity',
    ],
  ])('refuses everything from the moment that %s, before any job has run', async (_, happens, reason) => {
    const merchant = await newMerchant();
    await happens(merchant.receiver.id);
    expect((await ask(purchaseQuestion(merchant, 100))).result).toBe('CARD_PAUSED');
    expect(await decisionsOf(merchant)).toMatchObject([{ reason }]);
    expect((await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } })).state).toBe('OPEN');
    expect((await ask(purchaseQuestion(merchant, 100, { kind: 'credit' }))).result).toBe('APPROVED');
  });

  it('knows nothing of debits that came back before they were authorized again', async () => {
    const merchant = await newMerchant();
    const { id } = merchant.receiver;
    await returned(id, { failure_code: 'R10', finished_at: new Date('2026-01-05T12:00:00Z') });
    await endAuthorization(id, 'bank_link_ended');
    expect((await ask(purchaseQuestion(merchant, 100))).result).toBe('APPROVED');
  });

  it('refuses everything from the moment a repayment came back, before any job has run', async () => {
    const merchant = await newMerchant();
    const { id } = merchant.receiver;
    const { token } = await spend(product, merchant, 2_000, { settle: true });
    // Both the authorization and its settlement lead to a run.
    const bought = await eventually('the runs after the purchase', async () => {
      const settled = await product.deps.database.cardTransaction.findFirst({ where: { receiver_id: id, token, status: 'SETTLED' } });
      const open = await product.deps.database.$queryRaw<unknown[]>`
        SELECT 1 FROM pgboss.job WHERE name = 'recompute-spending-power' AND state < 'completed' AND data ->> 'receiver_id' = ${id}`;
      const run = await product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: id, available_cents: 8_000n } });
      return run && open.length === 0 && settled;
    });
    await returned(id, { due_date: bought.repayment_date, debit_date: bought.repayment_date, open_cents: 2_000n });
    expect((await ask(purchaseQuestion(merchant, 100))).result).toBe('CARD_PAUSED');
    expect((await decisionsOf(merchant)).at(-1)).toMatchObject({ reason: 'unpaid_draw' });
    // No run and no pause came before it.
    const newest = await product.deps.database.spendingPowerSnapshot.findFirstOrThrow({ where: { receiver_id: id }, orderBy: { taken_at: 'desc' } });
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: id } });
    expect([newest.total_cents, card.state]).toEqual([10_000n, 'OPEN']);
  });

  it('refuses what is above a limit that staff have just lowered, to nothing or to something', async () => {
    const merchant = await newMerchant();
    const lower = (data: { override_spend_limit: bigint }) => product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data });
    await lower({ override_spend_limit: 3_000n });
    expect((await ask(purchaseQuestion(merchant, 3_001))).result).toBe('INSUFFICIENT_FUNDS');
    expect((await ask(purchaseQuestion(merchant, 1_000))).result).toBe('APPROVED');
    await lower({ override_spend_limit: 0n });
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('approves a refund on a locked account with a closed card, at once and as the issuer tells of it', async () => {
    const merchant = await newMerchant();
    await product.deps.providers.cardIssuer.setCardState(merchant.cardToken, 'CLOSED');
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    const atOnce = await press<Purchase>('refund', { card_token: merchant.cardToken, amount: 1_500, asks: 'FINANCIAL_CREDIT_AUTHORIZATION' });
    const held = await press<Purchase>('refund', { card_token: merchant.cardToken, amount: 700, asks: 'CREDIT_AUTHORIZATION' });
    expect([atOnce, held].map(({ result, status }) => [result, status])).toEqual([
      ['APPROVED', 'SETTLED'],
      ['APPROVED', 'PENDING'],
    ]);
    const stored = await eventually('both refunds', async () => {
      const rows = await product.deps.database.cardTransaction.findMany({ where: { receiver_id: merchant.receiver.id }, orderBy: { amount_cents: 'asc' } });
      return rows.length === 2 && rows;
    });
    expect(stored.map(({ status, amount_cents, is_refund }) => [status, amount_cents, is_refund])).toEqual([
      ['SETTLED', -1_500n, true],
      ['PENDING', -700n, true],
    ]);
    expect(await decisionsOf(merchant)).toMatchObject([
      { kind: 'credit', result: 'APPROVED', amount_cents: 0n, is_open: false },
      { kind: 'credit', result: 'APPROVED', amount_cents: 0n, is_open: false },
    ]);
  });

  it('approves a refund to a card that is nobody’s here', async () => {
    expect((await ask(purchaseQuestion({ cardToken: randomUUID() }, 100, { kind: 'credit' }))).result).toBe('APPROVED');
  });

  it('refuses a card that is nobody’s here, and keeps nothing', async () => {
    const before = await product.deps.database.authorizationDecision.count();
    expect(await ask(purchaseQuestion({ cardToken: randomUUID() }, 100))).toMatchObject({ result: 'CARD_PAUSED' });
    expect(await product.deps.database.authorizationDecision.count()).toBe(before);
  });
});

describe('a second question about the same transaction', () => {
  const more = (request: AuthorizationRequest, amount: number, eventToken: string | null) => ({ ...request, amountCents: cents(amount), eventToken });
  const minutesAgo = ({ receiver }: Cardholder, minutes: number) =>
    product.deps.database.authorizationDecision.updateMany({
      where: { receiver_id: receiver.id },
      data: { decided_at: new Date(product.deps.clock().getTime() - minutes * 60_000) },
    });

  it.each([
    ['named by their events', randomUUID(), randomUUID()],
    ['named by nothing', null, null],
  ])('is decided by itself: ten dollars approved, nineteen million not, %s', async (_, first, second) => {
    const merchant = await newMerchant();
    const request = purchaseQuestion(merchant, 1_000, { eventToken: first });
    expect((await ask(request)).result).toBe('APPROVED');
    expect((await ask(more(request, 1_900_000_000, second))).result).toBe('INSUFFICIENT_FUNDS');
    expect(await decisionsOf(merchant)).toMatchObject([
      { transaction_token: request.token, number: 0, event_token: first, amount_cents: 1_000n },
      { transaction_token: request.token, number: 1, event_token: second, amount_cents: 1_900_000_000n, short_by_cents: 1_899_991_000n },
    ]);
    // Each of them again gets its own answer again.
    expect((await ask(request)).result).toBe('APPROVED');
    expect((await ask(more(request, 1_900_000_000, second))).result).toBe('INSUFFICIENT_FUNDS');
    expect(await decisionsOf(merchant)).toHaveLength(2);
  });

  it('with the token of an event that asked for something else is decided by itself', async () => {
    const merchant = await newMerchant();
    const request = purchaseQuestion(merchant, 1_000, { eventToken: randomUUID() });
    expect((await ask(request)).result).toBe('APPROVED');
    expect((await ask({ ...request, cashCents: cents(500) })).result).toBe('UNAUTHORIZED_MERCHANT');
    expect((await ask(more(request, 1_900_000_000, request.eventToken))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('is an increment, of which the last cent is approved and not one more', async () => {
    const merchant = await newMerchant();
    const night = purchaseQuestion(merchant, 6_000, { eventToken: randomUUID() });
    expect((await ask(night)).result).toBe('APPROVED');
    expect((await ask(more(night, 4_001, randomUUID()))).result).toBe('INSUFFICIENT_FUNDS');
    expect((await ask(more(night, 4_000, randomUUID()))).result).toBe('APPROVED');
    expect((await ask(more(night, 1, randomUUID()))).result).toBe('INSUFFICIENT_FUNDS');
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('of the same amount is an increment when the issuer cannot be repeating itself any more', async () => {
    const merchant = await newMerchant();
    const night = purchaseQuestion(merchant, 6_000);
    expect((await ask(night)).result).toBe('APPROVED');
    await minutesAgo(merchant, 2);
    expect((await ask(night)).result).toBe('INSUFFICIENT_FUNDS');
    expect((await decisionsOf(merchant)).map(({ number, short_by_cents }) => [number, short_by_cents])).toEqual([
      [0, null],
      [1, 2_000n],
    ]);
  });

  it('counts while the issuer has reported the purchase and not yet the increment, and once when it has', async () => {
    const merchant = await newMerchant(13_000n);
    const bought = await spend(product, merchant, 5_000);
    const held = (amount: bigint) =>
      eventually(`a hold of ${amount}`, () =>
        product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'pending', balance_cents: amount } }),
      );
    await held(5_000n);
    const increment = purchaseQuestion(merchant, 3_000, { token: bought.token, eventToken: randomUUID() });
    expect((await ask(increment)).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 5_001))).result).toBe('INSUFFICIENT_FUNDS');

    // The issuer asks about it with a token of its own, and reports one increment.
    expect(await product.press<Purchase>('lithic', 'increment', { token: bought.token, amount: 3_000 })).toMatchObject({ status: 'PENDING', amount: 8_000 });
    await held(8_000n);
    expect((await ask(purchaseQuestion(merchant, 5_000))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('counts although the purchase itself was never asked about', async () => {
    const merchant = await newMerchant();
    await product.press('lithic', 'force_post', { card_token: merchant.cardToken, amount: 1_000, descriptor: 'FJORD TEXTILES IMPORT' });
    const posted = await eventually('the charge', () => product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id } }));
    expect((await ask(purchaseQuestion(merchant, 9_000, { token: posted.token, eventToken: randomUUID() }))).result).toBe('APPROVED');
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('finds free again what the merchant gave back of the first', async () => {
    const merchant = await newMerchant();
    const bought = await spend(product, merchant, 9_000);
    await product.press('lithic', 'void', { token: bought.token, amount: 4_000 });
    await eventually('the smaller hold', () =>
      product.deps.database.ledgerBalance.findFirst({ where: { receiver_id: merchant.receiver.id, account: 'pending', balance_cents: 5_000n } }),
    );
    expect((await ask(purchaseQuestion(merchant, 5_001, { token: bought.token, eventToken: randomUUID() }))).result).toBe('INSUFFICIENT_FUNDS');
    expect((await ask(purchaseQuestion(merchant, 5_000, { token: bought.token, eventToken: randomUUID() }))).result).toBe('APPROVED');
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

  it.each(['yes', 'no'])('has its increments decided one by one, naming its events: %s', async (sent) => {
    await product.press('lithic', 'event_tokens', { sent });
    const merchant = await newMerchant();
    await product.deps.providers.cardIssuer.setSpendLimit(merchant.cardToken, cents(90_000_000));
    const bought = await spend(product, merchant, 6_000);
    const add = (amount: number) => product.press<Purchase & { amount: number }>('lithic', 'increment', { token: bought.token, amount });
    expect(await add(4_001)).toMatchObject({ status: 'PENDING', result: 'APPROVED', amount: 6_000 });
    expect(await add(4_000)).toMatchObject({ status: 'PENDING', amount: 10_000 });
    await product.press('lithic', 'event_tokens', { sent: 'yes' });
    const decisions = await decisionsOf(merchant);
    expect(decisions.map(({ number, result, amount_cents, event_token }) => [number, result, amount_cents, event_token !== null])).toEqual([
      [0, 'APPROVED', 6_000n, sent === 'yes'],
      [1, 'INSUFFICIENT_FUNDS', 4_001n, sent === 'yes'],
      [2, 'APPROVED', 4_000n, sent === 'yes'],
    ]);
    // All that was asked is in the books when all was reported: a refused increment does not decline the purchase.
    const kept = await eventually('the whole hold', () =>
      product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id, pending_cents: 10_000n } }),
    );
    expect([kept.status, kept.is_counted]).toEqual(['PENDING', true]);
    expect((await ask(purchaseQuestion(merchant, 1))).result).toBe('INSUFFICIENT_FUNDS');
  });

  it('is refused cash: at a machine, and with a purchase', async () => {
    const merchant = await newMerchant();
    expect(await spend(product, merchant, 2_000, { at: 'QUICKCASH ATM 0441' })).toMatchObject({ status: 'DECLINED', result: 'UNAUTHORIZED_MERCHANT' });
    const withCash = { card_token: merchant.cardToken, amount: 4_000, cash: 1_500, descriptor: 'HARVEST OFFICE DEPOT' };
    expect(await product.press<Purchase>('lithic', 'spend', withCash)).toMatchObject({ status: 'DECLINED', result: 'UNAUTHORIZED_MERCHANT' });
    expect((await decisionsOf(merchant)).map(({ reason, cash_cents, merchant_category_code }) => [reason, cash_cents, merchant_category_code])).toEqual([
      ['cash', 2_000n, '6011'],
      ['cash', 1_500n, '5943'],
    ]);
  });

  it('gets no answer that could approve when we cannot decide in time, and declines; a refund is approved all the same', async () => {
    const merchant = await newMerchant();
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = product.deps.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('purchase of ' || ${merchant.receiver.id}, 0))`;
        held.resolve();
        await released.promise;
      },
      { timeout: 15_000 },
    );
    await Promise.race([held.promise, holding]);
    const bought = await spend(product, merchant, 100);
    const refunded = await press<Purchase>('refund', { card_token: merchant.cardToken, amount: 700, asks: 'FINANCIAL_CREDIT_AUTHORIZATION' });
    released.resolve();
    await holding;
    expect([bought.status, refunded.status]).toEqual(['DECLINED', 'SETTLED']);
    expect((await decisionsOf(merchant)).filter(({ result }) => result === 'APPROVED')).toEqual([]);
  });

  it('waits for no other work on the receiver', async () => {
    const merchant = await newMerchant();
    const bought = await inTransaction(product.deps.database, async (transaction) => {
      await lockReceiver(transaction, merchant.scope);
      return spend(product, merchant, 100);
    });
    expect(bought.status).toBe('PENDING');
  });

  it('is not believed without its signature', async () => {
    const merchant = await newMerchant();
    const answer = await product.call('/webhooks/lithic/authorization', { method: 'POST', body: { token: randomUUID(), card: { token: merchant.cardToken } } });
    expect([answer.status, answer.text]).toEqual([401, '']);
  });
});
