import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { chargeRows, latestChargeRow } from '../../server/domain/insights/insightWords.ts';
import { cashbackRows, openRefundRows } from '../../server/domain/insights/moneyBack.ts';
import { rowsBehind, rowsOfMonth } from '../../server/domain/insights/rowsBehind.ts';
import { yearLines } from '../../server/domain/insights/yearLines.ts';
import { yearMonths } from '../../server/domain/spendingPower/yearMonths.ts';
import { filterQuery, readFilters } from '../../server/domain/table/filters.ts';
import type { TabKey } from '../../server/domain/table/table.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { newMerchant } from '../support/merchant.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { addMember } from '../support/team.ts';

let product: TestProduct;
let merchant: Awaited<ReturnType<typeof newMerchant>>;
let mia: { id: string; token: string };
let bookkeeper: { token: string };

const [own, ads, gone] = ['01930000-0000-7000-9000-00000000a001', '01930000-0000-7000-9000-00000000a002', '01930000-0000-7000-9000-00000000a003'];

/** A transaction as the test knows it: the merchant and the category by their meaning, not by their spelling. */
interface Bought {
  card: string;
  at: string;
  amount: number;
  spelled: string;
  merchant: string;
  code: string | null;
  category: string;
  status?: string;
}

const [amazon, facebook, corner, blank] = ['AMZN MKTP US', 'FACEBK ADS', 'CORNER SHOP', 'NO NAME'];
const retail = { code: '5999', category: 'Other stores' };
const advertising = { code: '7311', category: 'Advertising' };
const meals = { code: '5812', category: 'Meals and groceries' };
const groceries = { code: '5411', category: 'Meals and groceries' };

/** December 2025 to February 2026, with the last and the first instant of months (UTC). */
const bought: readonly Bought[] = [
  { card: own, at: '2025-12-31T23:59:59.999Z', amount: 5_000, spelled: 'AMZN Mktp US*2K4XX1', merchant: amazon, ...retail },
  { card: own, at: '2026-01-01T00:00:00.000Z', amount: 1_999, spelled: 'AMZN Mktp US*9P77Q', merchant: amazon, ...retail },
  { card: ads, at: '2026-01-10T12:00:00.000Z', amount: 30_000, spelled: 'FACEBK *ADS 0291', merchant: facebook, ...advertising },
  { card: ads, at: '2026-01-11T12:00:00.000Z', amount: 20_000, spelled: 'Facebk ads', merchant: facebook, ...advertising },
  { card: ads, at: '2026-01-12T12:00:00.000Z', amount: -4_500, spelled: 'FACEBK *ADS9912', merchant: facebook, ...advertising },
  { card: own, at: '2026-01-12T13:00:00.000Z', amount: 1_250, spelled: 'CORNER SHOP #12', merchant: corner, ...meals },
  { card: own, at: '2026-01-13T13:00:00.000Z', amount: 2_250, spelled: "CORNER SHOP'", merchant: corner, ...groceries },
  { card: gone, at: '2026-01-14T13:00:00.000Z', amount: 700, spelled: '', merchant: blank, code: null, category: 'Everything else' },
  { card: own, at: '2026-01-15T13:00:00.000Z', amount: 99_900, spelled: 'CORNER SHOP', merchant: corner, ...meals, status: 'DECLINED' },
  { card: own, at: '2026-01-15T14:00:00.000Z', amount: 88_800, spelled: 'CORNER SHOP', merchant: corner, ...meals, status: 'VOIDED' },
  { card: own, at: '2026-01-16T14:00:00.000Z', amount: 310, spelled: 'CORNER SHOP', merchant: corner, ...meals, status: 'PENDING' },
  { card: own, at: '2026-01-31T23:59:59.999Z', amount: -199, spelled: 'AMZN Mktp US*RT1', merchant: amazon, ...retail, status: 'PENDING' },
  { card: ads, at: '2026-02-01T00:00:00.000Z', amount: 70_000, spelled: 'FACEBK *ADS 0291', merchant: facebook, ...advertising },
  { card: own, at: '2026-02-03T00:00:00.000Z', amount: 40, spelled: 'Elsewhere 7 8 9', merchant: 'ELSEWHERE', code: '0000', category: 'Everything else' },
];

