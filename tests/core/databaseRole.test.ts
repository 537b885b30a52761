import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createDatabase } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { addLedgerTransfers } from '../../server/db/queries/ledger.ts';
import { dropPartition } from '../../server/db/queries/partitions.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';
import { ask, control } from '../support/ask.ts';
import { compileCache } from '../support/compileCache.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { newMerchant } from '../support/merchant.ts';
import type { TestProduct } from '../support/product.ts';
import { type OpenSandbox, openSandbox } from './sandbox/openSandbox.ts';

/** Returns the statements that the page about deploying tells an operator to run. */
function statements(): readonly string[] {
  const [, block = ''] = /```sql\n([\s\S]*?)```/.exec(readFileSync('server/docs/deploying.md', 'utf8')) ?? [];
  return block.split(';').flatMap((statement) => (statement.trim() === '' ? [] : [statement.trim()]));
}

const passwordOf = (role: string) => new RegExp(`CREATE ROLE ${role} LOGIN PASSWORD '([^']*)'`).exec(statements().join(';'))?.[1] ?? '';

function urlOf(database: string, role?: string): string {
  const url = new URL(server.url);
  url.pathname = database;
  if (role !== undefined) [url.username, url.password] = [role, encodeURIComponent(passwordOf(role))];
  return url.href;
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

let sandbox: OpenSandbox;
const lifecycle = createLifecycle();
/** The test's own database, in place of the page's. */
const name = 'database_of_roles';
/** A database by which the server is reached as its superuser. */
let server: TestDatabase;
let owner: string;
let role: string;

beforeAll(async () => {
  server = await emptyDatabase();
  [owner, role] = [urlOf(name, 'headway_owner'), urlOf(name, 'headway_product')];
  const [first, second, create, ...privileges] = statements();
  for (const statement of [first, second, create?.replace('DATABASE headway ', `DATABASE ${name} `)]) await run(urlOf('postgres'), statement ?? '');
  for (const statement of privileges) await run(urlOf(name), statement);
});
afterAll(async () => {
  await lifecycle.stop();
  await sandbox?.stop();
  await run(urlOf('postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const made of ['headway_product', 'headway_owner']) await run(urlOf('postgres'), `DROP ROLE IF EXISTS ${made}`);
  await server.stop();
});

describe('the role of a deployed product', () => {
  it('waits until the owner has migrated, and says how', async () => {
    await expect(migrate(role)).rejects.toThrow(
      /^\d+ migrations are missing and the role headway_product may not apply them: run "node server\/main\.ts migrate"/,
    );
    const command = spawnSync(process.execPath, ['server/main.ts', 'migrate'], {
      encoding: 'utf8',
      env: { NODE_ENV: 'development', PATH: process.env.PATH ?? '', ...compileCache, LOG_LEVEL: 'fatal', DATABASE_URL: owner },
    });
    expect([command.status, command.stderr, command.stdout.split(' ')[0]]).toEqual([0, '', 'Applied:']);
    expect(await migrate(role)).toEqual([]);
  });

  it('that was granted nothing is refused in one line', async () => {
    await run(urlOf(name), "CREATE ROLE granted_nothing LOGIN PASSWORD 'granted nothing'; GRANT USAGE ON SCHEMA public TO granted_nothing");
    const url = new URL(urlOf(name));
    [url.username, url.password] = ['granted_nothing', 'granted nothing'];
    await expect(migrate(url.href)).rejects.toThrow(/^the role granted_nothing may not read [^\n]*“The database role”[^\n]*$/);
    await run(urlOf(name), 'DROP OWNED BY granted_nothing; DROP ROLE granted_nothing');
  });

  it('runs the whole product: a merchant onboards, and jobs are done', async () => {
    const [port, workerPort] = [await freePort(), await freePort()];
    sandbox = await openSandbox(`http://127.0.0.1:${port}`);
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: role,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      SANDBOX_PORT: String(sandbox.config.sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.config.sandbox.smtpPort),
    });
    const opened = { frontends: 'none', clock: () => new Date() } as const;
    const { deps } = await startProduct({ ...config, role: 'web' }, lifecycle, opened);
    await startProduct({ ...config, role: 'worker' }, lifecycle, opened);
    const product: TestProduct = {
      url: `http://127.0.0.1:${port}`,
      sandboxUrl: sandbox.url,
      deps,
      config,
      madeBefore: { walked: [], cardholders: [] },
      advanceDays: async () => {},
      press: async (standIn, button, fields = {}) => (await control<{ result: never }>(sandbox.url, `${standIn}/${button}`, fields)).result,
      call: (path, options = {}) => ask(`http://127.0.0.1:${port}${path}`, options),
      stop: () => lifecycle.stop(),
    };
    const merchant = await newMerchant(product);
    await merchant.acceptAgreements();
    expect(await merchant.step()).toBe('KYB');
    // A job of the acceptances, which the worker has done.
    await eventually('the copy of an agreement by mail', async () => (await deps.database.emailSent.count({ where: { sent_at: { not: null } } })) > 0);
    const ofWorker = async (path: string) => (await fetch(`http://127.0.0.1:${workerPort}${path}`)).text();
    expect([await ofWorker('/healthz'), await ofWorker('/readyz')]).toEqual(['{"status":"alive"}', '{"status":"ready"}']);
    expect(await ofWorker('/metrics')).toMatch(/^provider_calls_total\{provider="mail",[^}]*\} [1-9]/m);
    expect((await fetch(`http://127.0.0.1:${workerPort}/api/openapi.json`)).status).toBe(404);
    const accounts = { debit_account: 'owed', credit_account: 'card_network' } as const;
    const transfer = { ...accounts, amount_cents: cents(700), kind: 'settlement', external_id: 'a#0', subject_id: 'a', at: new Date() } as const;
    await inTransaction(deps.database, (transaction) => addLedgerTransfers(transaction, receiverScope(merchant.id), [transfer]));
    expect(await deps.database.ledgerBalance.findMany({ where: { receiver_id: merchant.id, account: 'owed' } })).toMatchObject([{ balance_cents: 700n }]);
  });

  it('has partitions made, filled and dropped, and cannot drop any other table', async () => {
    await run(role, `SELECT begin_partition('webhook_inbox', '2027-06-07'), begin_partition('webhook_inbox', '2027-06-14')`);
    await run(role, `INSERT INTO webhook_inbox (provider, event_id, type, body, received_at) VALUES ('lithic', 'a', 'x', '{}', '2027-06-08')`);
    const { rows } = await run(role, `SELECT name FROM partitions_of('webhook_inbox') WHERE begins IS NOT NULL`);
    const database = createDatabase(role);
    for (const { name } of rows.slice(0, -1)) {
      const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(rows[rows.findIndex((row) => row.name === name) + 1].name) ?? [];
      await dropPartition(database, 'webhook_inbox', { name, ends: isoDate(`${year}-${month}-${day}`), now: new Date('2030-01-01') });
    }
    await database.$disconnect();
    expect((await run(role, `SELECT tableoid::regclass::text AS place FROM webhook_inbox WHERE event_id = 'a'`)).rows).toEqual([
      { place: 'webhook_inbox_old' },
    ]);
    for (const table of ['webhook_inbox_20270614', 'webhook_inbox_old', 'webhook_inbox', 'receiver', 'ledger_transfer']) {
      await expect(run(role, `SELECT drop_detached('webhook_inbox', '${table}')`)).rejects.toThrow('was no partition of');
    }
    await expect(run(role, `SELECT begin_partition('ledger_transfer', '2030-01-07')`)).rejects.toThrow('ledger_transfer is not partitioned by time');
    await expect(run(role, `SELECT detach_partition('webhook_inbox', 'webhook_inbox_old')`)).rejects.toThrow('webhook_inbox_old cannot leave webhook_inbox');
  });

  it('can neither switch triggers off nor go around them', async () => {
    const { rows } = await run(role, 'SELECT rolsuper, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
    for (const table of ['ledger_transfer', 'audit_log']) {
      await expect(run(role, `ALTER TABLE ${table} DISABLE TRIGGER ALL`)).rejects.toThrow(/must be owner/);
      await expect(run(role, `TRUNCATE ${table}`)).rejects.toThrow(/permission denied/);
      await expect(run(role, `DROP TABLE ${table}`)).rejects.toThrow(/must be owner/);
    }
    await expect(run(role, `SET session_replication_role = 'replica'`)).rejects.toThrow(/permission denied/);
    await expect(run(role, `UPDATE audit_log SET action = 'other'`)).rejects.toThrow(/append/);
    await expect(run(role, 'CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  });
});
