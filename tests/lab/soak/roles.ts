import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { answerOf } from '../../support/answerOf.ts';
import { startRole as startRoleProcess, stopRole } from '../../support/roleProcess.ts';

/** What a role process answers to any message. */
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

/** Starts a role, with its frontends, and resolves once it is ready. Its log is appended to a file. */
export async function startRole(role: Role, environment: Readonly<Record<string, string>>, logFile: string): Promise<RoleProcess> {
  const child = await startRoleProcess(role, { environment, logFile, program });
  const ended = once(child, 'exit');
  return {
    memory: () => answerOf(child, 'memory'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => stopRole(child),
  };
}
