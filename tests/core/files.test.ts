import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { platform } from 'node:os';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { readPdf } from '../support/readPdf.ts';
import { withoutIndexes } from '../support/withoutIndexes.ts';

let product: TestProduct;
/** Holds the purchases' table, so that files that list purchases wait in the making for as long as a test wants. */
let holder: pg.Client;
const processes: ChildProcess[] = [];
const remember = (message: unknown) => processes.push((message as { process: ChildProcess }).process);

beforeAll(async () => {
  subscribe('child_process', remember);
  product = await testProduct();
  holder = new pg.Client({ connectionString: product.config.databaseUrl });
  await holder.connect();
});
afterEach(() => holder.query('ROLLBACK'));
afterAll(async () => {
  unsubscribe('child_process', remember);
  await holder.end();
  await product.stop();
});

async function holdPurchases(): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE card_transaction IN ACCESS EXCLUSIVE MODE');
}
const releasePurchases = () => holder.query('ROLLBACK');

const statementPath = ({ receiver }: Person, kind = 'card') => `/api/users/${receiver.token}/statements/2026-01?kind=${kind}`;
const statement = (person: Person, kind: 'card' | 'repayments' = 'card', accept = 'text/csv'): Promise<Answer> =>
  product.call(statementPath(person, kind), { host: person.host, token: person.token, headers: { accept } });

const times = <Made>(count: number, make: () => Made): Made[] => Array.from({ length: count }, make);

