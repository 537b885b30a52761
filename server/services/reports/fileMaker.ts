import type { ReceiverView } from '../access/receiverView.ts';
import type { ReportFile } from './reportFile.ts';

/** A call whose answer is made apart from the web process's own work. Its parts are checked, and plain data that can be copied. */
export interface FileOrder {
  /** Method and path of the contract, such as `GET /api/card_csv`. */
  call: string;
  view: ReceiverView;
  params: unknown;
  query: unknown;
  /** The media type of the answer. */
  wants: string;
}

interface Asker {
  /** Names the person who asks: orders of one person wait for each other. */
  caller: string;
  /** Aborts when the client disconnects. */
  left: AbortSignal;
}

export interface FileMaker {
  /**
   * Makes the answer of an order, in its turn. Resolves when the first bytes exist; the rest is made while it is taken.
   * Throws what the use case throws, `rate_limited` when the caller waits for too many files, `files_busy` when too many
   * wait in all, `not_ready` during a stop, and `file_not_made` when the work was cut off.
   */
  make(order: FileOrder, asker: Asker): Promise<ReportFile>;
}
