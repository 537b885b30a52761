import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyChecked } from '../../server/db/backup/checkedCopy.ts';
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { findBrokenAuditRows } from '../../server/db/queries/auditChain.ts';
import { recordAudit } from '../../server/services/access/audit.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { sweepTransfers } from '../../server/services/transfers/sweepTransfers.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../server/start/product.ts';
import { untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { compileCache } from '../support/compileCache.ts';
import { eventually } from '../support/eventually.ts';
import { productOn, type TestProduct } from '../support/productOn.ts';
import { makeRunFolder } from '../support/runFolder.ts';

const log = { debug: () => {}, error: console.warn };
/** The data is disposable, so no write waits for the disk. */
const settings = { fsync: 'off', shared_buffers: '32MB' };

let folder: string;
let backupDir: string;
let server: EmbeddedPostgres;
let product: TestProduct;
let merchant: Cardholder;
/** The moment after the second of three purchases, of which the first alone is in the copy. */
let moment: string;
let rowsAtMoment: object;

const dataDir = (name: string) => join(folder, name);

function command(script: 'backup' | 'restore', environment: Record<string, string>, ...words: string[]) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, ...compileCache, BACKUP_DIR: backupDir, ...environment };
  return promisify(execFile)(process.execPath, [`server/db/${script}.mjs`, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}
const backUp = (...words: string[]) => command('backup', { DATA_DIR: dataDir('product') }, ...words);
const restore = (name: string, environment: Record<string, string>, ...words: string[]) =>
  command('restore', { DATA_DIR: dataDir(name), ...environment }, ...words);

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Everything that money moved, to the cent and in order. */
const moneyRows = (url: string) =>
  query(
    url,
    `
    SELECT 'ledger' AS kind, subject_id AS subject, debit_account || ' ' || credit_account || ' ' || transfer.kind AS what, amount_cents AS cents
    FROM ledger_transfer transfer
    UNION ALL SELECT 'purchase', token, status, settled_cents FROM card_transaction
    UNION ALL SELECT 'balance', receiver_id::text, account, balance_cents FROM ledger_balance WHERE balance_cents <> 0
    ORDER BY kind, subject, what, cents`,
  );

const owed = async (url: string) =>
  Number((await query<{ cents: string }>(url, `SELECT balance_cents AS cents FROM ledger_balance WHERE account = 'owed'`))[0]?.cents ?? 0);

async function buy(cents: number, { owedAfter }: { owedAfter: number }): Promise<string> {
  const { token } = await spend(product, merchant, cents, { settle: true });
  await eventually('the purchase is booked', async () => (await owed(server.url)) === owedAfter);
  return token;
}

/** Draws what is due from the merchant's bank. */
async function debit(deps: OpenDeps): Promise<void> {
  await planDueDraws(deps, merchant.scope);
  await sendOpenDraws(deps, merchant.scope);
}

/** Ends the present file of the log and waits until it is archived. */
async function archiveLog(): Promise<void> {
  const [{ name = '' } = {}] = await query<{ name: string }>(server.url, `SELECT pg_walfile_name(pg_switch_wal()) AS name`);
  await eventually('the log is archived', async () => existsSync(join(historyFolder(), 'log', `${name}.gz`)));
}

const historyFolder = () => join(backupDir, readdirSync(backupDir).find((name) => name.startsWith('history-')) ?? '');
const copiesFolder = () => join(historyFolder(), 'copies');

beforeAll(async () => {
  folder = await makeRunFolder();
  backupDir = join(folder, 'backups, 100%f');
  mkdirSync(dataDir('product'), { mode: 0o755 });
  server = await startEmbeddedPostgres({ dataDir: dataDir('product'), backupDir, log, settings });
  await migrate(server.url);
  product = await productOn({ url: server.url, stop: async () => {} });
  await product.press('lithic', 'clearing_days', { days: 0 });
  merchant = await newCardholder(product);
  const where = { receiver_id: merchant.receiver.id };
  await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where })).spend_limit === 100_000n);
  await buy(12_345, { owedAfter: 12_345 });
  await sweepTransfers(product.deps);
});
afterAll(async () => {
  await product?.stop();
  await server?.stop();
  for (const name of ['product', 'at', 'long', 'all', 'beside', 'refused']) await removeEmbeddedPostgres(dataDir(name));
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('says which disk is full', async () => {
    await expect(copyChecked('package.json', '/dev/full')).rejects.toThrow(/^no room is left on the disk of \/dev\/full: /);
  });

  it('that is cut off leaves nothing that a restore would take for one', async () => {
    // It cannot end before it is cut off, because it looks for its keys in a table that is held.
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE bank_link IN ACCESS EXCLUSIVE MODE');
    try {
      const cutOff = spawn(process.execPath, ['server/db/backup.mjs'], { env: { NODE_ENV: 'test', DATA_DIR: dataDir('product'), BACKUP_DIR: backupDir } });
      await eventually('it has begun', async () => readdirSync(copiesFolder()).some((name) => existsSync(join(copiesFolder(), name, 'data', 'base'))));
      const over = once(cutOff, 'exit');
      cutOff.kill('SIGKILL');
      await over;
    } finally {
      await holder.end();
    }
    expect(readdirSync(copiesFolder())).toEqual([expect.stringMatching(/^unfinished-/)]);
    expect(await restore('refused', {})).toEqual({ code: 1, output: `there is no whole backup in ${backupDir}: name the folder of backups in BACKUP_DIR\n` });
  });

  it('is made while the product runs, names the keys that it needs, and holds none', async () => {
    const { code, output } = await backUp();
    expect(output).toContain('A restore needs these keys of ENCRYPTION_KEYS, which are not in it: development.');
    expect(code).toBe(0);
    // The backup that was cut off before is gone.
    expect(readdirSync(copiesFolder())).toEqual([expect.not.stringMatching(/^unfinished-/)]);
    const password = readFileSync(join(dataDir('product'), 'postgres/cluster/headway.password'), 'utf8');
    const held = readdirSync(backupDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const [, key = ''] = product.config.encryptionKeys.split(',')[0]?.split(':') ?? [];
    for (const { parentPath, name } of held) {
      const bytes = readFileSync(join(parentPath, name));
      expect([name, bytes.includes(password), bytes.includes(key), bytes.includes(Buffer.from(key, 'base64'))]).toEqual([name, false, false, false]);
    }
  });
});

it('purchases and debits go on after the backup', async () => {
  await recordAudit(product.deps, { scope: merchant.scope, actor: null, action: 'masquerade' });
  await buy(101, { owedAfter: 12_446 });
  rowsAtMoment = await moneyRows(server.url);
  const [row] = await query<{ now: Date }>(server.url, 'SELECT pg_sleep(0.01), clock_timestamp() AS now');
  moment = row?.now.toISOString() ?? '';
  await buy(7_001, { owedAfter: 19_447 });
  await untilDebited(product);
  await debit(product.deps);
  await archiveLog();
});

/** Starts a restored database, for a look at it. */
async function onRestored<Result>(name: string, look: (url: string) => Promise<Result>): Promise<Result> {
  const restored = await startEmbeddedPostgres({ dataDir: dataDir(name), log, settings });
  return look(restored.url).finally(restored.stop);
}

/** Runs work of a product on the restored database, without a worker, beside the same issuer and bank. */
async function withProduct<Result>(url: string, work: (deps: OpenDeps) => Promise<Result>): Promise<Result> {
  const lifecycle = createLifecycle();
  const deps = await openDeps({ ...product.config, role: 'web', databaseUrl: url }, url, lifecycle, product.deps.clock);
  return work(deps).finally(() => lifecycle.stop());
}

describe('a restore', () => {
  it('to a moment has every row before it to the cent and none after, agrees with issuer and bank once reconciled, and its audit chains are intact', async () => {
    expect(await restore('at', {}, '--at', moment)).toMatchObject({ code: 0 });
    await onRestored('at', async (url) => {
      expect(await moneyRows(url)).toEqual(rowsAtMoment);
      expect(await owed(url)).toBe(12_446);
      const [found, again, brokenAuditRows] = await withProduct(url, async (deps) => [
        await reconcileReceiver(deps, merchant.scope, null),
        await reconcileReceiver(deps, merchant.scope, null),
        await findBrokenAuditRows(deps.database),
      ]);
      expect(found).toEqual([expect.objectContaining({ provider: 'lithic', subject: 'card_transaction', ours: null, isSettled: true })]);
      expect([again, brokenAuditRows]).toEqual([[], []]);
      const settled = (rows: readonly pg.QueryResultRow[]) => rows.filter(({ kind }) => kind !== 'ledger');
      expect(settled(await moneyRows(url))).toEqual(settled(await moneyRows(server.url)));
    });
  });

  it('to a moment before a debit does not debit again: the bank knows it by its key', async () => {
    await onRestored('at', async (url) => {
      expect(await query(url, 'SELECT FROM draw')).toEqual([]);
      await withProduct(url, (deps) => debit(deps));
      const debits = (of: string) => query(of, 'SELECT transfer_id, amount_cents FROM draw');
      expect(await debits(url)).toEqual(await debits(server.url));
      expect(await debits(url)).toEqual([{ transfer_id: expect.any(String), amount_cents: '19447' }]);
    });
  });

  it('to that moment once more is for a look days later, below', async () => {
    expect(await restore('long', {}, '--at', moment)).toMatchObject({ code: 0 });
  });

  it('without a moment has all that was archived', async () => {
    expect(await restore('all', {})).toMatchObject({
      code: 0,
      output: expect.stringContaining('Its secrets need these keys of ENCRYPTION_KEYS: development.'),
    });
    await onRestored('all', async (url) => expect(await moneyRows(url)).toEqual(await moneyRows(server.url)));
  });

  it('beside the running product takes in what that archives meanwhile', async () => {
    const [last = ''] = readdirSync(join(historyFolder(), 'log'))
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .toSorted()
      .slice(-1);
    const path = join(historyFolder(), 'log', last);
    renameSync(path, `${path}.kept`);
    const restored = restore('beside', {});
    const begun = join(dataDir('beside'), 'postgres');
    try {
      await eventually('it has begun', async () => existsSync(begun) && readdirSync(begun).length > 0);
    } finally {
      renameSync(`${path}.kept`, path);
    }
    expect(await restored).toMatchObject({ code: 0 });
    await onRestored('beside', async (url) => expect(await moneyRows(url)).toEqual(await moneyRows(server.url)));
  });

  it('never replaces a database that is there', async () => {
    const { code, output } = await restore('all', {});
    expect([code, output]).toEqual([1, expect.stringContaining('name an empty folder in DATA_DIR, or remove that database with npm run db:reset')]);
    await onRestored('all', async (url) => expect(await owed(url)).toBe(19_447));
  });
});

/** Does work while a file of the backup is another. */
async function whileChanged(path: string, change: (bytes: Buffer) => Buffer | undefined, work: () => Promise<void>): Promise<void> {
  const bytes = readFileSync(path);
  const changed = change(bytes);
  renameSync(path, `${path}.kept`);
  if (changed) writeFileSync(path, changed, { mode: 0o644 });
  await work().finally(() => renameSync(`${path}.kept`, path));
}

const flipped = (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  return changed;
};

describe('a restore is refused in one line, and leaves nothing behind,', () => {
  const isRefused = async (line: RegExp, environment: Record<string, string> = {}, ...words: string[]) => {
    const { code, output } = await restore('refused', environment, ...words);
    expect(output).toMatch(line);
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(readdirSync(join(dataDir('refused'), 'postgres'))).toEqual([]);
  };
  const copy = () => join(copiesFolder(), readdirSync(copiesFolder())[0] ?? '');
  const logFiles = () =>
    readdirSync(join(historyFolder(), 'log'))
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .toSorted();
  const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

  it('when a file of the copy was changed', () =>
    whileChanged(join(copy(), 'data/global/pg_control'), flipped, () => isRefused(/^the backup is damaged: .*pg_control was changed\./)));

  it('when a file of the copy is missing', () =>
    whileChanged(
      join(copy(), 'data/PG_VERSION'),
      () => undefined,
      () => isRefused(/^the backup is damaged: .*PG_VERSION is missing\./),
    ));

  it('when the manifest was changed', () =>
    whileChanged(join(copy(), 'manifest.json'), flipped, () => isRefused(/^the backup in .* is damaged: its manifest was changed\./)));

  it('when a file of the log was changed', () =>
    whileChanged(join(historyFolder(), 'log', logFiles().at(-1) ?? ''), flipped, () => isRefused(/^the log is damaged: [0-9A-F]{24} in .* cannot be read\./)));

  it('when a file of the log is missing before its end', () =>
    whileChanged(
      join(historyFolder(), 'log', logFiles().at(-2) ?? ''),
      () => undefined,
      () => isRefused(/^the log in .* has a gap before /),
    ));

  it('when a file of the log is the copy of another one', () =>
    whileChanged(
      join(historyFolder(), 'log', logFiles().at(-1) ?? ''),
      () => readFileSync(join(historyFolder(), 'log', logFiles().at(-2) ?? '')),
      () => isRefused(/^the log in .* is damaged: it ends in [0-9A-F]{24}, and goes on to [0-9A-F]{24}\./),
    ));

  it('when a key is missing', () =>
    isRefused(/^ENCRYPTION_KEYS: the backup's secrets need the keys development, and development is missing: /, { ENCRYPTION_KEYS: key('other', 1) }));

  it('when a key is another one of the same id', () =>
    isRefused(/^ENCRYPTION_KEYS: the key development is not the one that encrypted the backup's secrets \(/, { ENCRYPTION_KEYS: key('development', 1) }));

  it('when the moment is before the first backup, or after the end of the log', async () => {
    await isRefused(/^no backup in .* is old enough: the earliest moment that can be restored is /, {}, '--at', '2020-01-01T00:00:00Z');
    await isRefused(/^the log in .* ends before 2100-01-01T00:00:00.000Z: /, {}, '--at', '2100-01-01T00:00:00Z');
    await isRefused(/^--at: noon is no moment such as /, {}, '--at', 'noon');
  });
});

it('old backups go with the log that only they need, and the newest can be restored', async () => {
  expect((await backUp('--keep', '0')).output).toBe('--keep: 0 is no number of backups from 1 on\n');
  const before = readdirSync(join(historyFolder(), 'log'));
  expect((await backUp('--keep', '1')).code).toBe(0);
  expect(readdirSync(copiesFolder())).toHaveLength(1);
  expect(readdirSync(join(historyFolder(), 'log'))).not.toEqual(expect.arrayContaining(before));
  expect((await restore('refused', {}, '--at', moment)).output).toContain('is old enough');
  expect(await restore('refused', {})).toMatchObject({ code: 0 });
  await onRestored('refused', async (url) => expect(await moneyRows(url)).toEqual(await moneyRows(server.url)));
});

it('days later, when the bank has forgotten its keys, a restored database does not debit again either', async () => {
  await product.advanceDays(4);
  await onRestored('long', async (url) => {
    await withProduct(url, (deps) => debit(deps));
    const [lost] = await query<{ transfer_id: string }>(server.url, 'SELECT transfer_id FROM draw ORDER BY created_at LIMIT 1');
    expect(await query(url, 'SELECT transfer_id, amount_cents FROM draw')).toEqual([{ transfer_id: lost?.transfer_id, amount_cents: '19447' }]);
  });
});

describe('a database elsewhere', () => {
  it('is dumped only by programs of its own version', async () => {
    const { code, output } = await command('backup', { DATABASE_URL: server.url, PATH: '/nowhere' });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^the database runs PostgreSQL 18, and no pg_dump is at hand: install the client programs of PostgreSQL 18\n$/),
    ]);
  });

  it('is restored only into an empty one', async () => {
    const { code, output } = await command('restore', { DATABASE_URL: server.url });
    expect([code, output]).toEqual([1, expect.stringMatching(/^DATABASE_URL: that database has tables, .*: name an empty one\n$/)]);
  });
});
