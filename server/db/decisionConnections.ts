import pg from 'pg';
import { noteChanges } from './changes.ts';
import { changesOfModels } from './changesOfModels.ts';
import { types } from './client.ts';
import type { Database } from './database.ts';
import { connectionTo } from './primary.ts';

/** Time limits in milliseconds: a customer waits at the checkout. A decision that takes longer fails, and the issuer asks once more. */
const limits = { connect: 1_500, lock: 1_000, statement: 1_200 };

/**
 * Connections on which purchases are decided, in two round trips each once the card's receiver is known: the first begins the
 * transaction, waits for its turn and reads; the second stores and commits. They are apart from all others, so that a purchase waits
 * for no other work.
 */
export class DecisionConnections {
  readonly #pool: pg.Pool;
  readonly #database: Database;

  /** @param prepared the statements that `EXECUTE` runs; `database` announces what the decisions change. */
  constructor(databaseUrl: string, { database, maximumConnections, prepared }: { database: Database; maximumConnections: number; prepared: string }) {
    this.#database = database;
    this.#pool = new pg.Pool({
      ...connectionTo(databaseUrl),
      max: maximumConnections,
      application_name: 'headway-decisions',
      connectionTimeoutMillis: limits.connect,
      // The next purchase finds a connection that is open.
      idleTimeoutMillis: 0,
      lock_timeout: limits.lock,
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: limits.statement,
      async onConnect(client) {
        client.on('error', () => {});
        await client.query(prepared);
      },
    });
    // A connection that breaks fails the decision that holds it, and the next one replaces it.
    this.#pool.on('error', () => {});
  }

  /** Opens a connection, so that the first purchase finds one. */
  async warmUp(): Promise<void> {
    (await this.#pool.connect()).release();
  }

  /** Runs a statement by itself. Returns its rows. */
  async run<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#pool.query<Row>({ text, types })).rows;
  }

  /** Runs statements in one round trip, the first of which begins a transaction. Returns the rows of the last, and what ends the transaction. */
  async begin<Row extends pg.QueryResultRow>(statements: string): Promise<{ rows: Row[]; end: (statements: string) => Promise<void> }> {
    const client = await this.#pool.connect();
    let isOver = false;
    const run = async (text: string): Promise<Row[]> => {
      try {
        const results = await client.query<Row>({ text, types });
        // Several statements in one text have a result each, which the types do not say.
        return ([results].flat().at(-1) ?? results).rows;
      } catch (failure) {
        // A statement that failed may still run: it ends with its connection.
        isOver = true;
        client.release(true);
        throw failure;
      }
    };
    const rows = await run(statements);
    const end = async (last: string) => {
      if (isOver) return;
      await run(last);
      isOver = true;
      client.release();
    };
    return { rows, end };
  }

  /** Tells open pages that a decision about a receiver's purchase was stored. */
  announce(receiverId: string): void {
    noteChanges(this.#database, { receiverId }, changesOfModels.authorizationDecision);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Returns a value as it stands in a statement. */
export function literal(value: string | number | bigint | boolean | Date | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return pg.escapeLiteral(value);
  return value instanceof Date ? pg.escapeLiteral(value.toISOString()) : String(value);
}
