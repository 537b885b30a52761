import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBookDifferences } from '../../server/db/queries/bookDifferences.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { storeCardTransaction } from '../../server/services/card/purchases/syncCardTransaction.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { readCsv } from '../support/readCsv.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  // Purchases settle when a test says so.
  await product.press('lithic', 'clearing_days', { days: 0 });
});
afterAll(() => product.stop());

async function newMerchant(): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await untilLimited(product, merchant);
  return merchant;
}

const stored = ({ receiver }: Cardholder, token: string) =>
  product.deps.database.cardTransaction.findUnique({ where: { receiver_id_token: { receiver_id: receiver.id, token } } });

async function balances({ receiver }: Cardholder): Promise<Record<string, number>> {
  const rows = await product.deps.database.ledgerBalance.findMany({ where: { receiver_id: receiver.id } });
  return Object.fromEntries(rows.filter((row) => row.balance_cents !== 0n).map((row) => [row.account, Number(row.balance_cents)]));
}

const own = ({ receiver, token, host }: Cardholder, path: string, accept?: string) =>
  product.call(`/api/users/${receiver.token}/${path}`, { token, host, ...(accept && { headers: { accept } }) });

describe('a purchase of which a part settled before the rest', () => {
  it.each([
    ['expired', 'AUTHORIZATION_EXPIRY'],
    ['was voided', 'AUTHORIZATION_REVERSAL'],
  ])('%s is settled with that part, in the books, the table and the files', async (_, type) => {
    const merchant = await newMerchant();
    const bought = await spend(product, merchant, 10_000);
    await product.press('lithic', 'settle', { token: bought.token, amount: 4_000, rest: 'held' });
    await eventually('the part in the books', async () => (await balances(merchant)).owed === 4_000);
    expect(await balances(merchant)).toEqual({ owed: 4_000, pending: 6_000, card_network: -10_000 });
    const cleared = (await stored(merchant, bought.token))?.settled_at;

    await product.press('lithic', 'void', { token: bought.token, type });
    const kept = await eventually('the end of the rest', async () => {
      const row = await stored(merchant, bought.token);
      return row?.pending_cents === 0n && row;
    });
    expect(kept).toMatchObject({
      status: 'SETTLED',
      result: 'APPROVED',
      is_counted: true,
      amount_cents: 4_000n,
      settled_cents: 4_000n,
      settled_at: expect.any(Date),
    });
    expect(cleared).toBeNull();
    expect(await balances(merchant)).toEqual({ owed: 4_000, card_network: -4_000 });
    expect(await findBookDifferences(product.deps.database, merchant.scope)).toEqual([]);
    const events = await product.deps.database.cardTransactionEvent.findMany({ where: { transaction_token: bought.token }, orderBy: { at: 'asc' } });
    const clearing = events.find((event) => event.type === 'CLEARING');
    expect(kept.settled_at).toEqual(clearing?.at);

    expect((await own(merchant, 'transactions')).body).toMatchObject({ total: 1, rows: [{ id: bought.token, status: 'SETTLED', amount_cents: 4_000 }] });
    const file = readCsv((await own(merchant, 'transactions_csv', 'text/csv')).text);
    expect(file.map((row) => row.slice(0, 3))).toEqual([
      ['Type', 'Merchant', 'Amount'],
      ['Purchase', 'FJORD TEXTILES IMPORT', '40.00'],
    ]);
    const month = product.deps.clock().toISOString().slice(0, 7);
    expect((await own(merchant, `statements/${month}?kind=card`, 'application/json')).body).toMatchObject({ total_cents: 4_000, row_count: 1 });
    await eventually('the outstanding part', async () => {
      const { body } = await product.call('/api/receiver', { token: merchant.token, host: merchant.host });
      return body.totalOutstandingCents === 4_000;
    });
  });
});

describe('a purchase in another currency', () => {
  it.each([
    // $45.60 at 1.0832 dollars a euro, 0.0065 a yen and 3.25 a dinar.
    ['EUR', 4_210n, '1.083135'],
    ['JPY', 7_015n, '0.650036'],
    ['KWD', 14_031n, '0.324995'],
    ['USD', null, null],
  ])('keeps what it cost there and the rate: %s', async (currency, amount, rate) => {
    const merchant = await newMerchant();
    const { token } = await spend(product, merchant, 4_560, { currency, settle: true });
    const kept = await eventually('the settled purchase', async () => {
      const row = await stored(merchant, token);
      return row?.status === 'SETTLED' && row;
    });
    expect(kept).toMatchObject({
      amount_cents: 4_560n,
      foreign_amount: amount,
      foreign_currency: amount === null ? null : currency,
      conversion_rate: rate,
    });
    const shown = amount === null ? null : { amount: Number(amount), currency, conversion_rate: rate };
    expect((await own(merchant, `transactions/card/${token}`)).body.row.foreign).toEqual(shown);
    expect((await own(merchant, 'transactions')).body.rows.map((row: { foreign: unknown }) => row.foreign)).toEqual([shown]);
  });

  it('shows what is held, more after an increment and less after a part was given back', async () => {
    const merchant = await newMerchant();
    const { token } = await spend(product, merchant, 10_832, { currency: 'EUR' });
    const costs = (foreign: bigint, cents: bigint) =>
      eventually(`a price of ${foreign}`, async () => {
        const row = await stored(merchant, token);
        return row?.foreign_amount === foreign && row.amount_cents === cents;
      });
    await costs(10_000n, 10_832n);
    await product.press('lithic', 'increment', { token, amount: 5_416 });
    await costs(15_000n, 16_248n);
    await product.press('lithic', 'void', { token, amount: 2_708 });
    await costs(12_500n, 13_540n);
  });
});

it('a report of a purchase that arrives after a newer one changes neither its row nor the books', async () => {
  const merchant = await newMerchant();
  const { token } = await spend(product, merchant, 10_000);
  await eventually('the hold in the books', async () => (await balances(merchant)).pending === 10_000);
  const held = await product.deps.providers.cardIssuer.getTransaction(token);
  await product.press('lithic', 'settle', { token });
  await eventually('the settlement in the books', async () => (await balances(merchant)).owed === 10_000);
  const settled = await stored(merchant, token);
  await storeCardTransaction(product.deps, merchant.scope, held);
  expect(await stored(merchant, token)).toEqual(settled);
  expect(await balances(merchant)).toEqual({ owed: 10_000, card_network: -10_000 });
});

it('a purchase that is first told of weeks later has the terms of the day on which it was made', async () => {
  const merchant = await newMerchant();
  const { token } = await spend(product, merchant, 10_000);
  const known = await eventually('the purchase', () => stored(merchant, token));
  const told = await product.deps.providers.cardIssuer.getTransaction(token);
  const late = { ...told, token: randomUUID(), updatedAt: new Date(told.updatedAt.getTime() + 35 * dayMs) };
  await storeCardTransaction(product.deps, merchant.scope, late);
  expect((await stored(merchant, late.token))?.repayment_date).toEqual(known?.repayment_date);
});
