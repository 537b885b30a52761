import { Registry } from 'prom-client';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import { openDecisionConnections } from '../db/queries/purchaseDecision.ts';
import { databaseAnswers } from '../db/queries/ready.ts';
import { bankHolidays } from '../holidays.ts';
import { createDecisionApp } from '../http/decisionApp.ts';
import { createLog } from '../log.ts';
import { createLithic } from '../providers/lithic/index.ts';
import { createProviderMetrics } from '../providers/metrics.ts';
import { openDatabase } from './database.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listen } from './listen.ts';
import { openTime } from './time.ts';

/** How many purchases this process decides at once. */
const connections = 10;

/** Starts the process that decides purchases: the database, the issuer and one endpoint. Throws as `startProduct` does. */
export async function startDecisions(config: Config, lifecycle: Lifecycle): Promise<void> {
  const log = createLog(config.logLevel);
  const metrics = new Registry();
  const databaseUrl = await openDatabase(config, lifecycle, log);
  const time = await openTime(config);
  const database = createDatabase(databaseUrl, { onUnannounced: (error) => log.warn({ err: error }, 'changes could not be announced') });
  lifecycle.started('database connections', () => database.$disconnect());
  const decisions = openDecisionConnections(databaseUrl, database, connections);
  lifecycle.started('connections of decisions', () => decisions.close());
  await decisions.warmUp().catch((error: unknown) => log.warn({ err: error }, 'no connection is open yet for the first purchase'));
  const providers = { cardIssuer: createLithic(config.lithic, createProviderMetrics(metrics)) };
  const deps = { config, clock: time.clock, machineClock: systemClock, log, metrics, database, decisions, providers, isBankHoliday: bankHolidays() };
  const web = await listen(
    createDecisionApp(deps, () => databaseAnswers(database)),
    config.port,
    'PORT',
  );
  lifecycle.started('decisions', web.stop);
  lifecycle.started('time', time.follow(log));
}
