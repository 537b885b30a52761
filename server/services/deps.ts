import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, Reading, ReplicaReport } from '../db/database.ts';
import type { DecisionConnections } from '../db/queries/purchaseDecision.ts';
import type { Secrets } from '../db/secrets.ts';
import type { IsHoliday } from '../domain/basics/dates.ts';
import type { Queue } from '../jobs/queue.ts';
import type { ResolvedProgram, ResolvedPrograms } from '../programs/index.ts';
import type { Analytics } from '../providers/ports/analytics.ts';
import type { Authentication } from '../providers/ports/authentication.ts';
import type { Bank } from '../providers/ports/bank.ts';
import type { CardIssuer } from '../providers/ports/cardIssuer.ts';
import type { ControlPanel } from '../providers/ports/controlPanel.ts';
import type { Mailer } from '../providers/ports/mailer.ts';
import type { PushSender } from '../providers/ports/pushSender.ts';
import type { SessionIssuers } from '../providers/ports/sessionIssuers.ts';
import type { ShopPlatform } from '../providers/ports/shopPlatform.ts';
import type { Slack } from '../providers/ports/slack.ts';
import type { StoreData } from '../providers/ports/storeData.ts';
import type { EventStreams } from './events/eventStreams.ts';
import type { FileMaker } from './reports/fileMaker.ts';

export type { ReplicaReport };

/** The program of the host that a request was sent to, with its addresses. */
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
  push: PushSender;
  slack: Slack;
  analytics: Analytics;
}

/** Everything a use case needs from outside, assembled once at startup. */
export interface Deps {
  config: Config;
  /** The product's present time, for everything that is due, sent and recorded. */
  clock: Clock;
  /** The machine's real time, used to check signatures and tokens from outside. */
  machineClock: Clock;
  log: Logger;
  metrics: Registry;
  database: Database;
  /**
   * Begins to read what is only shown: an export, a statement, what staff see across customers. The reading has all that was
   * committed before, and comes from the replica where there is one that has. Begin it after the writes that it must show.
   */
  beginReading: () => Promise<Reading>;
  /** The connections on which purchases are decided. */
  decisions: DecisionConnections;
  secrets: Secrets;
  queue: Queue;
  providers: Providers;
  programs: ResolvedPrograms;
  /** Returns the program of a Host header; an unknown host gets the default program. */
  programOfHost: (host: string | undefined) => ResolvedProgram;
  /** Makes files apart from this process's own work. */
  files: FileMaker;
  /** The streams that tell open pages what changed. */
  events: Pick<EventStreams, 'open'>;
  /** US federal holidays as observed: the contractual due dates. */
  isHoliday: IsHoliday;
  /** Days on which the Federal Reserve's banks are closed: no debits are made. */
  isBankHoliday: IsHoliday;
}

/** The dependencies of use cases that make files. They run in a process of their own, which has the database and its replica and reaches nobody else. */
export interface FileDeps extends Pick<Deps, 'clock' | 'machineClock' | 'log' | 'database' | 'beginReading'> {
  config: Pick<Config, 'environment'>;
}

/** The dependencies of decisions about purchases. A process that does nothing else has no more. */
export interface DecisionDeps extends Pick<Deps, 'clock' | 'machineClock' | 'log' | 'database' | 'decisions'> {
  providers: Pick<Providers, 'cardIssuer'>;
}
