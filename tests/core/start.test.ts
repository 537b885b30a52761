import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { programSettingNames } from '../../server/settings.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';
import { compileCache } from '../support/compileCache.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/database.ts';
import { demonstration } from '../support/demonstration.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** The product in a process of its own, as an operator starts it. */
interface Started {
  child: ChildProcess;
  url: string;
  output: () => string;
  /** When it has ended and all its output is read. */
  closed: Promise<unknown>;
}

const running: ChildProcess[] = [];
/** The database of the present test, once it has started a process that needs one. */
let database: Promise<TestDatabase> | undefined;

afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }),
  );
  await (await database)?.stop();
  database = undefined;
});

/** Returns the database of the present test, with its tables unless the test has made an empty one. */
function databaseUrl(): Promise<string> {
  database ??= testDatabase();
  return database.then(({ url }) => url);
}

async function start(environment: Record<string, string>): Promise<Started> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      NODE_ENV: 'development',
      PATH: process.env.PATH ?? '',
      ...compileCache,
      LOG_LEVEL: 'fatal',
      DEMO_HISTORY: '0',
      DATABASE_URL: environment.DATABASE_URL ?? (await databaseUrl()),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, url: `http://127.0.0.1:${environment.PORT ?? port}`, output: () => output, closed };
}

async function ready({ url, child, output }: Started): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(`${url}/readyz`).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (answered) return;
    await pause(100);
  }
  throw new Error(`it ended: ${output()}`);
}

async function ended({ child, closed }: Started): Promise<number | null> {
  await closed;
  return child.exitCode;
}

describe('a start that cannot go on says why in one line that names the setting, and exits with 1', () => {
  it.each(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])('a taken %s', async (setting) => {
    const other = createServer();
    other.listen(0);
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const product = await start({ [setting]: port });
    expect(await ended(product)).toBe(1);
    expect(product.output().trim()).toBe(`${setting}: port ${port} is taken; stop what listens there or set ${setting} to another port`);
  });

  it('a database that does not answer, without its password', async () => {
    const product = await start({ DATABASE_URL: `postgresql://headway:secret@127.0.0.1:${await freePort()}/headway` });
    expect(await ended(product)).toBe(1);
    expect(product.output().trim()).toMatch(/^DATABASE_URL: no PostgreSQL answers for 127\.0\.0\.1:\d+\/headway \([^\n]*\)$/);
    expect(product.output()).not.toContain('secret');
  });

  it('folders that cannot be one', async () => {
    const file = fileURLToPath(import.meta.url);
    const folder = temporaryFolder('start-');
    const wrong = await Promise.all([start({ DATABASE_URL: '', DATA_DIR: file }), start({ DATABASE_URL: '', DATA_DIR: folder, BACKUP_DIR: file })]);
    expect(await Promise.all(wrong.map(ended))).toEqual([1, 1]);
    expect(wrong.map(({ output }) => output().trim())).toEqual([
      expect.stringMatching(/^DATA_DIR: ENOTDIR[^\n]*$/),
      expect.stringMatching(/^BACKUP_DIR: E[A-Z]+[^\n]*$/),
    ]);
    await removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true });
  });

  it('settings that are malformed, all of them at once', async () => {
    const product = await start({ DATABASE_URL: '', PORT: 'eighty', ENCRYPTION_KEYS: 'short', MAIL_FROM: 'nobody' });
    expect(await ended(product)).toBe(1);
    const named = product
      .output()
      .trim()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(':')));
    expect(named).toEqual(expect.arrayContaining(['PORT', 'ENCRYPTION_KEYS', 'MAIL_FROM']));
  });

  it('production without its secrets names each of them, one line each', async () => {
    const product = await start({ NODE_ENV: 'production', DATABASE_URL: '' });
    expect(await ended(product)).toBe(1);
    const lines = product.output().trim().split('\n');
    for (const name of [
      'ENCRYPTION_KEYS',
      'METRICS_TOKEN',
      'PROPELAUTH_API_KEY_BOOST',
      'LITHIC_API_KEY',
      'PLAID_SECRET',
      'RUTTER_SECRET',
      'SHOPIFY_API_SECRET',
      'SMTP_URL',
    ]) {
      expect(lines.filter((line) => line.startsWith(`${name}: missing (`))).toHaveLength(1);
    }
  });

  it('a program without an auth URL', async () => {
    const product = await start({
      PROPELAUTH: 'real',
      ...authKeys(),
      AUTH_URL_HEADWAY: 'https://auth.headway.example',
      AUTH_URL_CARD: 'https://auth.card.example',
    });
    expect(await ended(product)).toBe(1);
    expect(product.output().trim()).toBe('Missing auth URL for whitelabel: boost');
  });
});