async function figure(name: string): Promise<number> {
  const { text } = await product.call('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
const untilWaiting = (count: number) => eventually(`${count} requests for files wait`, async () => (await figure('files_waiting')) === count);
const untilInTheMaking = (count: number) => eventually(`${count} files are in the making`, async () => (await figure('files_in_the_making')) === count);

/** Begins a request whose answer nobody reads yet. */
function begin({ host, token }: Person, path: string) {
  const request = get(`${product.url}${path}`, { headers: { host, authorization: `Bearer ${token}`, accept: 'text/csv' } });
  request.on('error', () => {});
  return request;
}

/** Has the clients of requests that wait disconnect: what is proven of them is that they wait. `left` is how many others wait then. */
async function leave(requests: readonly ClientRequest[], left = 0): Promise<void> {
  for (const request of requests) request.destroy();
  await untilWaiting(left);
}

it.runIf(platform() === 'linux')('files are made at a low priority, down to the helpers that clear memory', async () => {
  expect((await statement(await signUp(product))).status).toBe(200);
  const folder = `/proc/${processes.at(-1)?.pid}`;
  const niceness = (thread: string) => readFileSync(`${folder}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16];
  const threads = readdirSync(`${folder}/task`);
  expect(threads.length).toBeGreaterThan(1);
  expect(threads.map(niceness)).toEqual(threads.map(() => '10'));
  // A kernel that gives each session its share of the processors has this file, which ends in the session's own niceness.
  if (existsSync(`${folder}/autogroup`)) expect(readFileSync(`${folder}/autogroup`, 'utf8')).toMatch(/ nice 10\n$/);
});

describe('forty statements that one merchant asks for at once', () => {
  it('hold up nobody else: another merchant’s is made meanwhile, and so are their own at last', async () => {
    const [one, other] = [await signUp(product), await signUp(product)];
    await holdPurchases();
    const forty = times(40, () => statement(one));
    await untilWaiting(38);
    expect(await figure('files_in_the_making')).toBe(2);
    const others = await statement(other, 'repayments', 'application/pdf');
    expect([others.status, readPdf(others.bytes).pages.length]).toEqual([200, 1]);
    await releasePurchases();
    expect(new Set((await Promise.all(forty)).map(({ status }) => status))).toEqual(new Set([200]));
    await untilInTheMaking(0);
  });

  it('are as many as may wait: one more is refused, with the time to wait', async () => {
    const person = await signUp(product);
    await holdPurchases();
    const made = times(2, () => statement(person));
    await untilInTheMaking(2);
    const waiting = times(38, () => begin(person, statementPath(person)));
    await untilWaiting(38);
    const refused = await statement(person);
    expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([429, '10', 'rate_limited']);
    await leave(waiting);
    await releasePurchases();
    await Promise.all(made);
  });

  it('leave a place when the client of one that waits disconnects', async () => {
    const person = await signUp(product);
    await holdPurchases();
    const made = times(2, () => statement(person));
    await untilInTheMaking(2);
    const waiting = times(37, () => begin(person, statementPath(person)));
    await untilWaiting(37);
    const leaves = begin(person, statementPath(person));
    await untilWaiting(38);
    leaves.destroy();
    await untilWaiting(37);
    made.push(statement(person));
    await untilWaiting(38);
    await leave(waiting, 1);
    await releasePurchases();
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

it('when too many wait in all, the next merchant is asked to come back, and pages are answered', async () => {
  const people = await Promise.all(times(6, () => signUp(product)));
  const last = await signUp(product);
  await holdPurchases();
  // Eight are in the making, two for each of four merchants; the others wait.
  const asked: Promise<Answer>[] = [];
  const begun: ClientRequest[] = [];
  for (const [place, waiting] of [38, 76, 114, 152, 176, 200].entries()) {
    const person = people[place] as Person;
    asked.push(...times(2, () => statement(person)));
    if (place < 4) await untilInTheMaking(2 * (place + 1));
    begun.push(...times(place < 4 ? 38 : 22, () => begin(person, statementPath(person))));
    await untilWaiting(waiting);
  }
  const refused = await statement(last);
  expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([503, '10', 'files_busy']);
  expect((await product.call('/api/receiver', { host: last.host, token: last.token })).status).toBe(200);
  await leave(begun, 4);
  await releasePurchases();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

describe('a file whose client takes nothing', () => {
  /** Longer than a process works ahead and than the connection holds. */
  const rows = 200_000;
  let person: Person;
  const path = () => `/api/users/${person.receiver.token}/transactions_csv?tab=receivables`;

  beforeAll(async () => {
    person = await signUp(product);
    await withoutIndexes(holder, ['public.store_transaction'], async () => {
      await holder.query(
        `INSERT INTO store_transaction (receiver_id, source, external_id, type, status, amount_cents, search_text, created_at, updated_at)
         SELECT $1, 'rutter', 'row-' || place, 'sale', 'success', place, '', now() - place * interval '1 second', now() FROM generate_series(1, ${rows}) place`,
        [person.receiver.id],
      );
    });
  });

  async function beginDownload(): Promise<{ response: IncomingMessage; leave: () => void }> {
    const request = begin(person, path());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    return { response, leave: () => request.destroy() };
  }

  it('keeps its place until the client disconnects; the next one is then made', async () => {
    const stalled = [await beginDownload(), await beginDownload()];
    const third = statement(person);
    await untilWaiting(1);
    stalled[0]?.leave();
    expect((await third).status).toBe(200);
    stalled[1]?.leave();
    await untilInTheMaking(0);
  });

  it('is cut off when its process ends, and the next one is made', async () => {
    const { response } = await beginDownload();
    const cut = once(response, 'error');
    processes.at(-1)?.kill('SIGKILL');
    response.resume();
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
    expect((await statement(person)).status).toBe(200);
  });
});

it('a file whose process ends before anything of it was sent is a problem with a way on, and the next one is made', async () => {
  const person = await signUp(product);
  await holdPurchases();
  const asked = statement(person);
  await untilInTheMaking(1);
  await eventually('the process reads purchases', async () => {
    const { rows } = await holder.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    return rows.length > 0;
  });
  processes.at(-1)?.kill('SIGKILL');
  const { status, headers, body } = await asked;
  expect([status, headers.get('retry-after'), body]).toMatchObject([
    503,
    '1',
    { code: 'file_not_made', detail: 'Making this file was cut off. Try again; nothing else was changed.' },
  ]);
  await releasePurchases();
  expect((await statement(person)).status).toBe(200);
});

it('a stop refuses the requests that wait with a problem, and ends while files are in the making', async () => {
  const stopping = await testProduct();
  const client = new pg.Client({ connectionString: stopping.config.databaseUrl });
  await client.connect();
  const { receiver, host, token } = await signUp(stopping);
  await client.query('BEGIN');
  await client.query('LOCK TABLE ledger_transfer IN ACCESS EXCLUSIVE MODE');
  const asked = times(3, () =>
    stopping.call(`/api/users/${receiver.token}/statements/2026-01`, { host, token, headers: { accept: 'text/csv' } }).then(
      ({ status, body }) => `${status} ${body?.code}`,
      (error: NodeJS.ErrnoException) => error.code ?? '',
    ),
  );
  await eventually('a request waits', async () => /^files_waiting 1$/m.test((await stopping.call('/metrics')).text));
  const stopped = stopping.stop();
  // The one that waits is refused before those in the making may end, which would let it begin.
  await Promise.race(asked);
  await client.end();
  await stopped;
  expect((await Promise.all(asked)).filter((outcome) => outcome === '503 not_ready')).toHaveLength(1);
});