beforeAll(async () => {
  product = await testProduct();
  merchant = await newMerchant(product);
  const { database } = product.deps;
  await database.receiver.update({ where: { id: merchant.id }, data: { first_name: 'Ana', last_name: 'Lopez' } });
  const owner = { token: merchant.token, receiver: merchant.receiver, host: product.deps.programs.headway.hosts[0] };
  [mia, bookkeeper] = [await addMember(product, owner, 'cardholder'), await addMember(product, owner, 'bookkeeper')];
  await database.teamMember.updateMany({ where: { receiver_id: merchant.id, id: mia.id }, data: { name: 'Mia Chen' } });
  const card = { receiver_id: merchant.id, account_token: 'account-1', type: 'VIRTUAL', state: 'OPEN', name_on_card: 'Corner Bakery', spend_limit: 1n };
  await database.card.createMany({
    data: [
      { ...card, token: own, last_four: '4242', created_at: new Date('2025-01-01T00:00:00Z') },
      { ...card, token: ads, name: 'Ads', last_four: '1881', holder_id: mia.id, created_at: new Date('2026-01-02T00:00:00Z') },
    ],
  });
  for (const [place, { card: token, at, amount, spelled, code, status = 'SETTLED' }] of bought.entries()) {
    const id = `insight-${place}`;
    const row = purchase({ id, descriptor: spelled, created_at: new Date(at), amount_cents: cents(amount), status });
    await addCardRows(database, merchant.id, [row], token);
    await database.cardTransaction.updateMany({ where: { receiver_id: merchant.id, token: id }, data: { merchant_category_code: code } });
  }
});
afterAll(() => product.stop());

async function get<Body>(path: string, token = merchant.token): Promise<Body> {
  const { status, body, text } = await product.call(`/api/users/${merchant.receiver.token}/${path}`, { token });
  expect(status === 200 ? '' : text).toBe('');
  return body;
}

interface Group {
  name: string;
  filter: Record<string, string>;
  spent_cents: number;
  before_cents: number;
  change_cents: number;
  count: number;
}
type Answer = { total: Omit<Group, 'name' | 'filter'>; groups: Group[] };
const spending = (by: string, month: string, token?: string) => get<Answer>(`insights/spending?by=${by}&month=${month}`, token);

/** Returns the sum and the number of all rows that the transactions page shows at an address. */
async function rowsAt(address: string, tab: TabKey = 'card', token?: string): Promise<[number, number]> {
  const query = new URLSearchParams({ ...filterQuery(readFilters(new URLSearchParams(address), tab)), tab });
  const rows: { amount_cents: number }[] = [];
  for (let page = 1; ; page += 1) {
    query.set('page', String(page));
    const answer = await get<{ rows: { amount_cents: number }[]; total: number }>(`transactions?${query}`, token);
    rows.push(...answer.rows);
    if (rows.length >= answer.total) return [rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0), rows.length];
  }
}

const people: Readonly<Record<string, string>> = { [own]: 'Ana Lopez', [ads]: 'Mia Chen', [gone]: 'A card that is no longer kept' };
const cards: Readonly<Record<string, string>> = { [own]: 'Corner Bakery (4242)', [ads]: 'Ads (1881)', [gone]: 'A card that is no longer kept' };
const meaning = {
  category: (one: Bought) => one.category,
  merchant: (one: Bought) => one.merchant,
  card: (one: Bought) => cards[one.card] ?? '',
  person: (one: Bought) => people[one.card] ?? '',
};
const groupings = Object.keys(meaning) as (keyof typeof meaning)[];

/** Returns the sums of the test's own purchases in a month and in the one before, by the name of each group. */
function model(by: keyof typeof meaning, month: string, before: string): Record<string, [spent: number, before: number, count: number]> {
  const groups: Record<string, [number, number, number]> = {};
  for (const one of bought) {
    if (one.status === 'DECLINED' || one.status === 'VOIDED' || ![month, before].includes(one.at.slice(0, 7))) continue;
    const name = meaning[by](one);
    groups[name] ??= [0, 0, 0];
    const isInMonth = one.at.startsWith(month);
    groups[name][isInMonth ? 0 : 1] += one.amount;
    groups[name][2] += isInMonth ? 1 : 0;
  }
  return groups;
}

