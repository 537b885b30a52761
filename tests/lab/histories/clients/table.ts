import Papa from 'papaparse';
import type { Chance } from '../../../support/chance.ts';
import type { Asked, ShownRow, Sweep } from '../oracle/reads.ts';
import { type Called, type Clients, callApi, keepDoing, type Subject } from './clients.ts';
import { sinceStartMs } from './recorded.ts';

const everyMs = { page: 1_500, file: 6_000 };

/** Searches that find cells of merchants and amounts, and nothing in dates and types. */
const searches = ['', '', 'fjord', 'FREIGHT', 'office', '$1', '.5', 'nothing is called this'] as const;
const sorts = ['merchant', 'amount', 'transaction_date'] as const;
const directions = ['asc', 'desc'] as const;

interface PageBody {
  rows: { descriptor: string; amount_cents: number; created_at: string }[];
  from: number;
  to: number;
  total: number;
}

const anything = (chance: Chance): Asked => ({ search: chance.pick(searches), sort: chance.pick(sorts), direction: chance.pick(directions) });

const queryOf = ({ search, sort, direction }: Asked) => ({ tab: 'card', q: search, sort, dir: direction });

const rowsOf = ({ rows }: PageBody): ShownRow[] =>
  rows.map(({ descriptor, amount_cents, created_at }) => ({ merchant: descriptor, cents: amount_cents, atMs: Date.parse(created_at) }));

function readPage(clients: Clients, { merchant }: Subject, chance: Chance, asked: Asked, page: number): Promise<Called> {
  const query = new URLSearchParams({ ...queryOf(asked), page: String(page) });
  const { host, token, accessToken } = merchant;
  return callApi(clients, 'page', chance, `/api/users/${token}/transactions?${query}`, { host, token: accessToken });
}

/** Reads a page of the table, searched and sorted somehow. */
export const readPages = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs.page, async () => {
    const asked = anything(chance);
    const { outcome, body, beganMs, endedMs } = await readPage(clients, subject, chance, asked, chance.between(1, 4));
    if (outcome !== 'ok') return;
    const { from, to, total } = body as PageBody;
    subject.recorded.reads.push({ ...asked, beganMs, endedMs, rows: rowsOf(body), place: { from, to, total } });
  });

const centsOf = (dollars: string) => Math.round(Number(dollars) * 100);

function rowsOfFile(text: string): ShownRow[] {
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });
  return data.map((row) => ({ merchant: row.Merchant ?? '', cents: centsOf(row.Amount ?? ''), atMs: null }));
}

/** Downloads the table as a file. */
export const readFiles = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs.file, async () => {
    const { host, token, accessToken } = subject.merchant;
    const asked = anything(chance);
    const path = `/api/users/${token}/transactions_csv?${new URLSearchParams(queryOf(asked))}`;
    const called = await callApi(clients, 'file', chance, path, { host, token: accessToken, headers: { accept: 'text/csv' } });
    const { outcome, text = '', beganMs, endedMs } = called;
    if (outcome === 'ok') subject.recorded.reads.push({ ...asked, beganMs, endedMs, rows: rowsOfFile(text), place: null });
  });

/** Reads all pages of a table while nothing changes. Throws when a page does not come. */
export async function sweepTable(clients: Clients, subject: Subject, chance: Chance): Promise<Sweep> {
  const asked = anything(chance);
  const atMs = sinceStartMs();
  const rows: ShownRow[] = [];
  for (let page = 1; ; page += 1) {
    const { outcome, body, text } = await readPage(clients, subject, chance, asked, page);
    if (outcome !== 'ok') throw new Error(`a page did not come although nothing is disturbed any more: ${text}`);
    const { to, total } = body as PageBody;
    rows.push(...rowsOf(body));
    if (to >= total) return { ...asked, atMs, rows, total };
  }
}
