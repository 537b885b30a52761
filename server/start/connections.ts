import type { Logger } from 'pino';
import { createDatabase, type PrismaDatabase } from '../db/client.ts';
import type { DecisionConnections } from '../db/decisionConnections.ts';
import { openDecisionConnections } from '../db/queries/purchaseDecision.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Logs that pages were not told of changes; they will see them when they next read everything. */
export const logUnannounced = (log: Logger) => (error: unknown) => log.warn({ err: error }, 'changes could not be announced');

interface Connections {
  database: PrismaDatabase;
  decisions: DecisionConnections;
}

/** Opens the connections to the database, and those on which `decisionsAtOnce` purchases are decided. They are closed when the process ends. */
export async function openConnections(databaseUrl: string, decisionsAtOnce: number, log: Logger, lifecycle: Lifecycle): Promise<Connections> {
  const database = createDatabase(databaseUrl, { onUnannounced: logUnannounced(log) });
  lifecycle.started('database connections', () => database.$disconnect());
  const decisions = openDecisionConnections(databaseUrl, database, decisionsAtOnce);
  lifecycle.started('connections of decisions', () => decisions.close());
  await decisions.warmUp().catch((error: unknown) => log.warn({ err: error }, 'no connection is open yet for the first purchase'));
  return { database, decisions };
}
