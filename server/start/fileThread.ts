import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileThreadData } from '../files/messages.ts';

// Makes files in a thread of the web process, with database connections of its own.

/** As many as files that a thread makes beside each other. */
const connections = 4;

/** The system's last priority: a file takes what requests leave over. */
const lastPriority = 19;

// Only Linux gives a thread a priority of its own; elsewhere it would be the whole process's.
if (platform() === 'linux') setPriority(lastPriority);

// Loaded only now, because loading is most of the work of a start.
const [{ createDatabase }, { answerOrders }, { createLog }] = await Promise.all([
  import('../db/client.ts'),
  import('../files/answerOrders.ts'),
  import('../log.ts'),
]);

const { config, databaseUrl } = workerData as FileThreadData;
if (!parentPort) throw new TypeError('this file runs as a thread');
answerOrders(parentPort, {
  config,
  log: createLog(config.logLevel),
  database: createDatabase(databaseUrl, { connections_max: connections }),
});
