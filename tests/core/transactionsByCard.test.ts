import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { ReceiverView } from '../../server/services/access/viewReceiver.ts';
import { listTransactions } from '../../server/services/transactions/listTransactions.ts';
import { purchase } from '../support/activity.ts';
import { addCardRows } from '../support/activityRows.ts';
import { newMerchant } from '../support/merchant.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { readCsv } from '../support/readCsv.ts';

const idOf = (place: number) => `01930000-0000-7000-9000-00000000000${place}`;
const [holder, own, ads, travel, strangers] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];

let product: TestProduct;
let merchant: Awaited<ReturnType<typeof newMerchant>>;
let other: Awaited<ReturnType<typeof newMerchant>>;

const card = (receiver_id: string, token: string, different: object = {}) => ({
  receiver_id,
  token,
  account_token: 'account-1',
  type: 'VIRTUAL',
  state: 'OPEN',
  last_four: '4242',
  name_on_card: 'Corner Bakery',
  spend_limit: 100_000n,
  created_at: new Date('2026-01-01T00:00:00Z'),
  ...different,
});

/** A purchase on an instant, or what came back when negative. */
const at = (id: string, instant: string, amount: number, status = 'SETTLED') =>
  purchase({ id: `${id}-${own}`, descriptor: `Shop ${id}`, created_at: new Date(instant), amount_cents: cents(amount), status });

/** By card, with what each comes to in January 2026 (UTC), by hand. */
const rows = {
  [own]: [at('o1', '2025-12-31T23:59:59.999Z', 50_000), at('o2', '2026-01-01T00:00:00.000Z', 1_000), at('o3', '2026-01-31T23:59:59.999Z', 200)],
  [ads]: [at('a1', '2026-01-10T12:00:00Z', 30_000), at('a2', '2026-01-11T12:00:00Z', -4_500), at('a3', '2026-02-01T00:00:00Z', 70_000)],
  [travel]: [at('t1', '2026-01-12T12:00:00Z', 2_500, 'PENDING'), at('t2', '2026-01-12T13:00:00Z', 9_900, 'DECLINED')],
};

beforeAll(async () => {
  product = await testProduct();
  [merchant, other] = [await newMerchant(product), await newMerchant(product)];
  const { database } = product.deps;
  await database.receiver.update({ where: { id: merchant.id }, data: { first_name: 'Ana', last_name: 'Lopez' } });
  const member = { role: 'cardholder', decided_at: new Date('2026-01-01T00:00:00Z'), removed_at: new Date('2026-03-01T00:00:00Z') };
  await database.teamMember.create({ data: { receiver_id: merchant.id, id: holder, email: 'mia@example.com', name: 'Mia Chen', ...member } });
  await database.card.createMany({
    data: [
      card(merchant.id, own, { created_at: new Date('2025-01-01T00:00:00Z') }),
      card(merchant.id, ads, { name: 'Ads', last_four: '1881', holder_id: holder, created_at: new Date('2026-01-02T00:00:00Z') }),
      card(merchant.id, travel, { name: 'Travel', last_four: '0005', holder_id: holder, created_at: new Date('2026-01-03T00:00:00Z') }),
      card(other.id, strangers, { name: 'Theirs' }),
    ],
  });
  await indexOwners(database);
  for (const [token, bought] of Object.entries(rows)) await addCardRows(database, merchant.id, bought, token);
  await addCardRows(database, other.id, [at('s1', '2026-01-10T12:00:00Z', 123)], strangers);
});
afterAll(() => product.stop());

const ask = async (path: string) => {
  const { status, body, text } = await merchant.send(path);
  expect(status === 200 ? '' : text).toBe('');
  return body;
};
const file = async (path: string) => {
  const { text, headers } = await product.call(`/api/users/${merchant.receiver.token}/${path}`, { token: merchant.token, headers: { accept: 'text/csv' } });
  return { lines: readCsv(text), name: headers.get('content-disposition') };
};
const merchantsOf = async (query: string) =>
  (await ask(`transactions?${query}`)).rows.map(({ descriptor }: { descriptor: string }) => descriptor.slice('Shop '.length)).toSorted();

