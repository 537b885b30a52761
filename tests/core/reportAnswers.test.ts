import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { control } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { staffRow } from '../support/sampleRows.ts';

let product: TestProduct;
let merchant: Merchant;
let card: string;
let bank: string;
let store: string;

const at = (instant: string) => ({ created_at: new Date(instant) });
const january = 'start_at=2026-01-01T00:00:00Z&end_at=2026-02-01T00:00:00Z';

beforeAll(async () => {
  product = await productWithMerchants('KYB_ACCEPT');
  merchant = await merchantAt(product, 'KYB_ACCEPT');
  // The store's sales are read meanwhile, and stand beside those of these tests.
  await eventually('the first sync', async () => (await merchant.timeline()).includes('store_synced'));
  const { lithic_card_token, plaid_access_token, rutter_access_token } = await merchant.shown();
  [card, bank, store] = [lithic_card_token, plaid_access_token, rutter_access_token];
  const { database } = product.deps;
  // The member of staff who enters repayments by hand.
  await database.receiver.create({ data: staffRow });
  await addCardRows(
    database,
    merchant.id,
    [
      purchase({ id: 'before', ...at('2025-12-31T23:59:59.999Z') }),
      purchase({ id: 'first', amount_cents: cents(150_000), ...at('2026-01-01T00:00:00Z') }),
      purchase({ id: 'back', amount_cents: cents(-500), ...at('2026-01-20T00:00:00Z') }),
      purchase({ id: 'held', amount_cents: cents(700), status: 'PENDING', ...at('2026-01-21T00:00:00Z') }),
      purchase({ id: 'declined', status: 'DECLINED', result: 'INSUFFICIENT_FUNDS', ...at('2026-01-22T00:00:00Z') }),
      purchase({ id: 'after', ...at('2026-02-01T00:00:00Z') }),
    ],
    card,
  );
  await addTransferRows(database, merchant.id, [
    repayment({ id: randomUUID(), amount_cents: cents(5_050), ...at('2026-01-07T09:00:00Z') }),
    repayment({ id: randomUUID(), status: 'pending', amount_cents: cents(1_000), ...at('2026-01-08T09:00:00Z') }),
    repayment({
      id: randomUUID(),
      is_manual: true,
      transaction_type: 'statement_credit',
      amount_cents: cents(300),
      status: 'settled',
      ...at('2026-01-09T09:00:00Z'),
    }),
    repayment({ id: randomUUID(), name: 'Error', ...at('2026-01-10T09:00:00Z') }),
    repayment({ id: randomUUID(), ...at('2026-02-01T00:00:00Z') }),
  ]);
  await addReceivableRows(database, merchant.id, [receivable({ id: 'rutter:kept' }), receivable({ id: 'rutter:failed', status: 'failure' })]);
});
afterAll(() => product.stop());

const ask = async (path: string) => merchant.done(merchant.send(path));