const months = [
  ['2025-12', '2025-11'],
  ['2026-01', '2025-12'],
  ['2026-02', '2026-01'],
  ['2026-03', '2026-02'],
] as const;

describe('spending of a month', () => {
  it('is, by hand, in January by category: purchases less refunds, the last instant of December outside', async () => {
    const { total, groups } = await spending('category', '2026-01');
    expect(groups.map(({ name, spent_cents, before_cents, change_cents, count }) => [name, spent_cents, before_cents, change_cents, count])).toEqual([
      ['Advertising', 45_500, 0, 45_500, 3],
      ['Meals and groceries', 3_810, 0, 3_810, 3],
      ['Other stores', 1_800, 5_000, -3_200, 2],
      ['Everything else', 700, 0, 700, 1],
    ]);
    expect(total).toEqual({ spent_cents: 51_810, before_cents: 5_000, change_cents: 46_810, count: 9 });
  });

  it.each(groupings)('by %s is what the transactions come to, month by month', async (by) => {
    for (const [month, before] of months) {
      const { groups } = await spending(by, month);
      expect(Object.fromEntries(groups.map(({ name, spent_cents, before_cents, count }) => [name, [spent_cents, before_cents, count]]))).toEqual(
        model(by, month, before),
      );
    }
  });

  it.each(groupings)('by %s opens the very rows of each figure, of the month and of the one before', async (by) => {
    for (const [month, before] of months) {
      const { total, groups } = await spending(by, month);
      expect(await rowsAt(rowsOfMonth(month as never, null))).toEqual([total.spent_cents, total.count]);
      for (const { name, filter, ...sums } of groups) {
        expect([name, ...(await rowsAt(rowsOfMonth(month as never, filter as never)))]).toEqual([name, sums.spent_cents, sums.count]);
        expect([name, (await rowsAt(rowsOfMonth(before as never, filter as never)))[0]]).toEqual([name, sums.before_cents]);
      }
    }
  });

  it('puts the spellings of a merchant together', async () => {
    const { groups } = await spending('merchant', '2026-01');
    expect(groups.map(({ name, filter }) => [name, filter])).toEqual([
      [facebook, { merchant: 'facebk ads' }],
      [corner, { merchant: 'corner shop' }],
      [amazon, { merchant: 'amzn mktp us' }],
      [blank, { merchant: 'no name' }],
    ]);
  });

  it('shows a cardholder what was spent with their own cards, and the rows of that alone', async () => {
    for (const by of groupings) {
      const { total, groups } = await spending(by, '2026-01', mia.token);
      expect([total.spent_cents, total.count, groups.length]).toEqual([45_500, 3, 1]);
      const [group] = groups;
      expect(await rowsAt(rowsOfMonth('2026-01' as never, group?.filter as never), 'card', mia.token)).toEqual([45_500, 3]);
    }
    expect((await spending('card', '2026-01', bookkeeper.token)).total.spent_cents).toBe(51_810);
  });

  it.each([
    ['month=2026-13', 'A month is written YYYY-MM, such as 2026-07.'],
    ['month=2026-1', 'A month is written YYYY-MM, such as 2026-07.'],
    ['month=1999-12', 'Choose a month between 2000 and 2999.'],
    ['month=2026-01&by=shop', ''],
    ['by=card', ''],
  ])('is refused for %s', async (query, message) => {
    const refused = await merchant.send(`insights/spending?${query}`);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(refused.body.errors)).toContain(message);
  });
});

