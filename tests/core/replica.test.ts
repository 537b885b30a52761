import { readdirSync, readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type PrismaDatabase, prismaOf } from '../../server/db/client.ts';
import type { Reading, ReplicaReport } from '../../server/db/database.ts';
import { readBatches } from '../../server/db/queries/activityBatches.ts';
import { receivableTable } from '../../server/db/queries/activityTables.ts';
import { receivablesOf } from '../../server/db/queries/reportRows.ts';
import { Replica, readPosition } from '../../server/db/replica.ts';
import { ReplicaWatch } from '../../server/db/replicaWatch.ts';
import { receiverScope } from '../../server/db/scope.ts';
import type { Answer } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { type Replicated, startReplicated } from '../support/replicated.ts';
import { sumAnew } from '../support/sums.ts';

let both: Replicated;
let product: TestProduct;
let primary: PrismaDatabase;
let merchant: Cardholder;
let admin: Person;

/** More than two batches of an export: the second is asked for while the first is read, the third only after it. */
const rows = 4_500;

beforeAll(async () => {
  both = await startReplicated();
  product = await testProduct({ DATABASE_URL: both.primaryUrl, DATABASE_REPLICA_URL: both.replicaUrl });
  primary = createDatabase(both.primaryUrl, { maximumConnections: 3 });
  [merchant, admin] = [await newCardholder(product), await signUp(product, { staff: { admin: true } })];
  const { id } = merchant.receiver;
  await primary.receiver.update({ where: { id }, data: { created_at: new Date('2026-09-01T00:00:00Z') } });
  await primary.$executeRaw`
    INSERT INTO store_transaction (receiver_id, source, external_id, type, status, amount_cents, search_text, created_at, updated_at)
    SELECT ${id}::uuid, 'rutter', 'row-' || place, 'sale', 'success', place, 'x', '2026-10-02'::timestamptz + place * interval '1 second', now()
    FROM generate_series(1, ${rows}) place`;
  const booked = { debit_account: 'owed', credit_account: 'card_network', kind: 'settlement' };
  const at = new Date('2026-10-05T10:00:00Z');
  for (const [subject_id, amount_cents] of [['tea', 700n] as const, ['flour', 12_345n] as const]) {
    await primary.ledgerTransfer.create({
      data: { receiver_id: id, ...booked, external_id: `${subject_id}#0`, subject_id, amount_cents, at, recorded_at: at },
    });
  }
  await sumAnew(primary);
});
afterAll(async () => {
  await product?.stop();
  await primary?.$disconnect();
  await both?.stop();
});

async function figure(name: string): Promise<number> {
  const line = (await product.call('/metrics')).text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}
const untilInUse = (isInUse: 0 | 1) => eventually(`the figure of use is ${isInUse}`, async () => (await figure('database_replica_in_use')) === isInUse);

const october = 'start_at=2026-10-01T00:00:00Z&end_at=2026-11-01T00:00:00Z';
const download = ({ host, token }: Person, path: string, accept = 'text/csv'): Promise<Answer> => product.call(path, { host, token, headers: { accept } });
const own = (path: string) => `/api/users/${merchant.receiver.token}/${path}`;

const calls: readonly [name: string, get: () => Promise<Answer>][] = [
  ['a statement as CSV', () => download(merchant, own('statements/2026-10?kind=card'))],
  ['a statement as PDF', () => download(merchant, own('statements/2026-10?kind=card'), 'application/pdf')],
  ['the totals of a statement', () => download(merchant, own('statements/2026-10?kind=repayments'), 'application/json')],
  ['an export of a table', () => download(merchant, own('transactions_csv?tab=receivables'))],
  ['the report of receivables', () => download(merchant, own(`receivables_csv?${october}`))],
  ['the report of a bank', () => download(merchant, `/api/bank_csv?plaid_access_token=${merchant.receiver.plaid_access_token}&${october}`)],
  ['the report of a card', () => download(merchant, `/api/card_csv?lithic_card_tokens=${merchant.cardToken}&${october}`)],
  ['an accounting import', () => download(merchant, own(`accounting_import?format=xero&${october}`))],
  ['the classic accounting import', () => download(merchant, own(`accounting_import?format=quickbooks&${october}`))],
  ['repayments for staff', () => download(admin, `/api/staff/receivers/${merchant.receiver.token}/repayment_csv`)],
  ['what staff have to settle', () => download(admin, '/api/staff/differences', 'application/json')],
  ['the identities that customers share', () => download(admin, '/api/staff/shared_identities', 'application/json')],
];

