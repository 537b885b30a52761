import type { Connection, Submittable } from 'pg';

/** A `COPY … TO STDOUT` whose bytes are counted and discarded. */
export class CopyOut implements Submittable {
  readonly bytes: Promise<number>;
  private readonly text: string;
  private readonly end: (bytes: number) => void;
  private readonly fail: (error: Error) => void;
  private count = 0;

  constructor(text: string) {
    this.text = text;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.bytes = promise;
    this.end = resolve;
    this.fail = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.count += chunk.length;
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.end(this.count);
  }

  handleError(error: Error): void {
    this.fail(error);
  }
}
