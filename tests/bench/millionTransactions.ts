import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type pg from 'pg';
import { dayInMs } from '../../server/domain/basics/dates.ts';
import { tabs } from '../../server/domain/table/table.ts';
import { type BusyProduct, cardToken, cardTransactions, receivables, startBusyProduct } from './busyReceiver.ts';
import { CopyOut } from './copyOut.ts';
import type { Figure } from './figures.ts';
import { percentile } from './load.ts';
import { timeRecomputing } from './recomputing.ts';

const longTerms = [
  'fjord',
  'fjo',
  'textiles import',
  'cloud',
  'jan',
  'dec 24',
  '2026',
  '$12.3',
  '1,234',
  'purchase',
  'refund',
  'aper',
  '.99',
  'nothing has this',
];
const shortTerms = ['f', 'a', '1', '$', 'ja', 'co', '-$', ', '];

interface Page {
  rows: unknown[];
  total: number;
}

async function askPage({ product, person }: BusyProduct, query: Record<string, string>): Promise<{ page: Page; took_ms: number }> {
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/users/${person.token}/transactions?${new URLSearchParams({ tab: 'card', ...query })}`, {
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  const page = (await answer.json()) as Page;
  if (!answer.ok) throw new Error(`${JSON.stringify(query)} answered ${answer.status}`);
  return { page, took_ms: performance.now() - began };
}

const atMost = (name: string, took_ms: readonly number[], most_ms: number): Figure => ({
  name,
  value: percentile(
    took_ms.toSorted((one, other) => one - other),
    0.95,
  ),
  unit: 'ms (p95)',
  beside: { name: 'the most it may take', value: most_ms },
  ratioMost: 1,
});

/** Every sort, both ways, at pages from the first to the last. */
async function timePages(busy: BusyProduct): Promise<Figure> {
  const { page } = await askPage(busy, {});
  const last = Math.ceil(page.total / 25);
  const places = [1, 2, 40, 1_000, Math.floor(last / 3), Math.floor(last / 2), last - 1_000, last];
  const took_ms: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const { key: sort } of tabs.card.columns) {
      for (const dir of ['asc', 'desc']) {
        for (const place of places) {
          const asked = await askPage(busy, { sort, dir, page: String(place) });
          if (asked.page.total !== page.total) throw new Error('the total is another on another page');
          // The first round opens connections and fills caches.
          if (round > 0) took_ms.push(asked.took_ms);
        }
      }
    }
  }
  return atMost(`any page and sort of ${cardTransactions} card transactions`, took_ms, 50);
}

/** Each total is compared with what PostgreSQL counts row by row. */
async function timeSearches(busy: BusyProduct, terms: readonly string[], name: string, most_ms: number): Promise<Figure> {
  const took_ms: number[] = [];
  for (const q of terms) {
    const { rows } = await busy.client.query<{ total: string }>(
      `SELECT count(*) AS total FROM card_transaction WHERE receiver_id = $1 AND is_counted AND strpos(search_text, $2) > 0`,
      [busy.receiverId, q.trim()],
    );
    const sorts: Record<string, string>[] = [{}, { sort: 'amount', dir: 'asc' }, { sort: 'merchant', dir: 'desc' }];
    for (const sort of [{}, ...sorts]) {
      const { page, took_ms: took } = await askPage(busy, { q, ...sort });
      if (page.total !== Number(rows[0]?.total)) throw new Error(`a search for ${q} finds ${page.total} of ${rows[0]?.total}`);
      took_ms.push(took);
    }
  }
  return atMost(name, took_ms, most_ms);
}

/** Memory of a process in bytes, as the system counts it. */
function residentMemory(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

function openFile({ product, person }: BusyProduct, days: number): Promise<[ClientRequest, IncomingMessage]> {
  const period = { start_at: new Date(Date.now() - days * dayInMs).toISOString(), end_at: new Date(Date.now() + dayInMs).toISOString() };
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
  /** The most memory that the product took beyond what it had before. */
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

/** The same rows, in the same order, as PostgreSQL itself writes them. */
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
  // What the first file makes the process load is no memory of the file.
  await streamFile(busy, 30);
  const copy = await copyRows(busy.client, busy.receiverId);
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

/** A receiver with a million card transactions: the table, its searches, the file, and spending power. */
export async function benchMillionTransactions(): Promise<Figure[]> {
  const busy = await startBusyProduct();
  try {
    return [
      await timePages(busy),
      await timeSearches(busy, longTerms, 'searches of three and more characters', 100),
      await timeSearches(busy, shortTerms, 'shorter searches', 500),
      ...(await timeFile(busy)),
      atMost(`recomputing spending power from ${receivables} receivables`, await timeRecomputing(busy), 50),
    ];
  } finally {
    await busy.stop();
  }
}
