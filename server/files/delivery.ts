import { DomainError } from '../domain/basics/errors.ts';
import type { FileHead } from './messages.ts';

type End = { failure: Error } | { failure: null };

/** A file on its way to its client. */
export class Delivery {
  readonly #head = Promise.withResolvers<FileHead>();
  readonly #pieces: Uint8Array[] = [];
  #end: End | undefined;
  #changed = Promise.withResolvers<void>();

  constructor() {
    // The failure is thrown where the head is awaited, and nowhere once the client has it.
    this.#head.promise.catch(() => {});
  }

  /** Resolves when the first piece is on its way. */
  get head(): Promise<FileHead> {
    return this.#head.promise;
  }

  begin(head: FileHead): void {
    this.#head.resolve(head);
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#tell();
  }

  /** Ends the file. With a failure, the rest of it is not delivered. Only the first end counts. */
  end(failure: Error | null): void {
    this.#end ??= { failure };
    if (failure) this.#head.reject(failure);
    this.#tell();
  }

  /** Ends the file because nobody wants the rest. A client without the head, who has left, gets a failure that nobody reads. */
  giveUp(): void {
    this.#head.reject(new DomainError('rate_limited'));
    this.end(null);
  }

  /** Yields the pieces; calls `taken` when the client asks for the next one. Throws the failure that cut the file off. */
  async *pieces(taken: () => void): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#end?.failure) throw this.#end.failure;
      const piece = this.#pieces.shift();
      if (piece) {
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
        taken();
      } else if (this.#end) return;
      else await this.#changed.promise;
    }
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
