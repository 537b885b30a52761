import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import type { IsHoliday } from '../domain/basics/dates.ts';
import type { Queue } from '../jobs/queue.ts';
import type { ResolvedProgram, ResolvedPrograms } from '../programs/index.ts';
import type { ControlPanel } from '../providers/bigcommerce/index.ts';
import type { CardIssuer } from '../providers/lithic/index.ts';
import type { Mailer } from '../providers/mail/index.ts';
import type { Bank } from '../providers/plaid/index.ts';
import type { Analytics } from '../providers/posthog/index.ts';
import type { Authentication } from '../providers/propelauth/index.ts';
import type { StoreData } from '../providers/rutter/index.ts';
import type { SessionIssuers } from '../providers/sessionIssuers/index.ts';
import type { ShopPlatform } from '../providers/shopify/index.ts';

/** The program of the host that a request came in by, with its addresses. */
export type CurrentProgram = ResolvedProgram;

/** The third parties, each behind its port. */
export interface Providers {
  authentication: Authentication;
  cardIssuer: CardIssuer;
  bank: Bank;
  storeData: StoreData;
  shopPlatform: ShopPlatform;
  controlPanel: ControlPanel;
  sessionIssuers: SessionIssuers;
  mailer: Mailer;
  analytics: Analytics;
}

/** Everything a use case needs from outside, put together once at the start. */
export interface Deps {
  config: Config;
  /** The present of everything that is due, sent and recorded. */
  clock: Clock;
  /** The machine's own time, by which signatures and tokens from outside are checked. */
  machineClock: Clock;
  log: Logger;
  metrics: Registry;
  database: Database;
  secrets: Secrets;
  queue: Queue;
  providers: Providers;
  programs: ResolvedPrograms;
  /** The program of a Host header; a host that is nobody's gets the default program. */
  programOfHost: (host: string | undefined) => ResolvedProgram;
  /** US federal holidays as observed: the contractual due dates. */
  isHoliday: IsHoliday;
  /** Days on which the Federal Reserve's banks are closed: the debits. */
  isBankHoliday: IsHoliday;
}
