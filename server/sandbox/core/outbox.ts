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

/** An event of a stand-in that is neither delivered nor dropped. */
export interface WaitingEvent extends Delivery {
  standIn: string;
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

interface NewEvent extends Omit<Delivery, 'attempt'> {
  standIn: string;
  /** Milliseconds until the first attempt. */
  delayMs: number;
  /** The event is kept for the list, and never delivered. */
  isDropped: boolean;
}

const keptFinished = 2_000;

/** Adds an event, in the surrounding transaction if there is one. */
export async function addEvent(store: Store, { id, standIn, event, url, body, headers, delayMs, isDropped }: NewEvent): Promise<void> {
  await store.query(
    `insert into sandbox.webhook (id, stand_in, event, url, body, headers, created_at, next_at, finished_at, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), case when $9 then now() end, case when $9 then 'dropped' end)`,
    [id, standIn, event, url, body, headers, new Date(), delayMs / 1_000, isDropped],
  );
}

/** Returns the events that wait, of one stand-in or of all, in the order in which they were added. */
export async function waitingEvents(store: Store, filter: { standIn?: string; dueOnly: boolean }): Promise<WaitingEvent[]> {
  const rows = await store.query(
    `select * from sandbox.webhook where finished_at is null and ($1::text is null or stand_in = $1) and (not $2 or next_at <= now()) order by seq`,
    [filter.standIn ?? null, filter.dueOnly],
  );
  return rows.map((row) => ({
    standIn: String(row.stand_in),
    id: String(row.id),
    event: String(row.event),
    url: String(row.url),
    body: String(row.body),
    headers: row.headers as Record<string, string>,
    attempt: Number(row.attempts) + 1,
  }));
}

/** Returns how many events wait, of one stand-in or of all. */
export async function countWaiting(store: Store, standIn?: string): Promise<number> {
  const [row] = await store.query('select count(*)::int as count from sandbox.webhook where finished_at is null and ($1::text is null or stand_in = $1)', [
    standIn ?? null,
  ]);
  return Number(row?.count ?? 0);
}

/** Returns the milliseconds until the next attempt is due, but for the stand-ins whose events are held; undefined when nothing waits. */
export async function nextDueMs(store: Store, heldStandIns: readonly string[]): Promise<number | undefined> {
  const [row] = await store.query(
    `select extract(epoch from min(next_at) - now()) * 1000 as ms from sandbox.webhook where finished_at is null and not stand_in = any($1)`,
    [heldStandIns],
  );
  return row?.ms === null || row?.ms === undefined ? undefined : Math.max(0, Math.ceil(Number(row.ms)));
}

/** Notes what came of an attempt, and when the next one is due unless the event was delivered. */
export async function noteAttempt(store: Store, id: string, { outcome, pauseMs, delivered }: { outcome: string; pauseMs: number; delivered: boolean }) {
  await store.query(
    `update sandbox.webhook set attempts = attempts + 1, last_status = $2, next_at = now() + make_interval(secs => $3),
       finished_at = case when $4 then now() end, outcome = case when $4 then 'delivered' end where id = $1`,
    [id, outcome, pauseMs / 1_000, delivered],
  );
}

/** Removes all finished events but the newest. */
export async function removeOldEvents(store: Store): Promise<void> {
  await store.query(
    `delete from sandbox.webhook where finished_at is not null and seq <= (select seq from sandbox.webhook where finished_at is not null order by seq desc offset $1 limit 1)`,
    [keptFinished],
  );
}

/** Returns the newest events, the newest first. */
export async function listEvents(store: Store, { standIn, limit = 50 }: { standIn?: string; limit?: number }): Promise<WebhookRow[]> {
  const rows = await store.query('select * from sandbox.webhook where $1::text is null or stand_in = $1 order by seq desc limit $2', [standIn ?? null, limit]);
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
}
