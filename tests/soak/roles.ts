import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Message of a role process: it is ready, or, in reply to any message, its memory. */
export type Word = { told: 'ready' } | ({ told: 'memory' } & Memory);

export interface Memory {
  /** Resident memory of the process, and the memory still in use after a collection, both in bytes. */
  rss_bytes: number;
  kept_bytes: number;
}

export type Role = 'web' | 'worker' | 'decide' | 'sandbox';

/** One role of the product in a separate process. */
export interface RoleProcess {
  memory: () => Promise<Memory>;
  /** Kills it at once. */
  kill: () => Promise<void>;
  /** Lets it drain and exit. */
  stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('role.ts', import.meta.url));

/** Waits for the next message of that kind; throws when the process exits instead. */
async function heard<Told extends Word['told']>(child: ChildProcess, told: Told): Promise<Extract<Word, { told: Told }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<Word, { told: Told }>>();
  const onWord = (word: Word) => word.told === told && resolve(word as Extract<Word, { told: Told }>);
  const onExit = (code: number | null, signal: string | null) => reject(new Error(`a process of the product ended with ${signal ?? `code ${code}`}`));
  child.on('message', onWord).once('exit', onExit);
  return promise.finally(() => child.off('message', onWord).off('exit', onExit));
}

/** Starts a role and resolves once it is ready. Its log is appended to a file. */
export async function startRole(role: Role, environment: Readonly<Record<string, string>>, logFile: string): Promise<RoleProcess> {
  const child = fork(program, { env: { ...process.env, ...environment, ROLE: role }, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const ended = once(child, 'exit').finally(() => log.end());
  await heard(child, 'ready');
  return {
    memory() {
      const answer = heard(child, 'memory');
      child.send('memory');
      return answer;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.disconnect();
      await ended;
    },
  };
}
