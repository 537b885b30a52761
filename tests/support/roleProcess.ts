import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a role without frontends. */
const plainRole = fileURLToPath(new URL('role.ts', import.meta.url));

interface RoleOptions {
  environment: Readonly<Record<string, string>>;
  logFile: string;
  /** Arguments of Node itself. */
  node?: readonly string[];
  /** The file that runs the role and says "ready", in place of the one without frontends. */
  program?: string;
}

/** Starts one role of the product as a process of its own, and resolves once it is ready. Its log is appended to a file. */
export async function startRole(role: string, { environment, logFile, node = [], program = plainRole }: RoleOptions): Promise<ChildProcess> {
  const child = fork(program, { env: { ...process.env, ...environment, ROLE: role }, execArgv: [...node], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the process ${role} ended at its start: see ${logFile}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return child;
}

/** Lets a process of the product drain and exit. */
export async function stopRole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
