import { browse } from './browsing.ts';
import { passDays } from './days.ts';
import type { Faults } from './faults.ts';
import { killWorkers } from './kills.ts';
import type { Load } from './load.ts';
import { watchMemory } from './memory.ts';
import type { Merchant } from './merchant.ts';
import { exportByNeighbors } from './neighbors.ts';
import type { SoakOptions } from './options.ts';
import type { SoakedProduct } from './product.ts';
import { reportProgress } from './progress.ts';
import type { QuotaRefusals } from './quotaRefusals.ts';
import { type AnswerRecord, createRecord } from './record.ts';
import type { Memory } from './roles.ts';
import type { SentEvents } from './sentEvents.ts';
import { spend } from './spending.ts';
import { holdStreams } from './streams.ts';
import { workInTeams } from './team.ts';
import { disturbWebhooks } from './webhookDelivery.ts';

export interface Soaked {
  record: AnswerRecord;
  tally: ReadonlyMap<string, number>;
  /** The web process's memory over time. */
  memory: readonly Memory[];
  lastedMs: number;
}

interface Watching {
  faults: Faults;
  sentEvents: SentEvents;
  refusals: QuotaRefusals;
}

const isSome = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

/** Applies all kinds of load to a running product at once, for the requested time. */
export async function soak(
  product: SoakedProduct,
  merchants: readonly Merchant[],
  { minutes, seed }: SoakOptions,
  { faults, sentEvents, refusals }: Watching,
): Promise<Soaked> {
  if (!isSome(merchants)) throw new Error('a soak needs merchants');
  const lastsMs = minutes * 60_000;
  const beganMs = performance.now();
  const stop = new AbortController();
  const over = AbortSignal.any([AbortSignal.timeout(lastsMs), stop.signal]);
  const memory: Memory[] = [];
  const load: Load = { product, merchants, seed, lastsMs, over, record: createRecord(), tally: new Map() };
  const activities = [
    browse,
    workInTeams,
    holdStreams,
    exportByNeighbors,
    spend,
    disturbWebhooks,
    passDays,
    killWorkers,
    faults.inject,
    sentEvents.watch,
    refusals.watch,
    watchMemory(memory),
    reportProgress({ sentEvents, samples: memory }),
  ];
  try {
    await Promise.all(activities.map((work) => work(load)));
  } finally {
    // If one of them throws, all of them end.
    stop.abort();
  }
  return { record: load.record, tally: load.tally, memory, lastedMs: performance.now() - beganMs };
}
