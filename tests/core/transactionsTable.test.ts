import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownRows } from '../../server/contract/shownRows.ts';
import { fromWhere, orderBy } from '../../server/db/queries/activityRows.ts';
import { cardTable, receivableTable } from '../../server/db/queries/activityTables.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { addCalendarDays, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { manualTypes } from '../../server/domain/ledger/ledger.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../server/domain/table/activity.ts';
import { searchText, type TabKey, tabs } from '../../server/domain/table/table.ts';
import { listTransactions } from '../../server/services/transactions/listTransactions.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';
import { sumAnew } from '../support/sums.ts';
import { type Asked, referenceTable } from '../support/tableReference.ts';

const cardCount = 2_000;
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
  fc.constantFrom(
    'FACEBK *ADS',
    'Facebk *ads',
    'ΟΔΟΣ ΑΣ',
    'οδος ας',
    'Amazon Mktpl',
    'JANITOR SUPPLIES 21',
    'Refund House',
    'purchase 2026',
    'AUGUSTA $9.99',
    'Shop 1,234',
  ),
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
  status: fc.constantFrom('success', 'pending', 'failure', 'refunded', 'on_hold'),
  amount_cents: amount.map(cents),
  created_at: instant.map((time) => new Date(time)),
});

const id = (place: number) => `01930000-0000-7000-8000-${String((place * 7_919) % 1_000_003).padStart(12, '0')}`;

