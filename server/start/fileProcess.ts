import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { platform, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicaReport } from '../db/database.ts';
import type { FileProcessData, FromFileProcess, OfOrder, ToFileProcess } from '../files/messages.ts';

// A child of the web process, which makes files with database connections of its own.

/** One connection for each file that a process makes at the same time. */
const connections = 4;

/**
 * A priority far below that of requests: a file takes what they leave over. At the system's last one, 19, a machine whose processors are busy with
 * anything else would not make it before the caller stops waiting.
 */
const lowPriority = 10;

/** The file by which a session takes less than its equal share of the processors; only some kernels have it. */
const ownGroup = '/proc/self/autogroup';

/** Linux keeps a priority for each thread, and those that clear memory run already. Elsewhere it is the process's. */
async function takeLowPriority(): Promise<void> {
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, lowPriority);
  if (existsSync(ownGroup)) await whenAllowed(() => writeFileSync(ownGroup, String(lowPriority)));
}

/** Repeats a change that the kernel takes from one process in a tenth of a second only. */
async function whenAllowed(ask: () => void): Promise<void> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return ask();
    } catch (failure) {
      if (refusals === 5 || (failure as NodeJS.ErrnoException).code !== 'EAGAIN') throw failure;
      await pause(100 + Math.random() * 100);
    }
  }
}

// It ends with its parent. A signal to both is the parent's to obey, which lets the files in the making be sent.
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => {});

// With another priority it would still do its work.
const priorityRefused = await takeLowPriority().then(
  () => null,
  (failure: unknown) => failure,
);

// Loaded only now, because loading is most of the work of a start.
const [{ createDatabase }, { Replica }, { answerOrders }, { createLog }] = await Promise.all([
  import('../db/client.ts'),
  import('../db/replica.ts'),
  import('../files/answerOrders.ts'),
  import('../log.ts'),
]);

const say = (message: FromFileProcess) => {
  // The parent may have gone, and then nobody waits for an answer.
  if (process.connected) process.send?.(message);
};

function begin({ config, databaseUrl, replicaUrl }: FileProcessData): (message: OfOrder) => void {
  const log = createLog(config.logLevel);
  if (priorityRefused) log.warn({ err: priorityRefused }, 'files take as much of the processors as requests');
  const database = createDatabase(databaseUrl, { maximumConnections: connections });
  const report = (said: ReplicaReport) => say({ type: 'replica', report: said });
  const replica = replicaUrl === undefined ? undefined : new Replica({ url: replicaUrl, maximumConnections: connections, primary: database, report });
  const beginReading = async (asksReplica: boolean) => (asksReplica && replica ? replica.begin() : database);
  return answerOrders(say, { config, log, database, beginReading });
}

let answer: ((message: OfOrder) => void) | undefined;
process.on('message', (message) => {
  const said = message as ToFileProcess;
  if (said.type === 'begin') answer = begin(said.data);
  else answer?.(said);
});
