import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { providerKey } from '../../server/providers/key.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { findTransferByKey } from '../../server/services/transfers/findTransferByKey.ts';
import { sweepTransfers } from '../../server/services/transfers/sweepTransfers.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { transfersAtBank } from '../support/transfersAtBank.ts';

// A database that was restored to days ago does not know what the bank has made since, and the bank has forgotten by then under which keys.

let product: TestProduct;
let admin: Person;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCardholder(product);
  await untilLimited(product, merchant);
});

const ofMerchant = () => ({ receiver_id: merchant.receiver.id });
const draws = () => product.deps.database.draw.findMany({ where: ofMerchant(), orderBy: { created_at: 'asc' } });
const openDifferences = () => product.deps.database.reconciliationDifference.findMany({ where: { ...ofMerchant(), provider: 'plaid', resolved_at: null } });
const post = (path: string, body: object, { token }: Person) =>
  product.call(path, { method: 'POST', token, body, headers: { 'idempotency-key': randomUUID() } });

async function owed(): Promise<number> {
  const balance = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...ofMerchant(), account: 'owed' } } });
  return Number(balance?.balance_cents ?? 0);
}

const atBank = () => transfersAtBank(product, merchant);

/** Buys something that is debited today, and plans the draw without sending it. */
async function planned(amount: number): Promise<{ provider_key: string }> {
  await spend(product, merchant, amount, { settle: true });
  await eventually('the settled purchase', async () => (await owed()) === amount);
  await untilDebited(product);
  await planDueDraws(product.deps, merchant.scope);
  const [draw] = await draws();
  if (!draw) throw new Error('no draw is planned');
  return draw;
}

/** The bank makes a transfer whose order this database does not know; the bank's list was read just before. */
async function ordered(direction: 'debit' | 'credit', amount: number, key: string, { accessToken, accountId } = merchant.bank): Promise<string> {
  const { database, clock, providers } = product.deps;
  const stream = { provider: 'plaid', stream: 'transfers' };
  const position = String(clock().getTime());
  await database.providerCursor.upsert({ where: { provider_stream: stream }, create: { ...stream, position }, update: { position } });
  const account = { accessToken, accountId, legalName: 'Corner Bakery', achClass: 'ccd' } as const;
  const { authorizationId } = await providers.bank.authorizeTransfer({ ...account, direction, amountCents: cents(amount), key });
  const { transferId } = await providers.bank.createTransfer({ accessToken, accountId, authorizationId, description: 'REPAYMENT', key });
  return transferId;
}

const settle = async (transferId: string) => {
  const { id } = await product.deps.database.reconciliationDifference.findFirstOrThrow({ where: { ...ofMerchant(), external_id: transferId } });
  const { body } = await post(`/api/staff/receivers/${merchant.receiver.token}/differences/${id}/settled`, {}, admin);
  expect(body).toEqual({ settled: true });
};

/** Lets three banking days pass, in which no worker runs, and the bank forget. */
const daysLater = () => advanceBankingDays(product, 3);

