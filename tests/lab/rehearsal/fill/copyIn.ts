import type pg from 'pg';
import type { Connection, Submittable } from 'pg';

/** A value of a row to copy: dates are written as instants, objects as JSON, undefined as null. */
export type Value = string | number | bigint | boolean | Date | object | null | undefined;

const special: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function written(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return text.replace(/[\\\n\r\t]/g, (letter) => special[letter] ?? letter);
}

/** Rows are sent in pieces of about this many bytes. */
const pieceBytes = 256 * 1_024;
/** How much may wait in the connection before the writing pauses. */
const waitingBytes = 8 * 1_024 * 1_024;

/** What the driver's connection has for COPY, and its types leave out. */
interface CopyingConnection extends Connection {
  stream: Connection['stream'] & { writableLength: number };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A `COPY … FROM STDIN` of rows that are made while it runs. */
class CopyIn implements Submittable {
  readonly rows: Promise<number>;
  private readonly text: string;
  private readonly source: Iterable<readonly Value[]>;
  private readonly end: (rows: number) => void;
  private readonly fail: (error: Error) => void;
  private count = 0;

  constructor(text: string, source: Iterable<readonly Value[]>) {
    this.text = text;
    this.source = source;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.rows = promise;
    this.end = resolve;
    this.fail = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyingConnection): void {
    void this.send(connection).catch((error: Error) => connection.sendCopyFail(error.message));
  }

  private async send(connection: CopyingConnection): Promise<void> {
    let piece = '';
    const flush = async () => {
      connection.sendCopyFromChunk(Buffer.from(piece));
      piece = '';
      // Other work of this process goes on between two pieces, and what the server has not taken yet does not pile up.
      do await new Promise(setImmediate);
      while (connection.stream.writableLength > waitingBytes);
    };
    for (const row of this.source) {
      piece += `${row.map(written).join('\t')}\n`;
      this.count += 1;
      if (piece.length > pieceBytes) await flush();
    }
    if (piece !== '') await flush();
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.end(this.count);
  }

  handleError(error: Error): void {
    this.fail(error);
  }
}

/** Copies rows into the columns of a table. Returns how many there were. */
export function copyIn(client: pg.Client, table: string, columns: readonly string[], source: Iterable<readonly Value[]>): Promise<number> {
  return client.query(new CopyIn(`COPY ${table} (${columns.join(', ')}) FROM STDIN`, source)).rows;
}
