import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Account } from './account.ts';
import { programEnvironment } from './cluster.ts';
import { processMark } from './owner.ts';

interface ServerOptions {
  postgres: string;
  cluster: string;
  account: Account;
  settings: Readonly<Record<string, string>>;
  onLine: (line: string) => void;
}

export interface Server {
  port: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * How long a fast shutdown, which rolls back open transactions and writes all data, may take. After it an immediate one
 * follows, and the next start recovers.
 */
const stopLimitMs = 3_000;
/** A replica accepts read-only connections. */
const readyLine = /database system is ready to accept (read-only )?connections/;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}

/**
 * Settings for a machine that the product has to itself. Statements are too short to gain from compilation, and the
 * rows of a busy merchant should be sorted and joined without temporary files.
 */
const suited = { jit: 'off', shared_buffers: '256MB', work_mem: '16MB' };

function serverArguments({ cluster, settings }: ServerOptions, port: number): string[] {
  const all = {
    cluster_name: processMark(),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...suited,
    ...settings,
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * Ends the server when this process is gone, even by kill -9, because its pipe then closes. The watcher and the server
 * each run in a session of their own, so that Ctrl-C in a terminal reaches neither before the product has drained.
 */
function watchOver(server: ChildProcess, account: Account): ChildProcess {
  const script = 'while read -r line; do :; done; kill -INT "$0"';
  const watcher = spawn('/bin/sh', ['-c', script, String(server.pid)], {
    ...account,
    cwd: '/',
    env: programEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin?.on('error', () => {});
  watcher.unref();
  return watcher;
}

/** The server did not start. The message is one readable line. */
export class ServerNotStarted extends Error {
  constructor(lines: readonly string[]) {
    // Other lines may speak of damage where there is none.
    const reasons = lines.flatMap((line) => / (?:FATAL|PANIC|DETAIL): +(?<reason>.*)/.exec(line)?.groups?.reason ?? []);
    super(`the embedded database did not start: ${(reasons.length > 0 ? reasons : lines).join(' ')}`);
    this.name = 'ServerNotStarted';
  }
}

/** Passes the server's log on line by line and resolves once the server accepts connections. */
function untilReady(server: ChildProcess, onLine: (line: string) => void): Promise<void> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    let rest = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        if (lines.push(line) > 20) lines.shift();
        onLine(line);
        if (readyLine.test(line)) resolve();
      }
    });
    server.on('error', reject);
    server.on('close', () => reject(new ServerNotStarted(lines)));
  });
}

/** Starts the server of a cluster on a free local port and resolves when it accepts connections. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const port = await freePort();
  const child = spawn(options.postgres, serverArguments(options, port), {
    ...options.account,
    cwd: '/',
    env: programEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const watcher = child.pid === undefined ? undefined : watchOver(child, options.account);
  void ended.then(() => watcher?.kill('SIGKILL'));
  await untilReady(child, options.onLine);

  return {
    port,
    ended,
    async stop() {
      const limit = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs);
      child.kill('SIGINT');
      await ended;
      clearTimeout(limit);
    },
  };
}
