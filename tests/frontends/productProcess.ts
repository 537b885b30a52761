import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeEmbeddedPostgres } from '../../server/db/embedded.ts';
import { environmentOfRun, inTestTime } from '../support/clock.ts';
import { freePort } from '../support/freePort.ts';
import { makeRunFolder } from '../support/runFolder.ts';
import type { Ports } from './addresses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startTimeoutMs = 120_000;
const pollIntervalMs = 50;
/** A product ends by itself within seconds, also where it could not drain; this ends one that hangs. */
const stopTimeoutMs = 60_000;

/** The only environment variables passed on, so that the developer's own settings do not change the run. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

export interface ProductProcess {
  ports: Ports;
  /** The path of its log. */
  log: string;
  /** Runs one of the operator's commands beside it, and returns the output. */
  command: (...words: string[]) => Promise<string>;
  /** Stops it and removes its data; throws when it does not exit with 0. */
  stop: () => Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function waitUntilReady(product: ChildProcess, url: string, log: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += pollIntervalMs) {
    if (hasEnded(product)) break;
    if (await answers(`${url}/readyz`)) return;
    await pause(pollIntervalMs);
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
    // Its log is whole once its output has closed, which may be after its end.
    const closed = once(product, 'close');
    product.kill('SIGTERM');
    const limit = setTimeout(() => product.kill('SIGKILL'), stopTimeoutMs);
    await closed;
    clearTimeout(limit);
  }
  if (product.exitCode !== 0) throw new Error(`the product ended with ${product.signalCode ?? `exit code ${product.exitCode}`}; its log is ${log}`);
}

/** Starts the product as an operator would, with its own database and ports. Its output goes to the file `log`. */
export async function startProductProcess(log: string): Promise<ProductProcess> {
  const [web, sandbox, mail] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = await makeRunFolder();
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    ...environmentOfRun(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    PORT: String(web),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(mail),
    PUBLIC_URL: `http://headway.localhost:${web}`,
    DATA_DIR: dataDir,
    DEMO_HISTORY: '0',
  };

  // The IPC channel ends the product when this process ends, however that happens.
  const product = spawn(process.execPath, ['--import', './server/start/following.mjs', ...inTestTime, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  });
  const output = createWriteStream(log);
  product.stdout?.pipe(output, { end: false });
  product.stderr?.pipe(output, { end: false });

  const cleanUp = async () => {
    // Output of a killed product's children would be written after the end.
    product.stdout?.unpipe(output);
    product.stderr?.unpipe(output);
    await new Promise<void>((resolve) => output.end(() => resolve()));
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
