import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type pg from 'pg';
import { dayMs } from '../../../server/domain/basics/dates.ts';
import { type TabKey, tabs } from '../../../server/domain/table/table.ts';
import { ascending, percentile } from '../../support/percentile.ts';
import { residentMemory } from '../../support/procfs.ts';
import { type BusyProduct, type BusyReceiver, startBusyProduct } from './busyReceiver.ts';
import { CopyOut } from './copyOut.ts';
import type { Figure } from './figures.ts';
import { besideKeyReads, readKey, type Times } from './keyRead.ts';
import { timeRecomputing } from './recomputing.ts';

/** Search terms of three or more characters that match few rows, at most one in a hundred. */
const rareTerms = ['fjord hardware', 'cloud hosting\n$9', 'dec 24', '$12.3', '1,234', '9.99', 'nothing has this'];
/** Search terms that match many rows, up to all of them. */
const commonTerms = ['fjord', 'fjo', 'textiles import', 'cloud', 'jan', '2026', 'purchase', 'refund', 'aper'];

interface Page {
  rows: { id: string }[];
  total: number;
}

type Asked = Record<string, string> & { tab: TabKey };

async function askPage({ product }: BusyProduct, { person }: BusyReceiver, query: Asked): Promise<{ page: Page; tookMs: number }> {
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/users/${person.token}/transactions?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  const page = (await answer.json()) as Page;
  if (!answer.ok) throw new Error(`${JSON.stringify(query)} answered ${answer.status}`);
  return { page, tookMs: performance.now() - began };
}

const atMost = (name: string, tookMs: readonly number[], mostMs: number): Figure => ({
  name,
  value: percentile(ascending(tookMs), 0.95),
  unit: 'ms (p95)',
  beside: { name: 'the most it may take', value: mostMs },
  ratioMost: 1,
});

/** Measures every sort in both directions, at pages from the first to the last. */
async function timePages(busy: BusyProduct, receiver: BusyReceiver, tab: TabKey): Promise<Times> {
  const { page } = await askPage(busy, receiver, { tab });
  const last = Math.ceil(page.total / 25);
  const places = [1, 2, 1_000, Math.floor(last / 3), Math.floor(last / 2), last];
  const times: Times = { tookMs: [], keyReadMs: [] };
  for (let round = 0; round < 2; round += 1) {
    for (const { key: sort } of tabs[tab].columns) {
      for (const dir of ['asc', 'desc']) {
        for (const place of places) {
          const asked = await askPage(busy, receiver, { tab, sort, dir, page: String(place) });
          if (asked.page.total !== page.total) throw new Error('the total is another on another page');
          const keyReadMs = await readKey(busy.client, receiver.receiverId);
          // The first round opens connections and fills caches.
          if (round === 0) continue;
          times.tookMs.push(asked.tookMs);
          times.keyReadMs.push(keyReadMs);
        }
      }
    }
  }
  return times;
}

/** Measures searches, and compares each total with PostgreSQL's own count of the rows. */
async function timeSearches(busy: BusyProduct, receiver: BusyReceiver, terms: readonly string[], mostFound = 1): Promise<Times> {
  const times: Times = { tookMs: [], keyReadMs: [] };
  for (const q of terms) {
    const { rows } = await busy.client.query<{ total: string }>(
      `SELECT count(*) AS total FROM card_transaction WHERE receiver_id = $1 AND is_counted AND strpos(search_text, $2) > 0`,
      [receiver.receiverId, q.trim()],
    );
    const total = Number(rows[0]?.total);
    if (total > mostFound * receiver.cardTransactions) throw new Error(`${q} is no rare term: it stands in ${total} rows`);
    const sorts: Record<string, string>[] = [{}, { sort: 'amount', dir: 'asc' }, { sort: 'merchant', dir: 'desc' }, { page: '3' }];
    await askPage(busy, receiver, { tab: 'card', q });
    for (const sort of sorts) {
      const { page, tookMs } = await askPage(busy, receiver, { tab: 'card', q, ...sort });
      if (page.total !== total) throw new Error(`a search for ${q} finds ${page.total} of ${total}`);
      times.tookMs.push(tookMs);
      times.keyReadMs.push(await readKey(busy.client, receiver.receiverId));
    }
  }
  return times;
}

const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Filters, each with the condition for PostgreSQL's own count. */
const filters: readonly (readonly [filter: Record<string, string>, condition: string])[] = [
  [{ status: 'pending' }, `status = 'PENDING'`],
  [{ status: 'settled' }, `status = 'SETTLED'`],
  [{ min_cents: '10000' }, 'abs(amount_cents) >= 10000'],
  [{ max_cents: '999' }, 'abs(amount_cents) <= 999'],
  [{ from: dayAgo(40), to: dayAgo(10) }, `(created_at AT TIME ZONE 'UTC')::date BETWEEN '${dayAgo(40)}' AND '${dayAgo(10)}'`],
];

