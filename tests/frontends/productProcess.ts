import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { environmentOfRun, inTestTime } from '../support/clock.ts';
import { freePort } from '../support/freePort.ts';
import type { Ports } from './addresses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startLimit_ms = 120_000;
const look_ms = 50;
/** Long enough for a product that drains; one that needs longer has failed. */
const stopLimit_ms = 5_000;

/** Only these are passed on: a setting of the developer's own product must not change the run. */
const machine = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'HEADWAY_TEST_COMMAND'];

export interface ProductProcess {
  ports: Ports;
  /** Where its log goes. */
  log: string;
  /** Runs one of the operator's commands beside it; answers what that printed. */
  command: (...words: string[]) => Promise<string>;
  /** Ends it and removes what it stored; fails when it does not end well. */
  stop: () => Promise<void>;
}

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

/** Starts the product as an operator would, with a database and ports of its own. What it says goes to the file `log`. */
export async function startProductProcess(log: string): Promise<ProductProcess> {
  const [web, sandbox, mail] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'headway-faces-'));
  // The database runs under another account when this is root.
  chmodSync(dataDir, 0o755);
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(machine.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    ...environmentOfRun(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    POSTHOG_KEY: 'analytics-of-the-run',
    PORT: String(web),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(mail),
    PUBLIC_URL: `http://headway.localhost:${web}`,
    DATA_DIR: dataDir,
    DEMO_HISTORY: '0',
  };

  // Followed by a channel, so that it ends with this process, however that ends.
  const product = spawn(process.execPath, ['--import', './server/start/following.mjs', ...inTestTime, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
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
  return {
    ports: { web, sandbox },
    log,
    async command(...words) {
      const { stdout } = await promisify(execFile)(process.execPath, [...inTestTime, 'server/main.ts', ...words], {
        cwd: root,
        env: { ...env, LOG_LEVEL: 'fatal' },
      });
      return stdout;
    },
    async stop() {
      await stop(product, log).finally(cleanUp);
    },
  };
}
