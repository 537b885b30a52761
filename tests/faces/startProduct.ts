import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { freePort } from '../support/freePort.ts';
import { findLeaks } from '../support/leaks.ts';
import { publishPorts } from './addresses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startLimit_ms = 60_000;
const look_ms = 50;
/** Long enough for a product that drains; one that needs longer has failed. */
const stopLimit_ms = 5_000;

/** Only these are passed on: a setting of the developer's own product must not change the run. */
const machine = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'HEADWAY_TEST_COMMAND'];

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function waitUntilReady(product: ChildProcess, url: string, log: string): Promise<void> {
  for (let waited_ms = 0; waited_ms < startLimit_ms; waited_ms += look_ms) {
    if (hasEnded(product)) break;
    if (await answers(`${url}/readyz`)) return;
    await pause(look_ms);
  }
  await kill(product);
  throw new Error(`the product did not start:\n${readFileSync(log, 'utf8').slice(-4_000)}`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function kill(product: ChildProcess): Promise<void> {
  if (hasEnded(product)) return;
  const exited = once(product, 'exit');
  product.kill('SIGKILL');
  await exited;
}

async function stop(product: ChildProcess, log: string): Promise<void> {
  if (!hasEnded(product)) {
    const exited = once(product, 'exit');
    product.kill('SIGTERM');
    const limit = setTimeout(() => product.kill('SIGKILL'), stopLimit_ms);
    await exited;
    clearTimeout(limit);
  }
  if (product.exitCode !== 0) throw new Error(`the product ended with ${product.signalCode ?? `exit code ${product.exitCode}`}; its log is ${log}`);
}

/** What the run's pages and server sent to the analytics host, one line an event. */
async function sentToAnalytics(sandboxPort: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${sandboxPort}/posthog/events`);
  const { events } = (await answer.json()) as { events: unknown[] };
  return events.map((event) => JSON.stringify(event));
}

/** What the product says at its start is for whoever started it; its log is the lines of JSON. */
const logLines = (log: string) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'));

/** A run in which a token or somebody's address got out has failed, whatever its pages looked like. */
function refuseLeaks(lines: readonly string[]): void {
  const leaks = findLeaks(lines);
  if (leaks.length > 0)
    throw new Error(
      `${leaks.length} leaks, such as ${leaks
        .slice(0, 5)
        .map(({ kind, where }) => `${kind}: ${where}`)
        .join('\n')}`,
    );
}

/** Starts the product as an operator would, with a database and ports of its own, and stops it when all tests have run. */
export default async function startProduct(config: FullConfig): Promise<() => Promise<void>> {
  const [web, sandbox, mail] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'headway-faces-'));
  // The database runs under another account when this is root.
  chmodSync(dataDir, 0o755);
  const results = config.projects[0]?.outputDir ?? 'test-results';
  mkdirSync(results, { recursive: true });
  const log = join(results, 'product.log');

  // Followed by a channel, so that it ends with this process, however that ends.
  const product = spawn(process.execPath, ['--import', './server/start/following.mjs', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(machine.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      NODE_ENV: 'test',
      LOG_LEVEL: 'debug',
      POSTHOG_KEY: 'analytics-of-the-run',
      PORT: String(web),
      SANDBOX_PORT: String(sandbox),
      SANDBOX_SMTP_PORT: String(mail),
      PUBLIC_URL: `http://headway.localhost:${web}`,
      DATA_DIR: dataDir,
      DEMO_HISTORY: '0',
    },
  });
  const output = createWriteStream(log);
  product.stdout?.pipe(output, { end: false });
  product.stderr?.pipe(output, { end: false });

  const cleanUp = async () => {
    output.end();
    await removeEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  await waitUntilReady(product, `http://127.0.0.1:${web}`, log).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  publishPorts({ web, sandbox });
  return async () => {
    const sent = await sentToAnalytics(sandbox).finally(() => stop(product, log));
    await cleanUp();
    refuseLeaks([...sent, ...logLines(log)]);
  };
}
