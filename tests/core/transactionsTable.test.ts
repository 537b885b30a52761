import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../server/domain/activity.ts';
import { addCalendarDays, utcDate } from '../../server/domain/dates.ts';
import { manualTypes } from '../../server/domain/ledger.ts';
import { cents } from '../../server/domain/money.ts';
import { pageOf, type Sort, searchTerm, searchText, type Tab, type TabKey, tabs } from '../../server/domain/table.ts';
import { listTransactions } from '../../server/services/transactions/listTransactions.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { compareRows } from '../support/compareRows.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

/** So many that whole values are left out on the way to a page in the middle. */
const cardCount = 4_000;
const seed = 20_261_121;

const noon = Date.UTC(2026, 5, 30, 12);
const minute = 60_000;
/** Many rows of one instant, of one day, and days in every month. */
const instant = fc.oneof(
  fc.constantFrom(noon, noon + 1, noon - 12 * 60 * minute),
  fc.integer({ min: 0, max: 3 * 24 * 60 }).map((minutes) => noon - minutes * minute),
  fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => noon - minutes * minute),
);
const amount = fc.oneof(
  fc.constantFrom(999, -999, 100_000, 123_456, 0),
  fc.integer({ min: -2_000, max: 2_000 }),
  fc.integer({ min: -9_000_000, max: 90_000_000 }),
);
const strange = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'É', 'ß', 'İ', 'Σ', '%', '_', '\\', "'", '"', ' ', '0', '9', '中', '😀', '\n') });
const descriptor = fc.oneof(
  fc.constantFrom('FACEBK *ADS', 'Facebk *ads', 'Amazon Mktpl', 'JANITOR SUPPLIES 21', 'Refund House', 'purchase 2026', 'AUGUSTA $9.99', 'Shop 1,234'),
  strange.filter((text) => text.trim() !== ''),
);

const cardRow = fc.record({
  status: fc.constantFrom('SETTLED', 'SETTLED', 'SETTLED', 'PENDING', 'DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'),
  result: fc.constantFrom('APPROVED', 'INSUFFICIENT_FUNDS'),
  descriptor,
  amount_cents: amount.map(cents),
  created_at: instant.map((time) => new Date(time)),
  terms: fc.constantFrom(14, 30, 31),
});

const transferRow = fc.record({
  name: fc.constantFrom('Repayment', 'Repayment', 'Error'),
  status: fc.constantFrom('settled', 'pending', 'posted', 'funds_available', 'failed', 'pending_review'),
  amount_cents: amount.filter((value) => value !== 0).map(cents),
  created_at: instant.map((time) => new Date(time)),
  transaction_type: fc.constantFrom(null, null, ...manualTypes),
});

const receivableRow = fc.record({
  type: fc.constantFrom('sale', 'refund', 'chargeback', 'gift_card'),
  status: fc.constantFrom('success', 'pending', 'failure', 'on_hold'),
  amount_cents: amount.map(cents),
  created_at: instant.map((time) => new Date(time)),
});

const id = (place: number) => `01930000-0000-7000-8000-${String((place * 7_919) % 1_000_003).padStart(12, '0')}`;

const cards: CardActivity[] = fc.sample(cardRow, { numRuns: cardCount, seed }).map(({ terms, ...row }, place) => ({
  ...row,
  id: id(place),
  repayment_date: addCalendarDays(utcDate(row.created_at), terms),
}));
const transfers: TransferActivity[] = fc
  .sample(transferRow, { numRuns: 300, seed })
  .map((row, place) => ({ ...row, id: id(place), is_manual: row.transaction_type !== null }));
const receivables: ReceivableActivity[] = fc.sample(receivableRow, { numRuns: 800, seed }).map((row, place) => ({ ...row, id: `rutter:${id(place)}` }));

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
  await product.database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
  for (const owner of [merchantId, staffId]) {
    await addCardRows(product.database, owner, cards.slice(0, owner === merchantId ? cards.length : 100));
    await addTransferRows(product.database, owner, transfers);
    await addReceivableRows(product.database, owner, receivables);
  }
});
afterAll(() => product.stop());

const scope = receiverScope(merchantId);

/** The rows that are shown, with what the search looks at. */
const shownRows = <Row>(tab: Tab<Row>, rows: readonly Row[]) => rows.filter(tab.isShown).map((row) => ({ row, text: searchText(tab, row) }));
const shownCards = shownRows(tabs.card, cards);
const shownTransfers = shownRows(tabs.repayments, transfers);
const shownReceivables = shownRows(tabs.receivables, receivables);

interface Asked {
  q: string;
  sort: Sort;
  page: number;
}

