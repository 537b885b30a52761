import { randomUUID } from 'node:crypto';
import type { Log } from './log.ts';
import { pauseAfter } from './pauseAfter.ts';
import { post } from './post.ts';
import type { Store } from './store.ts';

export interface Delivery {
  /** The same for all attempts of one event. */
  id: string;
  /** Event name for the journal and the control page, such as `card.updated`. */
  event: string;
  url: string;
  body: string;
  /** Extra headers given to `enqueue`; signature headers override them. */
  headers: Readonly<Record<string, string>>;
  /** Attempt number; 1 is the first. */
  attempt: number;
}

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

export interface WebhookRow {
  id: string;
  stand_in: string;
  event: string;
  url: string;
  attempts: number;
  last_status: string | null;
  outcome: 'delivered' | 'dropped' | null;
  created_at: string;
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
const keptFinished = 2_000;
const usual: DeliverySettings = { copies: 1, delay_ms: 0, reorder_window_ms: 0, drop_next: 0, held: false };

export function createWebhooks({ store, log, productUrl }: { store: Store; log: Log; productUrl: string }): Webhooks {
  const sources = new Map<string, WebhookSource>();
  const settingsOf = new Map<string, DeliverySettings>();
  const deliverySettings = (standIn: string) => settingsOf.get(standIn) ?? usual;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();

  async function attempt(row: Record<string, unknown>): Promise<boolean> {
    const delivery: Delivery = {
      id: String(row.id),
      event: String(row.event),
      url: String(row.url),
      body: String(row.body),
      headers: row.headers as Record<string, string>,
      attempt: Number(row.attempts) + 1,
    };
    const standIn = String(row.stand_in);
    const source = sources.get(standIn);
    let outcome: string;
    let delivered = false;
    if (!source) {
      outcome = 'no signer';
    } else {
      const result = await sendOnce(delivery, source);
      outcome = 'status' in result ? String(result.status) : result.error;
      delivered = 'status' in result && result.status >= 200 && result.status < 300;
      for (let copy = 1; delivered && copy < deliverySettings(standIn).copies; copy += 1) await sendOnce(delivery, source);
    }
    await store.query(
      `update sandbox.webhook set attempts = attempts + 1, last_status = $2, next_at = now() + make_interval(secs => $3),
         finished_at = case when $4 then now() end, outcome = case when $4 then 'delivered' end where id = $1`,
      [delivery.id, outcome, pauseAfter(delivery.attempt) / 1_000, delivered],
    );
    log.debug({ standIn, event: delivery.event, outcome, attempt: delivery.attempt }, 'sandbox webhook delivered');
    return delivered;
  }

  async function sendOnce(delivery: Delivery, source: WebhookSource) {
    const signature = await source.sign(delivery);
    const headers = { 'Content-Type': 'application/json', ...delivery.headers, ...signature };
    return post(delivery.url, delivery.body, headers, { productUrl, timeoutMs: deliveryTimeoutMs });
  }

  /** Makes one pass over the waiting events: each stand-in's in order, or newest first when reordering is on. */
  async function deliver(filter: { standIn?: string; dueOnly: boolean }): Promise<number> {
    const rows = await store.query(
      `select * from sandbox.webhook where finished_at is null and ($1::text is null or stand_in = $1) and (not $2 or next_at <= now()) order by seq`,
      [filter.standIn ?? null, filter.dueOnly],
    );
    const byStandIn = Map.groupBy(rows, (row) => String(row.stand_in));
    const counts = await Promise.all(
      [...byStandIn].map(async ([standIn, waiting]) => {
        const { held, reorder_window_ms } = deliverySettings(standIn);
        if (held && filter.dueOnly) return 0;
        let delivered = 0;
        for (const row of reorder_window_ms > 0 ? waiting.reverse() : waiting) if (await attempt(row)) delivered += 1;
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

  async function nextDueMs(): Promise<number | undefined> {
    const heldNow = [...settingsOf].filter(([, one]) => one.held).map(([name]) => name);
    const [row] = await store.query(
      `select extract(epoch from min(next_at) - now()) * 1000 as ms from sandbox.webhook where finished_at is null and not stand_in = any($1)`,
      [heldNow],
    );
    return row?.ms === null || row?.ms === undefined ? undefined : Math.max(0, Math.ceil(Number(row.ms)));
  }

  async function sleepUntilDue(): Promise<void> {
    const ms = await nextDueMs();
    if (!running || ms === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(ms, 60_000));
  }

  function wake() {
    if (!running) return;
    inTurn(async () => {
      if (!running) return;
      await deliver({ dueOnly: true });
      await store.query(
        `delete from sandbox.webhook where finished_at is not null and seq <= (select seq from sandbox.webhook where finished_at is not null order by seq desc offset $1 limit 1)`,
        [keptFinished],
      );
      await sleepUntilDue();
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'delivering sandbox webhooks failed, retrying');
      if (running) timer = setTimeout(wake, 1_000);
    });
  }

  return {
    register: (standIn, source) => void sources.set(standIn, source),
    async enqueue({ standIn, event, url, body, id = randomUUID(), headers = {} }) {
      const { delay_ms, reorder_window_ms, drop_next } = deliverySettings(standIn);
      const dropped = drop_next > 0;
      if (dropped) settingsOf.set(standIn, { ...deliverySettings(standIn), drop_next: drop_next - 1 });
      await store.query(
        `insert into sandbox.webhook (id, stand_in, event, url, body, headers, created_at, next_at, finished_at, outcome)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), case when $9 then now() end, case when $9 then 'dropped' end)`,
        [id, standIn, event, url, typeof body === 'string' ? body : JSON.stringify(body), headers, new Date(), (delay_ms + reorder_window_ms) / 1_000, dropped],
      );
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
        const [row] = await store.query(
          'select count(*)::int as count from sandbox.webhook where finished_at is null and ($1::text is null or stand_in = $1)',
          [standIn ?? null],
        );
        await sleepUntilDue();
        return { delivered, waiting: Number(row?.count ?? 0) };
      }),
    async list({ standIn, limit = 50 }) {
      const rows = await store.query('select * from sandbox.webhook where $1::text is null or stand_in = $1 order by seq desc limit $2', [
        standIn ?? null,
        limit,
      ]);
      return rows.map((row) => ({
        id: String(row.id),
        stand_in: String(row.stand_in),
        event: String(row.event),
        url: String(row.url),
        attempts: Number(row.attempts),
        last_status: row.last_status === null ? null : String(row.last_status),
        outcome: row.outcome === 'delivered' || row.outcome === 'dropped' ? row.outcome : null,
        created_at: new Date(String(row.created_at)).toISOString(),
      }));
    },
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
