import type { Log } from './log.ts';
import { type Delivery, noteAttempt, type WaitingEvent, waitingEvents } from './outbox.ts';
import { pauseAfter } from './pauseAfter.ts';
import { post } from './post.ts';
import type { Store } from './store.ts';

export interface WebhookSource {
  /** Returns the headers that sign this attempt (timestamps are the machine's). */
  sign(delivery: Delivery): Promise<Record<string, string>> | Record<string, string>;
}

/** How the events of one stand-in are delivered; tests change it. */
export interface DeliverySettings {
  /** Number of times each event is delivered. */
  copies: number;
  /** Delay before the first attempt of each event. */
  delay_ms: number;
  /** Events collected within this time are delivered newest first; 0 keeps them in order. */
  reorder_window_ms: number;
  /** Number of the next events that are never delivered. */
  drop_next: number;
  /** While true, only `flush` sends events. */
  held: boolean;
}

interface Deliverer {
  store: Store;
  log: Log;
  productUrl: string;
  source: (standIn: string) => WebhookSource | undefined;
  settings: (standIn: string) => DeliverySettings;
}

const timeoutMs = 10_000;

async function sendOnce({ productUrl }: Deliverer, delivery: Delivery, source: WebhookSource) {
  const signature = await source.sign(delivery);
  const headers = { 'Content-Type': 'application/json', ...delivery.headers, ...signature };
  return post(delivery.url, delivery.body, headers, { productUrl, timeoutMs });
}

/** Attempts one event, as many times as its stand-in sends each; returns whether the product took it. */
async function attempt(deliverer: Deliverer, { standIn, ...delivery }: WaitingEvent): Promise<boolean> {
  const { store, log } = deliverer;
  const source = deliverer.source(standIn);
  const result = source ? await sendOnce(deliverer, delivery, source) : { error: 'no signer' };
  const outcome = 'status' in result ? String(result.status) : result.error;
  const delivered = 'status' in result && result.status >= 200 && result.status < 300;
  for (let copy = 1; source && delivered && copy < deliverer.settings(standIn).copies; copy += 1) await sendOnce(deliverer, delivery, source);
  await noteAttempt(store, delivery.id, { outcome, pauseMs: pauseAfter(delivery.attempt), delivered });
  log.debug({ standIn, event: delivery.event, outcome, attempt: delivery.attempt }, 'sandbox webhook delivered');
  return delivered;
}

/**
 * Makes one pass over the waiting events: each stand-in's in order, or newest first when reordering is on. Returns how many were
 * delivered.
 */
export async function deliverWaiting(deliverer: Deliverer, filter: { standIn?: string; dueOnly: boolean }): Promise<number> {
  const byStandIn = Map.groupBy(await waitingEvents(deliverer.store, filter), ({ standIn }) => standIn);
  const counts = await Promise.all(
    [...byStandIn].map(async ([standIn, waiting]) => {
      const { held, reorder_window_ms } = deliverer.settings(standIn);
      if (held && filter.dueOnly) return 0;
      let delivered = 0;
      for (const event of reorder_window_ms > 0 ? waiting.reverse() : waiting) if (await attempt(deliverer, event)) delivered += 1;
      return delivered;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