describe('subscriptions', () => {
  it('are found across spellings, with next day and price rise, and open their charges; declined ones and refunds do not count', async () => {
    const subscriber = await newMerchant(product);
    const { database } = product.deps;
    const today = product.deps.clock();
    /** Returns the same day some months ago, at most the 28th. */
    const monthsAgo = (months: number) => {
      const day = Math.min(28, today.getUTCDate());
      return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, day, 0, 0, 0));
    };
    const rows = [
      purchase({ id: 'sub-1', descriptor: 'CLOUDY *1111AA', amount_cents: cents(1_999), created_at: monthsAgo(4) }),
      purchase({ id: 'sub-2', descriptor: 'Cloudy 2222', amount_cents: cents(1_999), created_at: monthsAgo(3) }),
      purchase({ id: 'sub-3', descriptor: 'CLOUDY *3333AA', amount_cents: cents(2_499), created_at: monthsAgo(2) }),
      purchase({ id: 'sub-4', descriptor: 'CLOUDY *4444AA', amount_cents: cents(2_499), created_at: monthsAgo(1), status: 'PENDING' }),
      purchase({ id: 'sub-5', descriptor: 'CLOUDY *5555AA', amount_cents: cents(2_499), created_at: monthsAgo(2), status: 'DECLINED' }),
      purchase({ id: 'sub-6', descriptor: 'CLOUDY *6666AA', amount_cents: cents(-500), created_at: monthsAgo(2) }),
      purchase({ id: 'twice-1', descriptor: 'TWICE', amount_cents: cents(900), created_at: monthsAgo(2) }),
      purchase({ id: 'twice-2', descriptor: 'TWICE', amount_cents: cents(900), created_at: monthsAgo(1) }),
    ];
    await addCardRows(
      database,
      subscriber.id,
      rows.map((row) => ({ ...row, id: `${row.id}-${subscriber.id}` })),
      own,
    );
    const day = (months: number) => monthsAgo(months).toISOString().slice(0, 10);
    const { body } = await subscriber.send('insights/subscriptions');
    expect(body).toEqual({
      yearly_cents: 29_988,
      subscriptions: [
        {
          merchant: 'cloudy',
          rhythm: 'monthly',
          amount_cents: 2_499,
          yearly_cents: 29_988,
          first_on: day(4),
          last_on: day(1),
          next_on: day(0),
          count: 4,
          charged_cents: 8_996,
          is_one_of_several: false,
          rise: { from_cents: 1_999, to_cents: 2_499, since: day(2), yearly_cents: 6_000 },
        },
      ],
    });
    const query = new URLSearchParams(filterQuery(chargeRows(body.subscriptions[0])));
    const { rows: behind } = (await subscriber.send(`transactions?${query}`)).body;
    expect(behind.reduce((sum: number, row: { amount_cents: number }) => sum + row.amount_cents, 0)).toBe(8_996);
    // Of the amount that is shown, there are two charges; the latest one alone is behind it.
    const latest = new URLSearchParams(filterQuery(latestChargeRow(body.subscriptions[0])));
    const { rows: newest } = (await subscriber.send(`transactions?${latest}`)).body;
    expect(newest.map((row: { id: string }) => row.id)).toEqual([`sub-4-${subscriber.id}`]);
  });

  it('of a cardholder are those on their own cards', async () => {
    expect(await get('insights/subscriptions', mia.token)).toEqual({ yearly_cents: 0, subscriptions: [] });
  });
});

