import { randomUUID } from 'node:crypto';
import { type DeliverySettings, deliverWaiting, type WebhookSource } from './deliver.ts';
import type { Log } from './log.ts';
import { addEvent, countWaiting, listEvents, nextDueMs, removeOldEvents, type WebhookRow } from './outbox.ts';
import type { Store } from './store.ts';

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

/** To find what is old, all that is kept is looked through. */
const passesBetweenRemovals = 100;

const usual: DeliverySettings = { copies: 1, delay_ms: 0, reorder_window_ms: 0, drop_next: 0, held: false };

/** Returns the outbox of all stand-ins. Events survive a restart; how they travel does not. */
export function createWebhooks({ store, log, productUrl }: { store: Store; log: Log; productUrl: string }): Webhooks {
  const sources = new Map<string, WebhookSource>();
  const settingsOf = new Map<string, DeliverySettings>();
  const deliverySettings = (standIn: string) => settingsOf.get(standIn) ?? usual;
  const deliverer = { store, log, productUrl, source: (standIn: string) => sources.get(standIn), settings: deliverySettings };
  const dropMore = (standIn: string, more: number) =>
    void settingsOf.set(standIn, { ...deliverySettings(standIn), drop_next: deliverySettings(standIn).drop_next + more });
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let passes = 0;

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
      await deliverWaiting(deliverer, { dueOnly: true });
      if (passes % passesBetweenRemovals === 0) await removeOldEvents(store);
      passes += 1;
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
      if (isDropped) {
        dropMore(standIn, -1);
        store.afterRollback(() => dropMore(standIn, 1));
      }
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
        const delivered = await deliverWaiting(deliverer, { dueOnly: false, ...(standIn === undefined ? {} : { standIn }) });
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