describe('a purchase in the table', () => {
  it('has its card and who holds it, who keeps their name after they left', async () => {
    const { rows: found, cards } = await ask('transactions');
    const cardOf = (id: string) => found.find((row: { descriptor: string }) => row.descriptor === `Shop ${id}`).card;
    expect(cardOf('o2')).toEqual({ token: own, name: 'Corner Bakery', last_four: '4242', holder: 'Ana Lopez' });
    expect(cardOf('a1')).toEqual({ token: ads, name: 'Ads', last_four: '1881', holder: 'Mia Chen' });
    const mia = { id: holder, name: 'Mia Chen' };
    expect(cards).toEqual([
      { token: travel, name: 'Travel', last_four: '0005', holder: mia },
      { token: ads, name: 'Ads', last_four: '1881', holder: mia },
      { token: own, name: 'Corner Bakery', last_four: '4242', holder: { id: null, name: 'Ana Lopez' } },
    ]);
    const details = await ask(`transactions/card/a1-${own}`);
    expect([details.row.card.name, details.row.card.last_four]).toEqual(['Ads', '1881']);
  });

  it.each([
    [`card=${own}`, ['o1', 'o2', 'o3']],
    [`card=${ads},${travel}`, ['a1', 'a2', 'a3', 't1']],
    [`holder=${holder}`, ['a1', 'a2', 'a3', 't1']],
    ['holder=owner', ['o1', 'o2', 'o3']],
    [`holder=${holder}&card=${own}`, []],
    [`holder=${holder}&card=${ads}&from=2026-01-11&q=shop`, ['a2', 'a3']],
  ])('is found by %s', async (query, found) => {
    expect(await merchantsOf(query)).toEqual(found);
    expect((await ask(`transactions_csv?${query}`)).row_count).toBe(found.length);
  });

  it('of another account is not found by its card or its person, as if there were none', async () => {
    for (const query of [`card=${strangers}`, `card=${randomUUID()}`, `holder=${randomUUID()}`]) {
      expect(await ask(`transactions?${query}`)).toMatchObject({ total: 0, rows: [] });
    }
  });

  it('shows a cardholder their own cards alone, whatever they filter by', async () => {
    const view: Pick<ReceiverView, 'scope' | 'receiver' | 'holderId'> = {
      scope: receiverScope(merchant.id),
      receiver: await merchant.stored(),
      holderId: holder,
    };
    const seen = (more: object) => listTransactions(product.deps, view, { tab: 'card', q: '', dir: 'desc', page: 1, ...more });
    const all = await seen({});
    expect(all.tab === 'card' && all.cards.map(({ token }) => token)).toEqual([travel, ads]);
    expect([all.total, (await seen({ card: own })).total, (await seen({ holder: 'owner' })).total]).toEqual([4, 0, 0]);
  });

  it.each([
    ['tab=repayments&card=x', 'query.card', 'Only card transactions have a card.'],
    ['tab=receivables&holder=owner', 'query.holder', 'Only card transactions have a card.'],
    ['card=', 'query.card', 'Give the tokens of one or more cards, separated by commas.'],
    ['card=a%00', 'query.card', 'Give the tokens of one or more cards, separated by commas.'],
    ['holder=mia', 'query.holder', 'Give the id of a member of the team, or owner.'],
  ])('is refused the filter %s, with the place and the reason', async (query, path, message) => {
    for (const call of ['transactions', 'transactions_csv']) {
      const { status, body } = await merchant.send(`${call}?${query}`);
      expect([status, body.errors]).toMatchObject([400, [{ path, message }]]);
    }
  });

  it('ends in the file of the table with its card and person, which other tabs do not have', async () => {
    const { lines } = await file('transactions_csv?tab=card&sort=amount&dir=desc');
    expect(lines.map((cells) => cells.slice(5))).toEqual([
      ['Card', 'Person'],
      ['Ads (1881)', 'Mia Chen'],
      ['Corner Bakery (4242)', 'Ana Lopez'],
      ['Ads (1881)', 'Mia Chen'],
      ['Travel (0005)', 'Mia Chen'],
      ['Corner Bakery (4242)', 'Ana Lopez'],
      ['Corner Bakery (4242)', 'Ana Lopez'],
      ['Ads (1881)', 'Mia Chen'],
    ]);
    expect((await file('transactions_csv?tab=repayments')).lines[0]).toEqual(['Type', 'Status', 'Amount', 'Date']);
  });
});

