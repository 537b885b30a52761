import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database, ReplicaReport } from './database.ts';
import { type LogPosition, type Replica, readPosition } from './replica.ts';

/** A replica that lags more than this is left aside. */
const longestLagMs = 5_000;

/** Between two looks at the replica. */
const lookMs = 1_000;

/** A replica that failed is asked for nothing for as long as this. */
const restMs = 5_000;

/** Primary's positions that are remembered while the replica has not got there. They measure its lag up to as many looks. */
const maximumRemembered = 60;

/** How long ago the primary was where the replica is now. It is measured by positions alone, so an idle primary makes no lag. */
class Lag {
  #ahead: { bytes: bigint; atMs: number }[] = [];

  /** Returns the lag in milliseconds, after the primary was seen at one position and the replica at another. */
  measure({ bytes, replayed, atMs }: { bytes: bigint; replayed: bigint; atMs: number }): number {
    if (this.#ahead.at(-1)?.bytes !== bytes) this.#ahead.push({ bytes, atMs });
    this.#ahead = this.#ahead.filter((seen) => seen.bytes > replayed).slice(-maximumRemembered);
    return this.#ahead[0] ? atMs - this.#ahead[0].atMs : 0;
  }
}

interface Settings {
  primary: Database;
  /** Makes the replica, which reports what comes of asking it. */
  open: (report: (report: ReplicaReport) => void) => Replica;
  clock: () => Date;
  log: Pick<Logger, 'info' | 'warn'>;
  metrics: Registry;
}

/**
 * Decides whether a process and its children ask the replica: it is left aside when it fails or lags, and asked again when it
 * answers without a lag. Writes one line to the log at each change.
 */
export class ReplicaWatch {
  readonly replica: Replica;
  readonly #settings: Settings;
  readonly #readings: Counter<'outcome'>;
  readonly #stopping = new AbortController();
  #lag = new Lag();
  #cluster: string | undefined;
  #lagMs = 0;
  #isInUse: boolean | undefined;
  #restsUntilMs = 0;
  #watching: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.replica = settings.open((report) => this.hear(report));
    this.#readings = registerFigures(settings.metrics, { isInUse: () => this.isInUse, lagSeconds: () => this.#lagMs / 1_000 });
  }

  get isInUse(): boolean {
    return this.#isInUse === true;
  }

  /** Hears what came of asking the replica, here or in a child. */
  hear({ outcome, reason }: ReplicaReport): void {
    this.#readings.inc({ outcome });
    if (outcome === 'failed') this.#leaveAside(reason ?? '');
  }

  /** Looks at the replica once. One that cannot be compared with the primary is left aside as well. */
  async look(): Promise<void> {
    try {
      const primary = await readPosition(this.#settings.primary);
      const atMs = this.#settings.clock().getTime();
      this.#compare(primary, await this.replica.readPosition(primary), atMs);
    } catch (failure) {
      if (!this.#stopping.signal.aborted) this.#leaveAside(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** Looks at the replica again and again until the watch is stopped. */
  start(): void {
    this.#watching ??= this.#watch();
  }

  /** Ends the watch and closes the connections to the replica. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.replica.close();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look();
      await pause(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #compare({ cluster, bytes }: LogPosition, { bytes: replayed }: LogPosition, atMs: number): void {
    if (cluster !== this.#cluster) this.#lag = new Lag();
    this.#cluster = cluster;
    this.#lagMs = this.#lag.measure({ bytes, replayed, atMs });
    if (this.#lagMs > longestLagMs) this.#leaveAside(`it lags by ${Math.round(this.#lagMs / 1_000)} seconds`);
    else if (!this.isInUse && atMs >= this.#restsUntilMs) this.#use();
  }

  #use(): void {
    this.#isInUse = true;
    this.#settings.log.info('the replica serves exports, statements and staff’s lists');
  }

  #leaveAside(reason: string): void {
    this.#restsUntilMs = this.#settings.clock().getTime() + restMs;
    if (this.#isInUse !== false) this.#settings.log.warn({ reason }, 'the replica is left aside, and the primary serves in its place');
    this.#isInUse = false;
  }
}

interface Figures {
  isInUse: () => boolean;
  lagSeconds: () => number;
}

function registerFigures(metrics: Registry, { isInUse, lagSeconds }: Figures): Counter<'outcome'> {
  const registers = [metrics];
  new Gauge({
    name: 'database_replica_in_use',
    help: '1 while readings ask the replica, 0 while it is left aside',
    registers,
    collect() {
      this.set(isInUse() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How long ago the primary was where the replica was when it last answered',
    registers,
    collect() {
      this.set(lagSeconds());
    },
  });
  return new Counter({
    name: 'database_replica_readings_total',
    help: 'Readings that the replica served, and those that the primary did because the replica was behind or failed',
    labelNames: ['outcome'],
    registers,
  });
}