describe('a year of sales and spending', () => {
  /** The first and the last instant of each of the twelve months, of which the running one is the last. */
  const bounds = () =>
    Array.from({ length: 12 }, (_, place) => {
      const today = product.deps.clock();
      const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - 11 + place];
      return [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 1, 1) - 1)] as const;
    });

  it('opens the very rows of each month’s sales and spending, and of their sums', async () => {
    const { database } = product.deps;
    const rows = bounds().flatMap(([first, last], place) => [
      // Of a month: $10.00 and its number in dollars, captured, of which the second was refunded since.
      receivable({ id: `rutter:first-${place}`, created_at: first, amount_cents: cents(1_000) }),
      receivable({ id: `rutter:last-${place}`, created_at: last, amount_cents: cents(place * 100), status: 'refunded' }),
      receivable({ id: `rutter:pending-${place}`, created_at: first, amount_cents: cents(77), status: 'pending' }),
      receivable({ id: `rutter:failed-${place}`, created_at: first, amount_cents: cents(55), status: 'failure' }),
      receivable({ id: `rutter:back-${place}`, created_at: last, amount_cents: cents(-33), type: 'refund' }),
    ]);
    const seller = await newMerchant(product);
    await addReceivableRows(database, seller.id, rows);
    const spent = bounds().flatMap(([first, last], place) => [
      purchase({ id: `year-${place}-${seller.id}`, created_at: first, amount_cents: cents(500 + place) }),
      purchase({ id: `year-back-${place}-${seller.id}`, created_at: last, amount_cents: cents(-100) }),
    ]);
    await addCardRows(database, seller.id, spent, own);

    const { lines, total } = yearLines(yearMonths((await seller.send('spending_power')).body));
    const behind = async (tab: TabKey, query: string | null) => {
      const asked = new URLSearchParams({ ...filterQuery(readFilters(new URLSearchParams(query ?? ''), tab)), tab });
      // There are at most 24 rows of each, which is one page.
      const { body } = await seller.send(`transactions?${asked}`);
      return body.rows.reduce((sum: number, row: { amount_cents: number }) => sum + row.amount_cents, 0);
    };
    expect(lines).toHaveLength(12);
    for (const [place, { sales, spent: bought }] of lines.entries()) {
      expect([place, await behind('receivables', sales.rows), await behind('card', bought.rows)]).toEqual([place, 1_000 + place * 100, 400 + place]);
    }
    // 12 × $10.00 and $1.00 to $11.00; 12 × $4.00 and 1 to 11 cents.
    expect([total.sales.text, total.spent.text]).toEqual(['$186.00', '$48.66']);
    expect([await behind('receivables', total.sales.rows), await behind('card', total.spent.rows)]).toEqual([18_600, 4_866]);
  });

  it('opens nothing where there is none', async () => {
    const quiet = await newMerchant(product);
    const { lines, total } = yearLines(yearMonths((await quiet.send('spending_power')).body));
    expect([...lines, total].map(({ sales, spent }) => [sales.rows, spent.rows])).toEqual(Array.from({ length: 13 }, () => [null, null]));
  });
});

describe('money back', () => {
  it('is the cashback credited less what was taken back, and the refunds that have not settled; both open their rows', async () => {
    const { database } = product.deps;
    const at = new Date('2026-01-20T00:00:00Z');
    const cashback = {
      status: 'settled',
      is_manual: true,
      transaction_type: 'statement_credit',
      manual_reason: 'paid in time',
      cashback_due_date: new Date('2026-01-20'),
      settled_at: at,
      search_text: '',
    };
    const manual = { is_manual: true, transaction_type: 'statement_credit' as const, created_at: at, status: 'settled' };
    const credit = (id: string, name: string, amount: number) => repayment({ id, name, amount_cents: cents(amount), ...manual });
    const ids = [1, 2, 3, 4].map((place) => `01930000-0000-7000-9000-00000000b00${place}`) as [string, string, string, string];
    await addTransferRows(database, merchant.id, [credit(ids[0], 'Credit', 700), repayment({ id: ids[1], created_at: at })]);
    await database.bankTransfer.createMany({
      data: [
        { ...cashback, id: ids[2], receiver_id: merchant.id, amount_cents: 1_500n, name: 'Cashback', created_at: at },
        { ...cashback, id: ids[3], receiver_id: merchant.id, amount_cents: -400n, name: 'Cashback reversal', created_at: at },
      ],
    });
    const answer = await get<Record<string, { total_cents: number; count: number }>>('insights/money_back');
    expect(answer).toEqual({ cashback: { total_cents: 1_100, count: 2 }, open_refunds: { total_cents: 199, count: 1 } });
    expect(await rowsAt(rowsBehind('repayments', cashbackRows), 'repayments')).toEqual([1_100, 2]);
    expect(await rowsAt(rowsBehind('card', openRefundRows))).toEqual([-199, 1]);
  });
});

describe('filters of the transactions page', () => {
  it.each([
    ['category=bread', 'category'],
    ['type=repayment', 'type'],
    ['tab=repayments&type=purchase', 'type'],
    ['tab=receivables&type=cashback', 'type'],
    ['tab=repayments&category=meals', 'category'],
    ['tab=receivables&merchant=amzn', 'merchant'],
    ['merchant=', 'merchant'],
  ])('that the tab does not have are refused: %s', async (query, path) => {
    const { status, body } = await merchant.send(`transactions?${query}`);
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [`query.${path}`]]);
  });

  it('find nothing for a merchant that the account does not have', async () => {
    expect(await get('transactions?merchant=amz')).toMatchObject({ total: 0 });
  });
});
