import { readdirSync } from 'node:fs';
import { platform, setPriority } from 'node:os';
import type { FromFileProcess, ToFileProcess } from '../files/messages.ts';

// A child of the web process, which makes files with database connections of its own.

/** As many as files that a process makes beside each other. */
const connections = 4;

/** The system's last priority: a file takes what requests leave over. */
const lastPriority = 19;

/** Linux keeps a priority for each thread, and those that clear memory run already. Elsewhere it is the process's. */
function takeLastPriority(): void {
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, lastPriority);
}

takeLastPriority();

// It ends with its parent. A signal that stops both is the parent's to obey, which lets the files in the making be sent.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

// Loaded only now, because loading is most of the work of a start.
const [{ createDatabase }, { answerOrders }, { createLog }] = await Promise.all([
  import('../db/client.ts'),
  import('../files/answerOrders.ts'),
  import('../log.ts'),
]);

const say = (message: FromFileProcess) => {
  // The parent may have gone, and then nobody waits for an answer.
  if (process.connected) process.send?.(message);
};

let answer: ReturnType<typeof answerOrders> | undefined;
process.on('message', (message) => {
  const said = message as ToFileProcess;
  if (said.type !== 'begin') return answer?.(said);
  const { config, databaseUrl } = said.data;
  answer = answerOrders(say, { config, log: createLog(config.logLevel), database: createDatabase(databaseUrl, { connections_max: connections }) });
});