describe('a month by card and by person', () => {
  const byCard = [
    { key: ads, name: 'Ads', last_four: '1881', purchases_cents: 30_000, refunds_cents: 4_500, count: 2 },
    { key: travel, name: 'Travel', last_four: '0005', purchases_cents: 2_500, refunds_cents: 0, count: 1 },
    { key: own, name: 'Corner Bakery', last_four: '4242', purchases_cents: 1_200, refunds_cents: 0, count: 2 },
  ];

  it('has purchases and refunds of each card, from the first instant of the month in UTC to its last', async () => {
    const total = { purchases_cents: 33_700, refunds_cents: 4_500, count: 5 };
    expect(await ask('card_months?month=2026-01')).toEqual({ by: 'card', month: '2026-01', file_name: 'Headway-by-card-2026-01.csv', total, rows: byCard });
  });

  it('has the cards of a person together', async () => {
    expect((await ask('card_months?by=person&month=2026-01')).rows).toEqual([
      { key: holder, name: 'Mia Chen', last_four: null, purchases_cents: 32_500, refunds_cents: 4_500, count: 3 },
      { key: 'owner', name: 'Ana Lopez', last_four: null, purchases_cents: 1_200, refunds_cents: 0, count: 2 },
    ]);
  });

  it.each(['2025-12', '2026-01', '2026-02', '2026-03'])('%s comes to what the days of the account and its rows in the table come to', async (month) => {
    const { total } = await ask(`card_months?month=${month}`);
    const byPerson = await ask(`card_months?by=person&month=${month}`);
    const first = new Date(`${month}-01T00:00:00Z`);
    const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
    const days = await product.deps.database.cardDay.findMany({ where: { receiver_id: merchant.id, made_on: { gte: first, lt: next } } });
    const sumOf = (amounts: readonly bigint[]) => Number(amounts.reduce((sum, amount) => sum + amount, 0n));
    const [bought, returned] = [sumOf(days.map(({ bought_cents }) => bought_cents)), sumOf(days.map(({ returned_cents }) => returned_cents))];
    const shown = (await ask('transactions')).rows.filter(({ created_at }: { created_at: string }) => created_at.startsWith(month));
    expect(total).toEqual({ purchases_cents: bought, refunds_cents: returned, count: shown.length });
    expect(byPerson.total).toEqual(total);
    expect(bought - returned).toBe(shown.reduce((sum: number, { amount_cents }: { amount_cents: number }) => sum + amount_cents, 0));
  });

  it('comes as a file', async () => {
    expect(await file('card_months?month=2026-01')).toEqual({
      name: expect.stringContaining('Headway-by-card-2026-01.csv'),
      lines: [
        ['Card', 'Last four', 'Purchases', 'Refunds', 'Transactions'],
        ['Ads', '**** 1881', '300.00', '45.00', '2'],
        ['Travel', '**** 0005', '25.00', '0.00', '1'],
        ['Corner Bakery', '**** 4242', '12.00', '0.00', '2'],
      ],
    });
    expect((await file('card_months?by=person&month=2026-01')).lines[0]).toEqual(['Person', 'Purchases', 'Refunds', 'Transactions']);
  });

  it('is of the account alone, and refuses what is no month', async () => {
    const theirs = await other.send('card_months?month=2026-01');
    expect(theirs.body.rows.map(({ name }: { name: string }) => name)).toEqual(['Theirs']);
    expect((await product.call(`/api/users/${merchant.receiver.token}/card_months?month=2026-01`, { token: other.token })).status).toBe(404);
    const refused = await merchant.send('card_months?month=2026-13');
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, 'A month is written YYYY-MM, such as 2026-07.']);
  });
});

it('the account’s report holds the purchases of all cards, not only of the first', async () => {
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_card_token: own } });
  const { card_tokens } = await ask('/api/receiver');
  expect([card_tokens[0], card_tokens.toSorted()]).toEqual([own, [own, ads, travel].toSorted()]);
  const january = 'start_at=2026-01-01T00:00:00Z&end_at=2026-02-01T00:00:00Z';
  const { total } = await ask(`/api/card_csv?lithic_card_tokens=${card_tokens.join(',')}&${january}`);
  // $10 and $2 with the first; $300 less $45 with another; $25 with a third. The declined $99 is none.
  expect(total.spent).toBe(29_200);
});