function authKeys(): Record<string, string> {
  return Object.fromEntries(programSettingNames.map((program) => [`PROPELAUTH_API_KEY_${program}`, 'a-key-of-the-test']));
}

/** Tells whether a port answers at an address of this machine. */
const answersAt = (host: string, port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });

describe('the sandbox', () => {
  it('and its mail server answer on this machine alone, unless a setting says otherwise', async () => {
    const [SANDBOX_PORT, SANDBOX_SMTP_PORT] = (await Promise.all([freePort(), freePort()])).map(String) as [string, string];
    const own = createLifecycle();
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'fatal', ROLE: 'sandbox', DATABASE_URL: await databaseUrl(), SANDBOX_PORT, SANDBOX_SMTP_PORT };
    await startProduct(readConfig(settings), own, { frontends: 'none' });
    for (const port of [SANDBOX_PORT, SANDBOX_SMTP_PORT])
      expect([await answersAt('127.0.0.1', port), await answersAt('127.0.0.2', port)]).toEqual([true, false]);
    await own.stop();
    const open = await start({ ROLE: 'sandbox', SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_HOST: '0.0.0.0', LOG_LEVEL: 'warn' });
    for (const port of [SANDBOX_PORT, SANDBOX_SMTP_PORT]) await eventually(`port ${port}`, () => answersAt('127.0.0.2', port));
    await eventually('the warning', async () => open.output().includes('THE SANDBOX PLAYS EVERY THIRD PARTY OF THIS PRODUCT, WITHOUT A PASSWORD'));
  });

  it('is behind its password in production, says so loudly, and the product passes it', async () => {
    const [sandboxPort, smtpPort] = await Promise.all([freePort(), freePort()]);
    const settings = demonstration();
    const credentials = `anybody:${encodeURIComponent(settings.SANDBOX_PASSWORD ?? '')}`;
    const product = await start({
      ...settings,
      LOG_LEVEL: 'warn',
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SMTP_URL: `smtp://${credentials}@127.0.0.1:${smtpPort}`,
    });
    await ready(product);
    expect(product.output().match(/THE SANDBOX PLAYS EVERY THIRD PARTY OF THIS PRODUCT, behind a password/g)).toHaveLength(1);
    expect((await fetch(`http://127.0.0.1:${sandboxPort}/control/state`)).status).toBe(401);
    const mail = createTransport({ host: '127.0.0.1', port: smtpPort, auth: { user: 'anybody', pass: 'a wrong password' } });
    await expect(mail.verify()).rejects.toThrow(/535/);
    expect(await createTransport(`smtp://${credentials}@127.0.0.1:${smtpPort}`).verify()).toBe(true);
    // The demo accounts were made at the played sign-in, which the product reaches by its key.
    await eventually('the demo accounts', async () => product.output().includes('merchant@demo.localhost'));
  });
});

describe('several processes on one database', () => {
  it('both work when they start together, and every migration ran once', async () => {
    database = emptyDatabase();
    const both = await Promise.all([start({ ROLE: 'web' }), start({ ROLE: 'web' })]);
    await Promise.all(both.map(ready));
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    const { rows } = await client.query('SELECT migration_name, count(*)::int AS times FROM _prisma_migrations GROUP BY 1');
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ times }) => times === 1)).toBe(true);
    for (const { url } of both) expect((await fetch(`${url}/api/program`)).status).toBe(200);
  });

  it('one that is told to stop lets go of everything and leaves with 0', async () => {
    const product = await start({});
    await ready(product);
    product.child.kill('SIGTERM');
    expect(await ended(product)).toBe(0);
  });
});