/** Asks until the replica serves the answer: on a busy machine it may not have got as far as the primary. */
function servedByReplica(get: () => Promise<Answer>): Promise<Answer> {
  return eventually('the replica serves the answer', async () => {
    await untilInUse(1);
    await both.served();
    const answer = await get();
    return (await both.served()).length > 0 && answer;
  });
}

/** A report says when it was made, to the millisecond or to the minute, which is another instant each time. */
const withoutInstants = ({ text }: Answer) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d\/\d\d\/\d{4} \d\d:\d\d UTC/g, 'instant');

describe('exports, statements and what staff see across customers', () => {
  const fromReplica = new Map<string, Answer>();

  it.each(calls)('are read from the replica: %s', async (name, get) => {
    const answer = await servedByReplica(get);
    expect(answer.status, answer.text).toBe(200);
    fromReplica.set(name, answer);
  });

  it('say the same when the replica is gone, which no caller notices, and are read from it again when it is back', async () => {
    expect(fromReplica.size).toBe(calls.length);
    // The first line names the columns.
    expect(fromReplica.get('an export of a table')?.text.trim().split('\n')).toHaveLength(1 + rows);
    expect(fromReplica.get('a statement as CSV')?.text).toContain('123.45');
    await both.stopReplica();
    for (const [name, get] of calls) {
      const [answer, before] = [await get(), fromReplica.get(name)];
      expect([name, answer.status, withoutInstants(answer)]).toEqual([name, 200, before && withoutInstants(before)]);
    }
    for (const name of ['a statement as CSV', 'a statement as PDF', 'an export of a table']) {
      const [, get] = calls.find(([known]) => known === name) ?? calls[0] ?? [];
      expect(Buffer.compare((await get?.())?.bytes as Buffer, fromReplica.get(name)?.bytes as Buffer)).toBe(0);
    }
    await untilInUse(0);
    expect((await product.call('/readyz')).status).toBe(200);
    expect(await both.served()).toEqual([]);
    await both.startReplica();
    const again = await servedByReplica(() => download(merchant, own('statements/2026-10?kind=card')));
    expect(again.text).toBe(fromReplica.get('a statement as CSV')?.text);
  });

  it('have what a page has shown while the replica is behind', async () => {
    await untilInUse(1);
    await whilePaused(async () => {
      await addReceivable(1_234_567);
      await both.served();
      expect((await download(merchant, own('transactions_csv?tab=receivables'))).text).toContain('12345.67');
      expect(await both.served()).toEqual([]);
    });
    expect((await servedByReplica(() => download(merchant, own('transactions_csv?tab=receivables')))).text).toContain('12345.67');
  });

  it('keep an export’s end on the primary, where the next one begins', async () => {
    await untilInUse(1);
    const first = await download(merchant, own('accounting_import?format=quickbooks3&since_last_export=true'));
    expect([first.status, first.text.includes('123.45')]).toEqual([200, true]);
    const stored = () => primary.reportExport.findFirst({ where: { receiver_id: merchant.receiver.id, format: 'quickbooks3' }, orderBy: { end_at: 'desc' } });
    const end = await eventually('the export is stored', async () => (await stored())?.end_at);
    const next = await download(merchant, own('accounting_import?format=quickbooks3&since_last_export=true'), 'application/json');
    expect([next.body.start_at, next.body.row_count]).toEqual([end.toISOString(), 0]);
  });
});