/** The page by the rules alone, of all rows. */
function expectedPage<Row extends { id: string; created_at: Date }>(tab: Tab<Row>, rows: readonly { row: Row; text: string }[], { q, sort, page }: Asked) {
  const found = rows.filter(({ text }) => text.includes(searchTerm(q))).map(({ row }) => row);
  const shown = pageOf(page, found.length);
  const ids = found.sort(compareRows(tab, sort)).slice(Math.max(0, shown.from - 1), shown.to);
  return { from: shown.from, to: shown.to, total: found.length, page: shown.page, ids: ids.map((row) => row.id) };
}

function expected(tab: TabKey, asked: Asked) {
  if (tab === 'card') return expectedPage(tabs.card, shownCards, asked);
  return tab === 'repayments' ? expectedPage(tabs.repayments, shownTransfers, asked) : expectedPage(tabs.receivables, shownReceivables, asked);
}

async function answered(tab: TabKey, { q, sort, page: wanted }: Asked) {
  const { rows, from, to, total, page } = await listTransactions(product, { scope }, { tab, q, sort: sort.column, dir: sort.direction, page: wanted });
  return { from, to, total, page, ids: rows.map((row) => row.id) };
}

const sorts = Object.entries(tabs).flatMap(([tab, { columns }]) =>
  columns.flatMap(({ key }) => (['asc', 'desc'] as const).map((direction) => [tab as TabKey, { column: key, direction }] as const)),
);

describe('a page from the database is the page by the rules', () => {
  it.each(sorts)('%s by %o, on every page', async (tab, sort) => {
    const { total } = expected(tab, { q: '', sort, page: 1 });
    const last = Math.ceil(total / 25);
    for (const page of [1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 21, last - 1, last, last + 5]) {
      expect(await answered(tab, { q: '', sort, page })).toEqual(expected(tab, { q: '', sort, page }));
    }
  });

  const term = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'fac',
        'FACEBK',
        ' ads ',
        'jan',
        'JAN',
        'aug',
        '21',
        '2026',
        '202',
        '99',
        '9.99',
        '$9.99',
        '$',
        '-',
        '1,234',
        'purchase',
        'ref',
        'pur',
        'u',
        'e',
        '%',
        '_',
        '\\',
        'É',
        'ß',
        'σ',
        'ς',
        'İ',
        '中',
        '😀',
        'a\nb',
        'settled',
        'sale',
        'gift',
        'zzz',
        '12',
        ', 2025',
        'jun 30, 2026',
        '-$',
        '0',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 6 })).map(([row, start, length]) => {
        const text = Array.from(searchText(tabs.card, cards[row % cards.length] as CardActivity));
        return text.slice(start % text.length, (start % text.length) + length).join('');
      }),
    },
  );

  it.each(Object.keys(tabs) as TabKey[])('%s, whatever is searched for and however it is sorted', async (tab) => {
    const ofTab = sorts.filter(([key]) => key === tab).map(([, sort]) => sort);
    await fc.assert(
      fc.asyncProperty(term, fc.constantFrom(...ofTab), fc.integer({ min: 1, max: 30 }), async (q, sort, page) => {
        expect(await answered(tab, { q, sort, page })).toEqual(expected(tab, { q, sort, page }));
      }),
      { numRuns: 200, seed },
    );
  });
});

const digits = [...'0123456789'];
const byAmount: Sort = { column: 'amount', direction: 'asc' };

describe('a digit by itself, which stands in most days and amounts', () => {
  it.each(digits)('%s is found where the rules find it', async (q) => {
    for (const page of [1, 3]) expect(await answered('card', { q, sort: byAmount, page })).toEqual(expected('card', { q, sort: byAmount, page }));
  });

  it('is found in what rows have become, not in what they were or in those that are gone', async () => {
    const [changing, going, staying] = [cards.slice(0, 50), cards.slice(50, 75), cards.slice(75, 100)];
    const changed = changing.map((row, place) => ({ ...row, amount_cents: cents(place * place * 37 - 2_000) }));
    for (const row of changed) {
      await product.database.cardTransaction.update({
        where: { receiver_id_token: { receiver_id: staffId, token: row.id } },
        data: { amount_cents: BigInt(row.amount_cents), search_text: searchText(tabs.card, row) },
      });
    }
    await product.database.cardTransaction.deleteMany({ where: { receiver_id: staffId, token: { in: going.map((row) => row.id) } } });
    const rows = shownRows(tabs.card, [...changed, ...staying]);
    for (const q of digits) {
      const { total } = await listTransactions(product, { scope: receiverScope(staffId) }, { tab: 'card', q, sort: 'amount', dir: 'asc', page: 1 });
      expect([q, total]).toEqual([q, rows.filter(({ text }) => text.includes(q)).length]);
    }
  });
});
