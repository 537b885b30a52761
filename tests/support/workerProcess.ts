import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

export interface WorkerProcess {
  /** Kills it at once, without cleanup. */
  kill: () => Promise<void>;
}

/** Starts a worker and resolves when it accepts jobs. */
export async function startWorkerProcess(environment: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child: ChildProcess = fork(program, { env: { ...process.env, ...environment }, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [word] = await Promise.race([once(child, 'message'), ended.then(([code]) => [`ended with ${code}`])]);
  if (word !== 'ready') throw new Error(`the worker ${word}`);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