it('decisions, pages and jobs never ask the replica', async () => {
  await untilInUse(1);
  await both.served();
  const cardholder = await newCardholder(product);
  const purchase = await eventually('the issuer asks for a decision', async () => {
    const { token } = await spend(product, cardholder, 2_500, { settle: true });
    return primary.authorizationDecision.findFirst({ where: { transaction_token: token } });
  });
  expect(purchase.result).toBe('APPROVED');
  await eventually('the purchase is booked', () => primary.ledgerTransfer.findFirst({ where: { receiver_id: cardholder.receiver.id, kind: 'settlement' } }));
  for (const path of ['/api/receiver', `/api/users/${cardholder.receiver.token}/transactions?tab=card`]) {
    expect((await download(cardholder, path, 'application/json')).status).toBe(200);
  }
  expect(await both.served()).toEqual([]);
});

/** Does work while the replica stands still. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await both.onReplica('SELECT pg_wal_replay_pause()');
  await eventually('the replica stands still', async () => (await both.onReplica('SELECT pg_get_wal_replay_pause_state() AS state'))[0]?.state === 'paused');
  await work().finally(() => both.onReplica('SELECT pg_wal_replay_resume()'));
}

const addReceivable = (cents: number) => primary.$executeRaw`
  INSERT INTO store_transaction (receiver_id, source, external_id, type, status, amount_cents, search_text, created_at, updated_at)
  VALUES (${merchant.receiver.id}::uuid, 'rutter', ${`cents-${cents}`}, 'sale', 'success', ${cents}, 'x', '2026-10-03', now())`;

describe('a reading', () => {
  let reports: ReplicaReport[] = [];
  let replica: Replica;
  beforeAll(() => {
    replica = new Replica({ url: both.replicaUrl, maximumConnections: 2, primary, report: (report) => reports.push(report) });
  });
  afterAll(() => replica.close());

  async function begin(): Promise<Reading> {
    reports = [];
    const reading = await eventually('the replica serves', async () => [await replica.begin()].find((one) => one !== primary));
    reports = [];
    return reading;
  }

  const idsOf = async (reading: Reading, afterFirst: () => Promise<void> = async () => {}): Promise<string[]> => {
    const selection = receivablesOf(receiverScope(merchant.receiver.id), { period: { start: new Date('2026-10-01'), end: new Date('2026-11-01') } });
    const ids: string[] = [];
    for await (const batch of readBatches(reading, receivableTable, { selection, sort: { column: 'created_at', direction: 'desc' } })) {
      ids.push(...batch.map(({ id }) => id));
      if (ids.length === batch.length) await afterFirst();
    }
    return ids;
  };

  it('goes on on the primary when the replica ends in the middle, and has every row once', async () => {
    const ids = await idsOf(await begin(), both.stopReplica).finally(both.startReplica);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(await idsOf(primary));
    expect(reports.map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  it('does on the primary what the replica cancels', async () => {
    const reading = await begin();
    const held = await holdOnReplica();
    const asked = prismaOf(reading).$queryRaw<{ one: number }[]>`SELECT 1 AS one WHERE pg_advisory_xact_lock_shared(7) IS NOT NULL`;
    const answer = asked.then((found) => found);
    await eventually('the statement waits on the replica', async () => {
      const canceled = await both.onReplica(`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'headway-readings' AND wait_event = 'advisory'`);
      return canceled.length === 1;
    });
    expect(await answer).toEqual([{ one: 1 }]);
    expect(reports).toEqual([{ outcome: 'failed', reason: 'canceling statement due to user request' }]);
    await held.$disconnect();
  });

  it('turns to the primary when the replica has not what was committed before', async () => {
    await begin();
    await whilePaused(async () => {
      await addReceivable(2);
      expect(await replica.begin()).toBe(primary);
    });
    expect(reports.map(({ outcome }) => outcome)).toEqual(['behind']);
  });

  it('needs no more than the role of the product, which the replica has as well', async () => {
    await primary.$executeRaw`CREATE ROLE only_product LOGIN PASSWORD 'of the product' NOSUPERUSER`;
    const asProduct = (url: string) => Object.assign(new URL(url), { username: 'only_product', password: 'of the product' }).href;
    const database = createDatabase(asProduct(both.primaryUrl), { maximumConnections: 1 });
    const restricted = new Replica({ url: asProduct(both.replicaUrl), maximumConnections: 1, primary: database, report: () => {} });
    const reading = await eventually('the replica serves', async () => [await restricted.begin()].find((one) => one !== database));
    expect(await prismaOf(reading).$queryRaw`SELECT current_user::text AS name, pg_is_in_recovery() AS is_replica`).toEqual([
      { name: 'only_product', is_replica: true },
    ]);
    await restricted.close();
    await database.$disconnect();
  });

  it('cannot write, neither there nor on the primary', async () => {
    const reading = await begin();
    const writing = prismaOf(reading).$queryRaw`UPDATE receiver SET phone_number = '1' WHERE id = ${merchant.receiver.id}::uuid RETURNING id`;
    await expect(writing.then((written) => written)).rejects.toThrow(/read-only transaction/);
    expect(await primary.receiver.count({ where: { phone_number: '1' } })).toBe(0);
    expect(reports).toEqual([]);
  });

  it('fails as on the primary when the statement itself is wrong, without blame for the replica', async () => {
    const reading = await begin();
    await expect(prismaOf(reading).$queryRaw`SELECT 1 / 0`.then((found) => found)).rejects.toThrow(/division by zero/);
    expect(reports).toEqual([]);
  });
});

/** Holds a lock on the replica alone. */
async function holdOnReplica(): Promise<PrismaDatabase> {
  const holder = createDatabase(both.replicaUrl, { maximumConnections: 1 });
  await holder.$queryRaw`SELECT 1 AS one WHERE pg_advisory_lock(7) IS NOT NULL`;
  return holder;
}