const cards: CardActivity[] = fc.sample(cardRow, { numRuns: cardCount, seed }).map(({ terms, ...row }, place) => ({
  ...row,
  id: id(place),
  // An unsettled transaction of $0 is a card check.
  repayment_date: row.amount_cents === 0 && row.status !== 'SETTLED' ? null : addCalendarDays(utcDate(row.created_at), terms),
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
const owner = { first_name: 'Ana', last_name: 'Lopez', email: 'ana@example.com' };

const reference = {
  card: referenceTable('card', cards),
  repayments: referenceTable('repayments', transfers),
  receivables: referenceTable('receivables', receivables),
};

/** A page of the product, its rows as people read them. */
async function answered(tab: TabKey, asked: Asked, of = scope) {
  const page = await listTransactions(product, { scope: of, receiver: owner }, { tab, ...asked });
  return { page: page.page, from: page.from, to: page.to, total: page.total, rows: shownRows(page).map(({ id, cells }) => ({ id, cells })) };
}

const sorts = Object.entries(tabs).flatMap(([tab, { columns }]) =>
  columns.flatMap(({ key }) => (['asc', 'desc'] as const).map((dir) => [tab as TabKey, { sort: key as string, dir }] as const)),
);

describe('a page from the database is the page by the rules', () => {
  it.each(sorts)('%s by %o, on every page', async (tab, sort) => {
    const last = Math.ceil(reference[tab].cells.length / 25);
    for (const page of [1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 5].filter((wanted) => wanted > 0)) {
      expect(await answered(tab, { q: '', ...sort, page })).toEqual(reference[tab].ask({ q: '', ...sort, page }));
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
        const { cells } = reference.card;
        const text = Array.from((cells[row % cells.length] ?? []).join('\n'));
        return text.slice(start % text.length, (start % text.length) + length).join('');
      }),
    },
  );

  it.each(Object.keys(tabs) as TabKey[])('%s, whatever is searched for and however it is sorted', async (tab) => {
    const ofTab = sorts.filter(([key]) => key === tab).map(([, sort]) => sort);
    await fc.assert(
      fc.asyncProperty(term, fc.constantFrom(...ofTab), fc.integer({ min: 1, max: 30 }), async (q, sort, page) => {
        expect(await answered(tab, { q, ...sort, page })).toEqual(reference[tab].ask({ q, ...sort, page }));
      }),
      { numRuns: 200, seed },
    );
  });
});

describe('a page of filtered rows is the page by the rules', () => {
  const statuses = {
    card: ['pending', 'settled'],
    repayments: ['pending', 'posted', 'settled', 'returned', 'failed'],
    receivables: ['success', 'pending', 'refunded', 'captured'],
  };
  const types = { card: ['purchase', 'refund'], repayments: ['repayment', 'chargeback'], receivables: ['sale', 'refund', 'void'] };
  const day = fc.oneof(
    fc.constantFrom('2026-06-29', '2026-06-30', '2026-07-01'),
    fc.integer({ min: 0, max: 500 }).map((days) => utcDate(new Date(noon - days * 24 * 60 * minute)) as string),
  );
  const bound = fc.oneof(fc.constantFrom(0, 999, 100_000), fc.integer({ min: 0, max: 9_000_000 }));

  it.each(Object.keys(tabs) as TabKey[])('%s, whatever is filtered, searched for and sorted', async (tab) => {
    const ofTab = sorts.filter(([key]) => key === tab).map(([, sort]) => sort);
    const [type, status] = [fc.constantFrom(...types[tab]), fc.constantFrom(...statuses[tab])];
    const filters = fc.record({ from: day, to: day, type, status, min_cents: bound, max_cents: bound }, { requiredKeys: [] });
    const q = fc.constantFrom('', '', 'jun', '99', 'purchase', 'zzz');
    await fc.assert(
      fc.asyncProperty(filters, q, fc.constantFrom(...ofTab), fc.integer({ min: 1, max: 20 }), async (chosen, typed, sort, page) => {
        const asked = { ...chosen, q: typed, ...sort, page };
        expect(await answered(tab, asked)).toEqual(reference[tab].ask(asked));
      }),
      { numRuns: 200, seed },
    );
  });

  it('finds a row by the day that it shows, at its first and its last millisecond', async () => {
    const found = async (from: string, to: string) => (await answered('card', { q: '', ...newest, from, to })).total;
    const shown = (text: string) => reference.card.cells.filter((cells) => cells[3] === text).length;
    expect(await found('2026-06-30', '2026-06-30')).toBe(shown('Jun 30, 2026'));
    expect(shown('Jun 30, 2026')).toBeGreaterThan(0);
  });
});

const newest = { sort: 'transaction_date', dir: 'desc', page: 1 } as const;

describe('rows that change', () => {
  const ofStaff = receiverScope(staffId);
  const [changing, going, staying] = [cards.slice(0, 50), cards.slice(50, 75), cards.slice(75, 100)];
  const changed = changing.map((row, place) => ({ ...row, amount_cents: cents(place * place * 37 - 2_000) }));

  it('are found by what they have become, and are no more counted once they are gone', async () => {
    for (const row of changed) {
      await product.database.cardTransaction.update({
        where: { receiver_id_token: { receiver_id: staffId, token: row.id } },
        data: { amount_cents: BigInt(row.amount_cents), search_text: searchText(tabs.card, row) },
      });
    }
    await product.database.cardTransaction.deleteMany({ where: { receiver_id: staffId, token: { in: going.map((row) => row.id) } } });
    await sumAnew(product.database);
    const table = referenceTable('card', [...changed, ...staying]);
    for (const q of ['', ...'0123456789', 'purchase', 'refund', '-$19']) {
      expect(await answered('card', { q, ...newest }, ofStaff)).toEqual(table.ask({ q, ...newest }));
    }
  });

  it('are shown and put in order by their columns, whatever their search text says', async () => {
    await product.database.cardTransaction.updateMany({ where: { receiver_id: staffId }, data: { search_text: 'nothing of the kind' } });
    const table = referenceTable('card', [...changed, ...staying]);
    for (const [, sort] of sorts.filter(([tab]) => tab === 'card')) {
      expect(await answered('card', { q: '', ...sort, page: 1 }, ofStaff)).toEqual(table.ask({ q: '', ...sort, page: 1 }));
    }
  });
});

describe('each way to sort a tab that grows long', () => {
  const long = { card: cardTable, receivables: receivableTable };
  const ways = sorts.flatMap(([tab, { sort, dir }]) =>
    tab === 'repayments' ? [] : [false, true].map((backwards) => ({ tab, sort: { column: sort, direction: dir }, backwards })),
  );

  // An index is read alone where the rows around are known to be settled.
  beforeAll(() => product.database.$executeRaw`VACUUM ANALYZE card_transaction, store_transaction`);

  it.each(ways)('can be read from an index alone: %o', async ({ tab, sort, backwards }) => {
    const source = long[tab];
    const plan = await product.database.$transaction(async (transaction) => {
      for (const other of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']) await transaction.$executeRawUnsafe(`SET LOCAL enable_${other} = off`);
      return transaction.$queryRaw<{ 'QUERY PLAN': string }[]>`
        EXPLAIN SELECT ${source.primaryKey} ${fromWhere(source, { scope, where: source.shown })} ${orderBy(source, sort, { backwards })} LIMIT 25 OFFSET 1000`;
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Only Scan');
    expect(lines).not.toContain('Sort');
  });
});