describe('of a debit that the bank made after the restored moment', () => {
  it('the draw is known that was planned: it takes the transfer, and nobody is debited again', async () => {
    const { provider_key } = await planned(20_000);
    const id = await ordered('debit', 20_000, provider_key);
    await daysLater();
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id, type: 'debit', amount: '200.00' }]);
    expect(await draws()).toMatchObject([{ transfer_id: id, amount_cents: 20_000n }]);
    expect(await owed()).toBeLessThanOrEqual(0);
    expect(await openDifferences()).toEqual([]);
  });

  it('the draw is planned anew: it takes the transfer with its amount, and only the rest is debited', async () => {
    const { provider_key } = await planned(20_000);
    await product.deps.database.draw.deleteMany({ where: ofMerchant() });
    const id = await ordered('debit', 15_000, provider_key);
    await daysLater();
    await sweepTransfers(product.deps);
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id, type: 'debit', amount: '150.00' }]);
    expect(await draws()).toMatchObject([{ transfer_id: id, amount_cents: 15_000n, provider_key, bank_account_id: merchant.bank.accountId }]);
    expect(await openDifferences()).toEqual([]);

    const rest = await owed();
    expect(rest).toBeLessThanOrEqual(5_000);
    await advanceBankingDays(product, 1);
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id }, { type: 'debit', amount: (rest / 100).toFixed(2) }]);
  });

  it('nothing is known: nothing is debited by itself until staff have settled it', async () => {
    const id = await ordered('debit', 4_000, randomUUID());
    await planned(20_000);
    await daysLater();
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id, type: 'debit', amount: '40.00' }]);
    expect(await draws()).toMatchObject([{ status: 'planned' }]);

    const { body } = await product.call('/api/staff/differences', { token: admin.token });
    const [stray] = body.differences.filter(({ reference }: { reference: string | null }) => reference === id);
    expect(stray.text).toBe(
      'Plaid reports a debit of $40.00 that our books do not know. Find out there who ordered it, and give the money back if it is wrong. If it was a repayment, add it as a credit. Nothing is debited from the customer by itself until this is settled.',
    );
    await settle(id);
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id, type: 'debit', amount: '40.00' }, expect.objectContaining({ amount: '200.00' })]);
  });

  it('the account was linked after that moment too, so that nobody is known to have it: the draw takes it by its key', async () => {
    const { provider_key } = await planned(20_000);
    await product.deps.database.draw.deleteMany({ where: ofMerchant() });
    const linked = await product.press<{ access_token: string; account_id: string }>('plaid', 'link_bank', { bank_id: 'ins_902' });
    const id = await ordered('debit', 20_000, provider_key, { itemId: '', accessToken: linked.access_token, accountId: linked.account_id });
    await daysLater();
    await sweepTransfers(product.deps);
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toEqual([]);
    expect(await draws()).toMatchObject([{ transfer_id: id, bank_account_id: linked.account_id }]);
    expect(await product.deps.database.strayTransfer.findMany({ where: { transfer_id: id } })).toMatchObject([{ resolved_at: expect.any(Date) }]);
  });

  it('staff have settled it before: what is planned under its key is ordered under another', async () => {
    const { provider_key } = await planned(20_000);
    await product.deps.database.draw.deleteMany({ where: ofMerchant() });
    const id = await ordered('debit', 4_000, provider_key);
    await sweepTransfers(product.deps);
    await settle(id);
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id, amount: '40.00' }, { amount: '200.00' }]);
    const [draw] = await draws();
    expect(draw?.provider_key).not.toBe(provider_key);
  });

  it('it came back before it was read: it holds nothing', async () => {
    const id = await ordered('debit', 4_000, randomUUID());
    await product.press('plaid', 'fail_repayment', { transfer_id: id, code: 'R01' });
    await planned(20_000);
    await daysLater();
    await sendOpenDraws(product.deps, merchant.scope);
    expect(await atBank()).toMatchObject([{ id }, { amount: '200.00' }]);
  });
});

describe('of a payout that the bank made after the restored moment', () => {
  it.each([
    ['was read', sweepTransfers],
    ['is read as the payout is sent', async () => {}],
  ])('and that %s, the one that the merchant asks for anew takes the transfer with its amount', async (_, read) => {
    const id = await ordered('credit', 3_000, providerKey(`payout:${merchant.receiver.id}:1`));
    await daysLater();
    await read(product.deps);
    const row = { transaction_type: 'statement_credit', amount_cents: 5_000, reason: 'goodwill' };
    await post(`/api/staff/receivers/${merchant.receiver.token}/manual_rows`, row, admin);
    expect((await post(`/api/users/${merchant.receiver.token}/credit/payout`, { amount_cents: 5_000 }, merchant)).status).toBe(202);
    await eventually('the payout has its transfer', () => product.deps.database.creditPayout.findFirst({ where: { ...ofMerchant(), transfer_id: id } }));
    expect(await atBank()).toMatchObject([{ id, type: 'credit', amount: '30.00' }]);
    expect(await owed()).toBe(-2_000);
    expect(await openDifferences()).toEqual([]);
  });

  it('and that is younger than the last reading, it is found by its key', async () => {
    const key = randomUUID();
    const id = await ordered('credit', 3_000, key);
    // Had the bank been read more than two hours before, it would be read first.
    const sent_at = new Date(product.deps.clock().getTime() + 1.9 * 3_600_000);
    expect(await findTransferByKey(product.deps, { sent_at, created_at: sent_at, provider_key: key })).toMatchObject({ transferId: id });
  });
});