describe('the watch over the replica', () => {
  const start = new Date('2026-11-16T12:00:00Z').getTime();
  let afterMs = 0;
  const lines: string[] = [];
  const log = {
    info: (...said: unknown[]) => lines.push(String(said.at(-1))),
    warn: (details: object) => lines.push(`left aside: ${(details as { reason: string }).reason}`),
  };

  function openWatch(url = both.replicaUrl): ReplicaWatch {
    [afterMs, lines.length] = [0, 0];
    return new ReplicaWatch({
      primary,
      open: (report) => new Replica({ url, maximumConnections: 2, primary, report }),
      clock: () => new Date(start + afterMs),
      log,
      metrics: new Registry(),
    });
  }

  const inUse = 'the replica serves exports, statements and staff’s lists';
  async function lookAfter(watch: ReplicaWatch, ms: number): Promise<boolean> {
    afterMs = ms;
    await watch.look();
    return watch.isInUse;
  }

  /** Waits until the replica has what the primary had at the last look: time goes on by leaps here, and a lag with it. */
  const caughtUp = ({ replica: watched }: ReplicaWatch) => eventually('the replica has caught up', async () => (await watched.begin()) !== primary);

  /** Waits until the replica is in use again, while time goes on: at a look too early it is given another rest. */
  async function untilBack(watch: ReplicaWatch): Promise<void> {
    await eventually('the replica is back', () => lookAfter(watch, afterMs + 5_000));
  }

  it('leaves one aside that lags more than 5 seconds, and takes it back when it has caught up, with one line each', async () => {
    const watch = openWatch();
    expect(await lookAfter(watch, 0)).toBe(true);
    await caughtUp(watch);
    await whilePaused(async () => {
      await addReceivable(3);
      expect(await lookAfter(watch, 1_000)).toBe(true);
      expect(await lookAfter(watch, 6_000)).toBe(true);
      expect(await lookAfter(watch, 6_001)).toBe(false);
      expect(await lookAfter(watch, 20_000)).toBe(false);
    });
    await untilBack(watch);
    expect(lines).toEqual([inUse, 'left aside: it lags by 5 seconds', inUse]);
    await watch.stop();
  });

  it('takes hours without a change for no lag', async () => {
    const watch = openWatch();
    expect(await lookAfter(watch, 0)).toBe(true);
    await caughtUp(watch);
    expect(await lookAfter(watch, 3_600_000)).toBe(true);
    expect(lines).toEqual([inUse]);
    await watch.stop();
  });

  it('asks one that failed for nothing for five seconds', async () => {
    const watch = openWatch();
    await lookAfter(watch, 0);
    watch.hear({ outcome: 'failed', reason: 'it broke' });
    expect([watch.isInUse, await lookAfter(watch, 4_999), await lookAfter(watch, 5_000)]).toEqual([false, false, true]);
    await both.stopReplica();
    expect(await lookAfter(watch, 6_000)).toBe(false);
    await both.startReplica();
    await untilBack(watch);
    expect(lines).toEqual([inUse, 'left aside: it broke', inUse, expect.stringMatching(/^left aside: (?!it lags)/), inUse]);
    await watch.stop();
  });

  it('refuses the primary itself in its place', async () => {
    const watch = openWatch(both.primaryUrl);
    expect(await lookAfter(watch, 0)).toBe(false);
    expect(lines).toEqual(['left aside: it is no replica, or has become a primary itself']);
    await watch.stop();
  });

  it('refuses the replica of another database', async () => {
    const watch = openWatch();
    const { cluster, bytes } = await readPosition(primary);
    const [system, timeline] = cluster.split('/');
    for (const other of [`${system}/${Number(timeline) + 1}`, `1${system}/${timeline}`]) {
      await expect(watch.replica.readPosition({ cluster: other, bytes })).rejects.toThrow('it does not follow this primary');
    }
    await watch.stop();
  });
});

