import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createDatabase } from '../db/client.ts';
import { answerOrders } from '../files/answerOrders.ts';
import type { FileThreadData } from '../files/messages.ts';
import { createLog } from '../log.ts';

// Makes files in a thread of the web process, with database connections of its own.

/** As many as files that a thread makes beside each other. */
const connections = 4;

/** How far the thread steps back behind requests, in the system's levels of priority; 19 is the last one. */
const stepsBack = 19;
const lastPriority = 19;

// Only Linux gives a thread a priority of its own; elsewhere it would be the whole process's.
if (platform() === 'linux') setPriority(Math.min(lastPriority, getPriority() + stepsBack));

const { config, databaseUrl } = workerData as FileThreadData;
if (!parentPort) throw new TypeError('this file runs as a thread');
answerOrders(parentPort, {
  config,
  log: createLog(config.logLevel),
  database: createDatabase(databaseUrl, { connections_max: connections }),
});