describe('the card report', () => {
  it('answers what was spent in a range, and what moved money in it, newest first', async () => {
    const { total, transactions } = await ask(`/api/card_csv?lithic_card_tokens=${card}&whitelabel=headway&${january}`);
    expect(total).toEqual({ generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), spent: 150_200 });
    expect(transactions.map(({ token }: { token: string }) => token)).toEqual(['held', 'back', 'first']);
    expect(transactions[2]).toMatchObject({
      status: 'SETTLED',
      result: 'APPROVED',
      amount_cents: 150_000,
      created_at: '2026-01-01T00:00:00.000Z',
      raw_data: { merchant: { descriptor: 'ACME Supplies' } },
    });
  });

  it('knows no card of another program, nor one card more that is somebody else’s', async () => {
    expect((await merchant.send(`/api/card_csv?lithic_card_tokens=${card}&whitelabel=boost&${january}`)).status).toBe(404);
    expect((await merchant.send(`/api/card_csv?lithic_card_tokens=${card},other&${january}`)).status).toBe(404);
  });

  it('of more than 20,000 rows is a file, and not an answer', async () => {
    await product.deps.database.$executeRaw`
      INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, merchant_descriptor, merchant_key, merchant, raw_data, search_text, repayment_date, created_at, updated_at)
      SELECT ${merchant.id}::uuid, 'many-' || n, ${card}, 'SETTLED', 'APPROVED', 1, 'INKWELL LEGAL', '', '', '{}', '', '2024-07-01', '2024-06-01T00:00:00Z', '2024-06-01T00:00:00Z'
      FROM generate_series(1, 20001) n`;
    const path = `/api/card_csv?lithic_card_tokens=${card}&start_at=2024-06-01T00:00:00Z&end_at=2024-07-01T00:00:00Z`;
    const answer = await merchant.send(path);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'query.end_at']);
    const file = await product.call(path, { token: merchant.token, headers: { accept: 'text/csv' } });
    expect([file.status, file.text.split('\r\n').filter((line) => line.includes('INKWELL LEGAL')).length]).toEqual([200, 20_001]);
    await product.deps.database.cardTransaction.deleteMany({ where: { receiver_id: merchant.id, token: { startsWith: 'many-' } } });
  });
});

describe('the bank report', () => {
  it('answers the account with its balance, what was debited, and the repayments, newest first', async () => {
    const { total, transfers } = await ask(`/api/bank_csv?plaid_access_token=${bank}&${january}`);
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    expect(total).toEqual({
      accounts: [{ name: 'Business Checking', subtype: 'checking', balances: { current: Number(link.balance_current_cents) / 100 } }],
      generatedAt: expect.any(String),
      // The repayment that settled: neither the one on its way nor what staff entered was drawn from the bank.
      debited: 5_050,
    });
    expect(
      transfers.map(({ status, amount_cents, amount_dollars, is_manual }: Record<string, unknown>) => [status, amount_cents, amount_dollars, is_manual]),
    ).toEqual([
      ['settled', 300, 3, true],
      ['pending', 1_000, 10, false],
      ['funds_available', 5_050, 50.5, false],
    ]);
  });
});

describe('the connected store', () => {
  it('answers the store, its orders and its transactions as the provider has them', async () => {
    const answer = await eventually('the store that the provider has read', async () => {
      const seen = await ask(`/api/rutter_store?rutterAccessToken=${store}`);
      return seen.rutter_transactions_response.transactions.length > 0 && seen;
    });
    expect(answer.rutter_store_response.store).toMatchObject({ id: expect.any(String), store_name: expect.stringMatching(/\w/) });
    expect(answer.rutter_orders_response.orders.length).toBeGreaterThan(0);
    const [newest] = answer.rutter_transactions_response.transactions;
    expect(Object.keys(newest).toSorted()).toEqual(['amount', 'created_at', 'gateway', 'id', 'order_id', 'payment_method_type', 'status', 'type']);
  });

  it('that cannot be read answers nulls and an empty list, and no error', async () => {
    await control(product.sandboxUrl, 'faults', { stand_in: 'rutter', kind: 'error_500', remaining: 100 });
    const answer = await merchant.send(`/api/rutter_store?rutterAccessToken=${store}`);
    await fetch(`${product.sandboxUrl}/control/faults`, { method: 'DELETE' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { rutter_store_response: null, rutter_orders_response: null, rutter_transactions_response: { transactions: [] } },
    ]);
  });
});