it('a replica that has become a primary is left aside', async () => {
  await untilInUse(1);
  await both.onReplica('SELECT pg_promote()');
  await untilInUse(0);
  await addReceivable(7_654_321);
  await both.served();
  expect((await download(merchant, own('transactions_csv?tab=receivables'))).text).toContain('76543.21');
  expect(await both.served()).toEqual([]);
});

it('a reading is begun only by what shows exports, statements and staff’s lists', () => {
  const files = ['services', 'jobs', 'http'].flatMap((room) =>
    readdirSync(`server/${room}`, { recursive: true, encoding: 'utf8' }).flatMap((path) => (path.endsWith('.ts') ? [`server/${room}/${path}`] : [])),
  );
  const beginning = files.filter((file) => /\bbeginReading\b/.test(readFileSync(file, 'utf8')));
  const reports = ['accountingImport', 'bankReport', 'cardMonth', 'cardReport', 'receivablesReport', 'statement'].map(
    (name) => `server/services/reports/${name}.ts`,
  );
  const others = ['server/services/staff/differences.ts', 'server/services/staff/sharedIdentities.ts', 'server/services/reports/exportTable.ts'];
  expect(beginning.toSorted()).toEqual(['server/services/deps.ts', ...reports, ...others].toSorted());
});

describe('a product', () => {
  it('starts and serves while the replica does not answer', async () => {
    const alone = await testProduct({ DATABASE_REPLICA_URL: `postgresql://headway@127.0.0.1:${await freePort()}/headway` });
    const { receiver, host, token } = await signUp(alone);
    const answers = await Promise.all(
      ['/readyz', `/api/users/${receiver.token}/statements/2026-10?kind=card`].map((path) =>
        alone.call(path, { host, token, headers: { accept: 'text/csv' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await alone.call('/metrics')).text).toMatch(/^database_replica_in_use 0$/m);
    await alone.stop();
  });

  it('without the setting reads from its database, and asks nothing else', async () => {
    const plain = await testProduct();
    expect(await plain.deps.beginReading()).toBe(plain.deps.database);
    expect((await plain.call('/metrics')).text).not.toContain('database_replica');
    await plain.stop();
  });
});
