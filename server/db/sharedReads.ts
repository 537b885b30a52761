import pg from 'pg';
import { idleConnectionMs } from './primary.ts';

/** The most connections, and how many reads must be under way on each before a further one is opened. */
const maximumConnections = 3;
const readsOfOne = 16;

interface Line {
  client: Promise<pg.Client>;
  underWay: number;
  /** Whether a read was asked for since the connection was last looked at. */
  isUsed: boolean;
  isGathering: boolean;
}

/**
 * Connections on which short reads follow each other without waiting for one another's answers. What is asked for in one
 * turn of the event loop is sent together: telling the database of a statement costs a process more than composing it and
 * reading its answer. Only for reads, which wait for no lock: a statement that waits would hold up all behind it.
 */
export class SharedReads {
  readonly #config: pg.ClientConfig;
  readonly #lines = new Set<Line>();
  readonly #watch: NodeJS.Timeout;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, pipeline: true };
    this.#watch = setInterval(() => this.#closeIdle(), idleConnectionMs).unref();
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    const line = this.#leastBusy();
    line.isUsed = true;
    line.underWay += 1;
    try {
      const client = await line.client;
      gather(line, client);
      return (await client.query<Row>(statement)).rows;
    } finally {
      line.underWay -= 1;
    }
  }

  /** Closes the connections once their reads are answered. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all([...this.#lines].map((line) => this.#close(line)));
  }

  #leastBusy(): Line {
    let least: Line | undefined;
    for (const line of this.#lines) if (least === undefined || line.underWay < least.underWay) least = line;
    return least === undefined || (least.underWay >= readsOfOne && this.#lines.size < maximumConnections) ? this.#open() : least;
  }

  #open(): Line {
    const client = new pg.Client(this.#config);
    const line: Line = { client: client.connect().then(() => client), underWay: 0, isUsed: true, isGathering: false };
    this.#lines.add(line);
    // The next read replaces a connection that broke.
    client.on('error', () => this.#lines.delete(line));
    line.client.catch(() => this.#lines.delete(line));
    return line;
  }

  #closeIdle(): void {
    for (const line of this.#lines) {
      if (!line.isUsed && line.underWay === 0) void this.#close(line);
      line.isUsed = false;
    }
  }

  async #close(line: Line): Promise<void> {
    this.#lines.delete(line);
    // One that could not be opened has failed the reads that asked for it.
    await line.client.then((client) => client.end()).catch(() => {});
  }
}

/** Holds back what is written until everything that has arrived in this turn of the event loop was looked at. */
function gather(line: Line, { connection: { stream } }: pg.Client): void {
  if (line.isGathering) return;
  line.isGathering = true;
  stream.cork();
  setImmediate(() => {
    line.isGathering = false;
    stream.uncork();
  });
}