/** Measures filters, and compares each total with PostgreSQL's own count of the rows. */
async function timeFilters(busy: BusyProduct, receiver: BusyReceiver): Promise<Times> {
  const times: Times = { tookMs: [], keyReadMs: [] };
  for (const [filter, condition] of filters) {
    const { rows } = await busy.client.query<{ total: string }>(
      `SELECT count(*) AS total FROM card_transaction WHERE receiver_id = $1 AND is_counted AND ${condition}`,
      [receiver.receiverId],
    );
    await askPage(busy, receiver, { tab: 'card', ...filter });
    for (const sort of [{}, { sort: 'amount', dir: 'asc' }, { sort: 'merchant', dir: 'desc' }, { page: '3' }]) {
      const { page, tookMs } = await askPage(busy, receiver, { tab: 'card', ...filter, ...sort });
      if (page.total !== Number(rows[0]?.total)) throw new Error(`${JSON.stringify(filter)} finds ${page.total} of ${rows[0]?.total}`);
      times.tookMs.push(tookMs);
      times.keyReadMs.push(await readKey(busy.client, receiver.receiverId));
    }
  }
  return times;
}

function openFile({ product, huge: { person, cardToken } }: BusyProduct, days: number): Promise<[ClientRequest, IncomingMessage]> {
  const period = { start_at: new Date(Date.now() - days * dayMs).toISOString(), end_at: new Date(Date.now() + dayMs).toISOString() };
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${person.accessToken}`, accept: 'text/csv' };
    const outgoing = request(`${product.url}/api/card_csv?${new URLSearchParams({ lithic_card_tokens: cardToken, ...period })}`, { headers }, (incoming) => {
      if (incoming.statusCode === 200) resolve([outgoing, incoming]);
      else reject(new Error(`card_csv answered ${incoming.statusCode}`));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

interface Streamed {
  bytesPerSecond: number;
  /** Peak memory of the product beyond its memory before. */
  memory_bytes: number;
}

async function streamFile(busy: BusyProduct, days: number): Promise<Streamed> {
  const before = residentMemory(busy.product.pid);
  const began = performance.now();
  const [, file] = await openFile(busy, days);
  let bytes = 0;
  let most = before;
  let lastLook = began;
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length;
    if (performance.now() - lastLook < 50) continue;
    lastLook = performance.now();
    most = Math.max(most, residentMemory(busy.product.pid));
  }
  return { bytesPerSecond: bytes / ((performance.now() - began) / 1_000), memory_bytes: most - before };
}

/** Measures how PostgreSQL itself writes the same rows in the same order. */
async function copyRows(client: pg.Client, receiverId: string): Promise<number> {
  const began = performance.now();
  const copied = client.query(
    new CopyOut(
      `COPY (SELECT created_at, merchant_descriptor, amount_cents / 100.0, status, repayment_date FROM card_transaction
        WHERE receiver_id = '${receiverId}' AND is_counted ORDER BY created_at DESC, token) TO STDOUT CSV`,
    ),
  );
  const bytes = await copied.bytes;
  return bytes / ((performance.now() - began) / 1_000);
}

async function timeFile(busy: BusyProduct): Promise<Figure[]> {
  // The first file loads code into the process, which is not memory of the file.
  await streamFile(busy, 30);
  const copy = await copyRows(busy.client, busy.huge.receiverId);
  const { bytesPerSecond, memory_bytes } = await streamFile(busy, 366);
  const mib = 2 ** 20;
  return [
    {
      name: 'card_csv of a million rows',
      value: bytesPerSecond / mib,
      unit: 'MiB/s',
      beside: { name: "PostgreSQL's own COPY of the same rows", value: copy / mib },
      ratioLeast: 0.3,
    },
    { name: 'memory while it streams', value: memory_bytes / mib, unit: 'MiB more', beside: { name: 'the most it may take', value: 64 }, ratioMost: 1 },
  ];
}

/** Measures receivers with a hundred thousand and with a million card transactions: the table, its searches, the file, and spending power. */
export async function benchTransactions(): Promise<Figure[]> {
  const busy = await startBusyProduct();
  const { large, huge } = busy;
  try {
    return [
      besideKeyReads('100,000 card transactions: any page and sort', await timePages(busy, large, 'card'), 50),
      besideKeyReads('100,000 receivables: any page and sort', await timePages(busy, large, 'receivables'), 50),
      besideKeyReads('100,000 card transactions: searches of three and more characters', await timeSearches(busy, large, [...rareTerms, ...commonTerms]), 100),
      besideKeyReads('100,000 card transactions: filters by date, status and amount', await timeFilters(busy, large), 150),
      besideKeyReads('1,000,000 card transactions: any page and sort', await timePages(busy, huge, 'card'), 300),
      besideKeyReads('1,000,000 card transactions: searches that find at most 1 %', await timeSearches(busy, huge, rareTerms, 0.01), 1_000),
      besideKeyReads('1,000,000 card transactions: searches that find more', await timeSearches(busy, huge, commonTerms)),
      ...(await timeFile(busy)),
      atMost(`recomputing spending power from ${huge.receivables} receivables`, await timeRecomputing(busy), 50),
    ];
  } finally {
    await busy.stop();
  }
}
