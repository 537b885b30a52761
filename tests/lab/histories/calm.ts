import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../../support/chance.ts';
import { waitUntilDrained } from '../soak/drained.ts';
import { type Clients, callApi, type Subject } from './clients/clients.ts';
import { lookAtDebt } from './clients/looks.ts';
import { sinceStartMs } from './clients/recorded.ts';
import { sweepTable } from './clients/table.ts';
import type { DisturbedProduct } from './product.ts';

/** No request lives longer: providers are given up after ten seconds. */
const longestRequestMs = 11_000;
/** The product comes back by itself within this. */
const patienceMs = 90_000;
const sweepsEach = 3;

async function untilReady({ webUrls, deciderUrls: [, , decideUrl] }: DisturbedProduct): Promise<void> {
  const isReady = (url: string) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let waitedMs = 0; !(await Promise.all([...webUrls, decideUrl].map(isReady))).every(Boolean); waitedMs += 500) {
    if (waitedMs > patienceMs) throw new Error('the product did not come back by itself');
    await pause(500);
  }
}

/** Waits until no job and no webhook waits. Throws when some do for minutes. */
async function untilDrained(product: DisturbedProduct): Promise<void> {
  // The database may have been started again, of which a connection learns at its next statement.
  const waiting = await waitUntilDrained(product).catch(() => waitUntilDrained(product));
  if (waiting.length > 0) throw new Error(`work is left undone: ${waiting.join('; ')}`);
}

interface Transfer {
  type: string;
  amount: string;
}

/** Returns the amounts of all debits at the bank, in cents, by the bank's own list. */
async function debitsAtBank({ sandboxUrl, deps: { config } }: DisturbedProduct): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'plaid-client-id': config.plaid.clientId, 'plaid-secret': config.plaid.secret };
  const pageSize = 25;
  const debits: number[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const answer = await fetch(`${sandboxUrl}/plaid/transfer/list`, { method: 'POST', headers, body: JSON.stringify({ count: pageSize, offset }) });
    const { transfers } = (await answer.json()) as { transfers: Transfer[] };
    debits.push(...transfers.filter(({ type }) => type === 'debit').map(({ amount }) => Math.round(Number(amount) * 100)));
    if (transfers.length < pageSize) return debits;
  }
}

/** Returns the amounts of a receiver's repayments as its table shows them, in cents. */
async function shownRepayments(clients: Clients, { merchant: { host, token, accessToken } }: Subject): Promise<number[]> {
  const shown: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ tab: 'repayments', page: String(page) });
    const path = `/api/users/${token}/transactions?${query}`;
    const { body } = await callApi(clients, 'repayments', chanceOf(token), path, { host, token: accessToken });
    const { rows, to, total } = body as { rows: { amount_cents: number }[]; to: number; total: number };
    shown.push(...rows.map(({ amount_cents }) => amount_cents));
    if (to >= total) return shown;
  }
}

async function readAll(clients: Clients, subject: Subject, debits: readonly number[]): Promise<void> {
  const { recorded, merchant } = subject;
  const chance = chanceOf(`${clients.seed} ${merchant.token} ${recorded.calmsMs.length}`);
  for (let sweep = 0; sweep < sweepsEach; sweep += 1) recorded.sweeps.push(await sweepTable(clients, subject, chance));
  await lookAtDebt(clients, subject, chance);
  const others = new Set(clients.subjects.filter((one) => one !== subject).flatMap((one) => one.recorded.payments.map(({ cents }) => cents)));
  const debited = debits.filter((cents) => !others.has(cents));
  recorded.repayments.push({ atMs: sinceStartMs(), shown: await shownRepayments(clients, subject), debited });
}

/** Lets all clients rest, waits until nothing is under way, notes that moment, reads everything, and lets them go on. */
export async function calmDown(clients: Clients): Promise<void> {
  const { product, gate, subjects } = clients;
  await gate.close();
  await untilReady(product);
  await pause(longestRequestMs);
  await untilDrained(product);
  const atMs = sinceStartMs();
  for (const { recorded } of subjects) recorded.calmsMs.push(atMs);
  const debits = await debitsAtBank(product);
  for (const subject of subjects) await readAll(clients, subject, debits);
  gate.open();
}
