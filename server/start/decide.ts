import { Registry } from 'prom-client';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { databaseAnswers } from '../db/queries/ready.ts';
import { bankHolidays } from '../holidays.ts';
import { createDecisionApp } from '../http/decisionApp.ts';
import { createLog } from '../log.ts';
import { createLithic } from '../providers/lithic/index.ts';
import { createProviderMetrics } from '../providers/metrics.ts';
import { openConnections } from './connections.ts';
import { openDatabase } from './database.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listen } from './listen.ts';
import { openTime } from './time.ts';

/** How many purchases this process decides at once. */
const decisionsAtOnce = 10;

/** Starts the process that decides purchases: the database, the issuer and one endpoint. Throws as `startProduct` does. */
export async function startDecisions(config: Config, lifecycle: Lifecycle): Promise<void> {
  const log = createLog(config.logLevel);
  const metrics = new Registry();
  const databaseUrl = await openDatabase(config, lifecycle, log);
  const time = await openTime(config);
  const { database, decisions } = await openConnections(databaseUrl, decisionsAtOnce, log, lifecycle);
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