describe('a page of the table', () => {
  it('begins with the newest card transactions that moved money', async () => {
    const page = await ask('transactions');
    expect(page).toMatchObject({ tab: 'card', page: 1, from: 1, to: 5, total: 5 });
    expect(page.rows.map(({ id }: { id: string }) => id)).toEqual(['after', 'held', 'back', 'first', 'before']);
  });

  it('searches and sorts another tab, and leaves out what failed', async () => {
    const repayments = await ask('transactions?tab=repayments&sort=amount&dir=asc&q=SETTLED');
    expect(repayments.rows.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([300, 5_000, 5_050]);
    const ids = async (query: string) => (await ask(`transactions?tab=receivables&${query}`)).rows.map(({ id }: { id: string }) => id);
    expect(await ids('q=jan 9, 2026'.replaceAll(' ', '%20'))).toContain('rutter:kept');
    expect(await ids('q=failure')).toEqual([]);
  });

  it('has no column that is not in its tab', async () => {
    const answer = await merchant.send('transactions?tab=repayments&sort=merchant');
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'query.sort']);
  });

  it.each([
    ['from=2026-02-01&to=2026-01-31', 'query.to', 'The last day lies before the first.'],
    ['from=2026-02-30', 'query.from', null],
    ['to=0000-01-01', 'query.to', 'Choose a day between 2000 and 2999.'],
    ['min_cents=-5', 'query.min_cents', 'This is less than is needed.'],
    ['min_cents=500&max_cents=499', 'query.max_cents', 'The largest amount is below the smallest.'],
    ['max_cents=1.5', 'query.max_cents', null],
    ['status=returned', 'query.status', 'This tab has no such status.'],
  ])('refuses the filter %s, names the place and says why, for the page and for its file', async (query, path, message) => {
    for (const call of ['transactions', 'transactions_csv']) {
      const { status, body } = await merchant.send(`${call}?${query}`);
      expect([status, body.errors.map((one: { path: string }) => one.path)]).toEqual([400, [path]]);
      if (message !== null) expect(body.errors[0].message).toBe(message);
    }
  });

  it('counts for its file the rows that pass the filters', async () => {
    const { total } = await ask('transactions?status=pending');
    expect(total).toBe(1);
    expect((await ask('transactions_csv?status=pending')).row_count).toBe(1);
  });
});

describe('statements', () => {
  it('are offered for twelve months, of the card and of the repayments', async () => {
    const { statements } = await ask('statements');
    expect(statements).toHaveLength(24);
    expect(statements.filter(({ label }: { label: string }) => label.startsWith('Card transactions - '))).toHaveLength(12);
    expect(statements.filter(({ label }: { label: string }) => label.startsWith('Repayments - '))).toHaveLength(12);
  });
});

describe('a range', () => {
  it.each([
    ['that ends before it begins', 'start_at=2026-02-01T00:00:00Z&end_at=2026-01-01T00:00:00Z', ['query.end_at']],
    ['of nothing', 'start_at=2026-01-01T00:00:00Z&end_at=2026-01-01T00:00:00Z', ['query.end_at']],
    ['from before the first account', 'start_at=2022-12-31T23:59:59Z&end_at=2026-01-01T00:00:00Z', ['query.start_at']],
    ['without a zone', 'start_at=2026-01-01T00:00:00&end_at=2026-02-01T00:00:00Z', ['query.start_at']],
    ['that is missing', '', ['query.start_at', 'query.end_at']],
  ])('%s is refused by every report, and the place is named', async (_range, query, paths) => {
    for (const report of [
      `/api/card_csv?lithic_card_tokens=${card}`,
      `/api/bank_csv?plaid_access_token=${bank}`,
      `/api/users/${merchant.receiver.token}/receivables_csv?`,
    ]) {
      const answer = await merchant.send(`${report}&${query}`.replace('?&', '?'));
      expect([answer.status, answer.body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
    }
  });

  it.each(['2026-01-01', '2029-07-01'])('of any length is taken, from 2023 to %s', async (end) => {
    const range = `start_at=2023-01-01T00:00:00Z&end_at=${end}T00:00:00Z`;
    for (const report of [
      `/api/card_csv?lithic_card_tokens=${card}&`,
      `/api/bank_csv?plaid_access_token=${bank}&`,
      `/api/users/${merchant.receiver.token}/receivables_csv?`,
    ]) {
      expect([report, (await merchant.send(`${report}${range}`)).status]).toEqual([report, 200]);
    }
  });
});
