import type { Chance } from '../../../support/chance.ts';
import { signalServer } from '../../../support/serverProcesses.ts';
import { signalIfAlive } from '../../../support/signalIfAlive.ts';
import type { DisturbedProduct } from '../product.ts';
import type { Disturbance } from './disturbance.ts';
import { withDatabase } from './withDatabase.ts';

/** Stops a process, where there is one, and returns what lets it go on. */
function stop(pid: number | undefined): () => void {
  if (pid === undefined) return () => {};
  signalIfAlive(pid, 'SIGSTOP');
  return () => signalIfAlive(pid, 'SIGCONT');
}

const roleStop = (role: string): Disturbance => ({
  name: `${role} stopped`,
  async begin({ roles }, chance) {
    const [first, ...others] = roles.filter(({ name }) => name === role);
    if (!first) throw new Error(`no process is called ${role}`);
    return stop(chance.pick([first, ...others]).child.pid);
  },
});

/** Returns the database's processes of a kind, those at work first; none while it does not answer. */
async function processesOf(product: DisturbedProduct, condition: string): Promise<number[]> {
  const statement = `SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${condition} ORDER BY state = 'idle', pid`;
  const answer = await withDatabase(product, (client) => client.query<{ pid: number }>(statement));
  return answer?.rows.map(({ pid }) => pid) ?? [];
}

const pickOne = ([first, ...others]: number[], chance: Chance) => (first === undefined ? undefined : chance.pick([first, ...others]));

/** Stops processes and lets them go on. */
export const stops: readonly Disturbance[] = [
  ...['web', 'worker', 'decide'].map(roleStop),
  {
    name: 'database connection stopped',
    // One of those at work, which may hold a lock.
    begin: async (product, chance) => stop(pickOne((await processesOf(product, `backend_type = 'client backend'`)).slice(0, 3), chance)),
  },
  {
    name: 'database writer stopped',
    begin: async (product, chance) => stop(pickOne(await processesOf(product, `backend_type IN ('walwriter', 'checkpointer', 'background writer')`), chance)),
  },
  {
    name: 'database stopped',
    async begin({ database: { cluster } }) {
      signalServer(cluster, 'SIGSTOP');
      return () => signalServer(cluster, 'SIGCONT');
    },
  },
];
