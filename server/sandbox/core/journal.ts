import { EventEmitter } from 'node:events';
import type { RequestHandler } from 'express';
import { masked, maskedPath } from './mask.ts';
import type { Store } from './store.ts';

/** One call that a stand-in received, with secrets masked. */
export interface JournalEntry {
  id: number;
  stand_in: string;
  at: string;
  method: string;
  path: string;
  body: string;
  /** Null when the connection was cut before an answer. */
  status: number | null;
  fault: string | null;
  duration_ms: number;
}

export interface Journal {
  /** Returns middleware that records every call to this stand-in. */
  record(standIn: string): RequestHandler;
  /** Lists entries, newest first. */
  list(filter: { standIn?: string; limit?: number }): Promise<JournalEntry[]>;
  /** Waits until everything received so far is stored. */
  settled(): Promise<void>;
  /** Calls the listener for each entry as it is stored; returns the function that stops this. */
  follow(listener: (entry: JournalEntry) => void): () => void;
}

const keptPerStandIn = 500;
const maximumBodyLength = 4_000;

function bodyText(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.length === 0 ? '' : `${body.length} bytes`;
  if (body === undefined || (body !== null && typeof body === 'object' && Object.keys(body).length === 0)) return '';
  return JSON.stringify(masked(body)).slice(0, maximumBodyLength);
}

/** Key under which the fault middleware notes, for the journal, the fault it applied to a call. */
export const faultNote = 'sandboxFault';

/** Opens the journal, which keeps the newest calls of each stand-in. */
export function openJournal(store: Store, onError: (error: unknown) => void): Journal {
  const live = new EventEmitter().setMaxListeners(0);
  let writing: Promise<unknown> = Promise.resolve();

  async function write(entry: Omit<JournalEntry, 'id'>): Promise<void> {
    const [row] = await store.query(
      `insert into sandbox.journal (stand_in, at, method, path, body, status, fault, duration_ms) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [entry.stand_in, entry.at, entry.method, entry.path, entry.body, entry.status, entry.fault, entry.duration_ms],
    );
    const id = Number(row?.id);
    live.emit('entry', { id, ...entry } satisfies JournalEntry);
    if (id % 50 === 0) {
      await store.query(
        `delete from sandbox.journal old where stand_in = $1
         and id <= (select id from sandbox.journal where stand_in = $1 order by id desc offset $2 limit 1)`,
        [entry.stand_in, keptPerStandIn],
      );
    }
  }

  return {
    record: (standIn) => (request, response, next) => {
      const started = performance.now();
      const at = new Date().toISOString();
      const path = maskedPath(request.originalUrl);
      response.once('close', () => {
        const fault: unknown = response.locals[faultNote];
        const entry = {
          stand_in: standIn,
          at,
          method: request.method,
          path,
          body: bodyText(request.body),
          status: response.writableFinished ? response.statusCode : null,
          fault: typeof fault === 'string' ? fault : null,
          duration_ms: Math.round(performance.now() - started),
        };
        writing = writing.then(() => write(entry)).catch(onError);
      });
      next();
    },
    async list({ standIn, limit = 50 }) {
      const rows = await store.query(`select * from sandbox.journal where $1::text is null or stand_in = $1 order by id desc limit $2`, [
        standIn ?? null,
        limit,
      ]);
      return rows.map((row) => ({
        id: Number(row.id),
        stand_in: String(row.stand_in),
        at: new Date(String(row.at)).toISOString(),
        method: String(row.method),
        path: String(row.path),
        body: String(row.body),
        status: row.status === null ? null : Number(row.status),
        fault: row.fault === null ? null : String(row.fault),
        duration_ms: Number(row.duration_ms),
      }));
    },
    async settled() {
      await writing;
    },
    follow(listener) {
      live.on('entry', listener);
      return () => void live.off('entry', listener);
    },
  };
}
