import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { freePort } from '../../support/freePort.ts';
import { stopRole } from '../../support/roleProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

export interface Running {
  url: string;
  stop: () => Promise<void>;
}

function start(file: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [file], { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await pause(100);
  }
  throw new Error(`${url} did not answer`);
}

export async function startBareExpress(): Promise<Running> {
  const port = await freePort();
  const child = start('tests/lab/bench/bareExpress.ts', { PORT: String(port) });
  const url = `http://127.0.0.1:${port}/`;
  await untilItAnswers(url, child);
  return { url, stop: () => stopRole(child) };
}

export interface RunningProduct extends Running {
  sandboxUrl: string;
  /** Folder of its database. */
  dataDir: string;
  /** Id of its process. */
  pid: number;
}

/** Starts the product as for users, with its own database, which is deleted afterward. */
export async function startWholeProduct(): Promise<RunningProduct> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'headway-bench-'));
  const child = start('server/main.ts', {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    DEMO_HISTORY: '0',
    LOG_LEVEL: 'error',
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${url}/readyz`, child);
  return {
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      await stopRole(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A product in separate processes, as in production: a web process and one that decides purchases. */
export interface SeparateProduct extends Running {
  decisionUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  client: pg.Client;
}

/** Starts the sandbox, a web process and a process that decides purchases, on a database that is deleted afterward. */
export async function startSeparateProduct(): Promise<SeparateProduct> {
  const [port, decisionPort, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const dataDir = temporaryFolder('headway-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  const environment = {
    DATABASE_URL: postgres.url,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DEMO_HISTORY: '0',
    LOG_LEVEL: 'error',
  };
  const run = async (role: string, own: string, path: string) => {
    const child = start('server/main.ts', { ...environment, ROLE: role, PORT: own });
    const url = `http://127.0.0.1:${role === 'sandbox' ? sandboxPort : own}`;
    await untilItAnswers(`${url}${path}`, child);
    return { url, child };
  };
  const sandbox = await run('sandbox', String(port), '/');
  const web = await run('web', String(port), '/readyz');
  const decisions = await run('decide', String(decisionPort), '/readyz');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return {
    url: web.url,
    decisionUrl: decisions.url,
    sandboxUrl: sandbox.url,
    databaseUrl: postgres.url,
    client,
    stop: async () => {
      await client.end();
      for (const { child } of [decisions, web, sandbox]) await stopRole(child);
      await postgres.stop();
      await removeEmbeddedPostgres(dataDir);
    },
  };
}
