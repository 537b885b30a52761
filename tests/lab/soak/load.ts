import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, ask, type CallOptions } from '../../support/ask.ts';
import type { Merchant } from './merchant.ts';
import type { SoakedProduct } from './product.ts';
import type { AnswerRecord } from './record.ts';

/** The shared state of everything that loads the product. */
export interface Load {
  product: SoakedProduct;
  merchants: readonly [Merchant, ...Merchant[]];
  /** The same seed gives each actor the same order of actions. */
  seed: string;
  /** Total duration of the soak. */
  lastsMs: number;
  /** Aborted when the soak is over. */
  over: AbortSignal;
  record: AnswerRecord;
  /** Number of times each action was done. */
  tally: Map<string, number>;
}

export function count({ tally }: Pick<Load, 'tally'>, what: string, more = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + more);
}

/** Waits this long, or until the soak is over. */
export async function pause({ over }: Pick<Load, 'over'>, ms: number): Promise<void> {
  await wait(ms, undefined, { signal: over }).catch(() => {});
}

/** Repeats work until the soak is over, after a pause each time. */
export async function keepDoing(load: Load, pauseMs: number, work: () => Promise<void>): Promise<void> {
  for (await pause(load, pauseMs); !load.over.aborted; await pause(load, pauseMs)) await work();
}

/** Calls the API as a merchant's page would, and records how long it took. */
export async function callAs({ product, record }: Load, merchant: Merchant, route: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const fromMs = performance.now();
  const answer = await ask(`${product.url}${path}`, { host: merchant.host, token: merchant.accessToken, ...options });
  record.add({ route, status: answer.status, code: answer.body?.code, fromMs, untilMs: performance.now() });
  return answer;
}
