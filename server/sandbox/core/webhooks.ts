import { randomUUID } from 'node:crypto';
import type { Log } from './log.ts';
import {
  addEvent,
  countWaiting,
  type Delivery,
  listEvents,
  nextDueMs,
  noteAttempt,
  removeOldEvents,
  type WaitingEvent,
  type WebhookRow,
  waitingEvents,
} from './outbox.ts';
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

export interface Webhooks {
  /** Sets how a stand-in signs its events; call it before the first event. */
  register(standIn: string, source: WebhookSource): void;
  /**
   * Puts an event into the outbox, in the surrounding transaction if there is one. It is delivered after the commit and
   * retried with growing pauses, also across restarts, until the product answers 2xx. A body that is not a string is
   * sent as JSON. Returns the event's id (`id` when given).
   */
  enqueue(event: { standIn: string; event: string; url: string; body: unknown; id?: string; headers?: Record<string, string> }): Promise<string>;
  deliverySettings(standIn: string): DeliverySettings;
  changeDelivery(standIn: string, change: Partial<DeliverySettings>): DeliverySettings;
  /** Attempts all waiting events now, whether due or not; returns how many were delivered and how many still wait. */
  flush(standIn?: string): Promise<{ delivered: number; waiting: number }>;
  list(filter: { standIn?: string; limit?: number }): Promise<WebhookRow[]>;
  start(): void;
  stop(): Promise<void>;
}

const deliveryTimeoutMs = 10_000;
const usual: DeliverySettings = { copies: 1, delay_ms: 0, reorder_window_ms: 0, drop_next: 0, held: false };

export function createWebhooks({ store, log, productUrl }: { store: Store; log: Log; productUrl: string }): Webhooks {
  const sources = new Map<string, WebhookSource>();
  const settingsOf = new Map<string, DeliverySettings>();
  const deliverySettings = (standIn: string) => settingsOf.get(standIn) ?? usual;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();

  async function sendOnce(delivery: Delivery, source: WebhookSource) {
    const signature = await source.sign(delivery);
    const headers = { 'Content-Type': 'application/json', ...delivery.headers, ...signature };
    return post(delivery.url, delivery.body, headers, { productUrl, timeoutMs: deliveryTimeoutMs });
  }

  async function attempt({ standIn, ...delivery }: WaitingEvent): Promise<boolean> {
    const source = sources.get(standIn);
    const result = source ? await sendOnce(delivery, source) : { error: 'no signer' };
    const outcome = 'status' in result ? String(result.status) : result.error;
    const delivered = 'status' in result && result.status >= 200 && result.status < 300;
    for (let copy = 1; source && delivered && copy < deliverySettings(standIn).copies; copy += 1) await sendOnce(delivery, source);
    await noteAttempt(store, delivery.id, { outcome, pauseMs: pauseAfter(delivery.attempt), delivered });
    log.debug({ standIn, event: delivery.event, outcome, attempt: delivery.attempt }, 'sandbox webhook delivered');
    return delivered;
  }

  /** Makes one pass over the waiting events: each stand-in's in order, or newest first when reordering is on. */
  async function deliver(filter: { standIn?: string; dueOnly: boolean }): Promise<number> {
    const byStandIn = Map.groupBy(await waitingEvents(store, filter), ({ standIn }) => standIn);
    const counts = await Promise.all(
      [...byStandIn].map(async ([standIn, waiting]) => {
        const { held, reorder_window_ms } = deliverySettings(standIn);
        if (held && filter.dueOnly) return 0;
        let delivered = 0;
        for (const event of reorder_window_ms > 0 ? waiting.reverse() : waiting) if (await attempt(event)) delivered += 1;
        return delivered;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Runs passes one after another, so that two of them never attempt the same event. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = round.then(work);
    round = turn.catch(() => undefined);
    return turn;
  }

  function wakeIn(ms: number): void {
    if (!running) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(ms, 60_000));
  }

  async function sleepUntilDue(): Promise<void> {
    const heldNow = [...settingsOf].filter(([, one]) => one.held).map(([name]) => name);
    const ms = await nextDueMs(store, heldNow);
    if (ms !== undefined) wakeIn(ms);
  }

  function wake() {
    if (!running) return;
    inTurn(async () => {
      if (!running) return;
      await deliver({ dueOnly: true });
      await removeOldEvents(store);
      await sleepUntilDue();
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'delivering sandbox webhooks failed, retrying');
      wakeIn(1_000);
    });
  }

  return {
    register: (standIn, source) => void sources.set(standIn, source),
    async enqueue({ standIn, event, url, body, id = randomUUID(), headers = {} }) {
      const { delay_ms, reorder_window_ms, drop_next } = deliverySettings(standIn);
      const isDropped = drop_next > 0;
      if (isDropped) settingsOf.set(standIn, { ...deliverySettings(standIn), drop_next: drop_next - 1 });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      await addEvent(store, { id, standIn, event, url, body: text, headers, delayMs: delay_ms + reorder_window_ms, isDropped });
      store.afterCommit(wake);
      return id;
    },
    deliverySettings,
    changeDelivery(standIn, change) {
      const next = { ...deliverySettings(standIn), ...change };
      settingsOf.set(standIn, next);
      wake();
      return next;
    },
    flush: (standIn) =>
      inTurn(async () => {
        const delivered = await deliver({ dueOnly: false, ...(standIn === undefined ? {} : { standIn }) });
        const waiting = await countWaiting(store, standIn);
        await sleepUntilDue();
        return { delivered, waiting };
      }),
    list: (filter) => listEvents(store, filter),
    start() {
      running = true;
      wake();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
}
